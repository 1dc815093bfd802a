#include "rows.h"

#include <stdlib.h>
#include <string.h>

#include <png.h>

enum {
    bytes_per_pixel = 4,
    // Bytes of compressed pixels that libpng reads at a time. It discards an incomplete piece.
    piece_size = 256,
};

// Everything that must be released, also after a longjmp.
typedef struct {
    const cmedia_input *input;
    int64_t position;
    uint8_t *pixels;
    size_t rows;
} work;

static void give_up(png_structp png, png_const_charp message) {
    (void)message;
    png_longjmp(png, 1);
}

static void say_nothing(png_structp png, png_const_charp message) { (void)png, (void)message; }

static void read_bytes(png_structp png, png_bytep bytes, size_t length) {
    work *here = png_get_io_ptr(png);
    int64_t count = cmedia_input_read(here->input, bytes, length, here->position);
    if (count != (int64_t)length) png_error(png, "the end");
    here->position += count;
}

// Converts every kind of pixel to RGBA with 8 bits.
static void set_format(png_structp png, png_infop info) {
    png_set_expand(png);
    png_set_scale_16(png);
    png_set_gray_to_rgb(png);
    if (!(png_get_color_type(png, info) & PNG_COLOR_MASK_ALPHA) && !png_get_valid(png, info, PNG_INFO_tRNS))
        png_set_add_alpha(png, 255, PNG_FILLER_AFTER);
}

static void decode(work *here, png_structp png, png_infop info, int32_t *width, int32_t *height) {
    // Decodes despite wrong checksums.
    png_set_crc_action(png, PNG_CRC_QUIET_USE, PNG_CRC_QUIET_USE);
    png_set_option(png, PNG_IGNORE_ADLER32, PNG_OPTION_ON);
    png_set_compression_buffer_size(png, piece_size);
    png_set_read_fn(png, here, read_bytes);
    png_read_info(png, info);
    set_format(png, info);
    int passes = png_set_interlace_handling(png);
    png_read_update_info(png, info);
    *width = (int32_t)png_get_image_width(png, info);
    *height = (int32_t)png_get_image_height(png, info);
    size_t row_size = (size_t)*width * bytes_per_pixel;
    if (png_get_rowbytes(png, info) != row_size) return;
    here->pixels = cmedia_grey_pixels(*width, *height);
    if (!here->pixels) return;
    for (int pass = 0; pass < passes; pass += 1)
        for (int32_t row = 0; row < *height; row += 1) {
            // Pixels of an early pass fill the places of later ones.
            png_read_row(png, NULL, here->pixels + (size_t)row * row_size);
            here->rows += 1;
        }
}

uint8_t *cmedia_png_rows(const cmedia_input *input, int32_t *width, int32_t *height) {
    work *here = calloc(1, sizeof *here);
    if (!here) return NULL;
    here->input = input;
    png_structp png = png_create_read_struct(PNG_LIBPNG_VER_STRING, NULL, give_up, say_nothing);
    png_infop info = png ? png_create_info_struct(png) : NULL;
    if (info && setjmp(png_jmpbuf(png)) == 0) decode(here, png, info, width, height);
    if (png) png_destroy_read_struct(&png, info ? &info : NULL, NULL);
    uint8_t *pixels = here->pixels;
    if (here->rows == 0) {
        free(pixels);
        pixels = NULL;
    }
    free(here);
    return pixels;
}
