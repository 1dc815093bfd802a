#include "CMedia.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>

#include <jpeglib.h>

enum {
    bytes_per_pixel = 4,
    // From this quality on, colours have the resolution of brightness, as libvips does it.
    least_full_colour_quality = 90,
};

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf failed;
} complaints;

// Everything that must be released, also after a longjmp.
typedef struct {
    struct jpeg_compress_struct encoder;
    complaints errors;
    uint8_t *row;
    unsigned char *bytes;
    unsigned long length;
} work;

static void give_up(j_common_ptr encoder) {
    longjmp(((complaints *)(void *)encoder->err)->failed, 1);
}

static void say_nothing(j_common_ptr encoder) { (void)encoder; }

// Puts pixels that are not opaque over white.
static const uint8_t *flattened(const uint8_t *rgba, size_t width, uint8_t *row) {
    unsigned opaque = 255;
    for (size_t place = 0; place < width; place += 1) opaque &= rgba[place * bytes_per_pixel + 3];
    if (opaque == 255) return rgba;
    for (size_t place = 0; place < width * bytes_per_pixel; place += 1) {
        unsigned alpha = rgba[place / bytes_per_pixel * bytes_per_pixel + 3];
        row[place] = (uint8_t)((rgba[place] * alpha + 255 * (255 - alpha) + 127) / 255);
    }
    return row;
}

static void encode(work *here, const uint8_t *rgba, int32_t width, int32_t height, int32_t quality) {
    struct jpeg_compress_struct *encoder = &here->encoder;
    jpeg_mem_dest(encoder, &here->bytes, &here->length);
    encoder->image_width = (JDIMENSION)width;
    encoder->image_height = (JDIMENSION)height;
    encoder->input_components = bytes_per_pixel;
    encoder->in_color_space = JCS_EXT_RGBX;
    jpeg_set_defaults(encoder);
    jpeg_set_quality(encoder, quality, TRUE);
    // With the standard's codes: to compute others takes twice as long as the rest, for files that are a tenth shorter.
    encoder->optimize_coding = FALSE;
    if (quality >= least_full_colour_quality) {
        encoder->comp_info[0].h_samp_factor = 1;
        encoder->comp_info[0].v_samp_factor = 1;
    }
    jpeg_start_compress(encoder, TRUE);
    while (encoder->next_scanline < encoder->image_height) {
        const uint8_t *pixels = rgba + (size_t)encoder->next_scanline * (size_t)width * bytes_per_pixel;
        // libjpeg does not write to it.
        JSAMPROW row = (JSAMPROW)(uintptr_t)flattened(pixels, (size_t)width, here->row);
        jpeg_write_scanlines(encoder, &row, 1);
    }
    jpeg_finish_compress(encoder);
}

cmedia_status cmedia_encode_jpeg(
    const void *rgba, int32_t width, int32_t height, int32_t quality, cmedia_buffer *file) {
    work *here = calloc(1, sizeof *here);
    if (!here) return CMEDIA_NO_MEMORY;
    here->encoder.err = jpeg_std_error(&here->errors.manager);
    here->errors.manager.error_exit = give_up;
    here->errors.manager.output_message = say_nothing;
    here->row = malloc((size_t)width * bytes_per_pixel);
    cmedia_status status = CMEDIA_NO_MEMORY;
    if (here->row && setjmp(here->errors.failed) == 0) {
        jpeg_create_compress(&here->encoder);
        encode(here, rgba, width, height, quality);
        *file = (cmedia_buffer){here->bytes, here->length, width, height};
        status = CMEDIA_OK;
    }
    // After a failure `bytes` may have been freed: libjpeg tells of a larger buffer only at the end.
    jpeg_destroy_compress(&here->encoder);
    free(here->row);
    free(here);
    return status;
}
