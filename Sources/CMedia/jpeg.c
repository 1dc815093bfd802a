#include "CMedia.h"
#include "pixel_output.h"
#include "resizer.h"

#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <jpeglib.h>

enum {
    // Bytes of the file read at a time.
    input_size = 256 << 10,
    // Bytes of rows that are decoded at a time: they are still in the processor's cache when they are written.
    strip_size = 256 << 10,
    bytes_per_pixel = 4,
    // Rows of a rotated picture made at a time: as many as a cache line has pixels.
    turned_rows = 16,
};

typedef struct {
    struct jpeg_source_mgr manager;
    const cmedia_input *input;
    int64_t position;
    JOCTET bytes[input_size];
} source;

typedef struct {
    struct jpeg_error_mgr manager;
    jmp_buf failed;
} complaints;

static void give_up(j_common_ptr decoder) {
    longjmp(((complaints *)(void *)decoder->err)->failed, 1);
}

// A warning, after which libjpeg would continue. libvips decodes such files, and reports the damage.
static void give_up_on_warning(j_common_ptr decoder, int level) {
    if (level < 0) give_up(decoder);
}

static void say_nothing(j_common_ptr decoder) { (void)decoder; }

static void start_source(j_decompress_ptr decoder) { (void)decoder; }

static boolean fill_source(j_decompress_ptr decoder) {
    source *from = (source *)(void *)decoder->src;
    int64_t count = cmedia_input_read(from->input, from->bytes, sizeof from->bytes, from->position);
    if (count <= 0) give_up((j_common_ptr)decoder);
    from->position += count;
    from->manager.next_input_byte = from->bytes;
    from->manager.bytes_in_buffer = (size_t)count;
    return TRUE;
}

static void skip_source(j_decompress_ptr decoder, long count) {
    source *from = (source *)(void *)decoder->src;
    if (count <= 0) return;
    size_t here = from->manager.bytes_in_buffer;
    if ((size_t)count <= here) {
        from->manager.next_input_byte += count;
        from->manager.bytes_in_buffer -= (size_t)count;
        return;
    }
    from->position += count - (long)here;
    from->manager.bytes_in_buffer = 0;
}

// Copies one row of the upright picture from a row or column of the stored one.
static void turn_row(
    const uint8_t *stored, size_t width, size_t height, int32_t orientation, size_t row, size_t length,
    uint8_t *target) {
    for (size_t column = 0; column < length; column += 1) {
        size_t x = column, y = row;
        switch (orientation) {
        case 2: x = width - 1 - column; break;
        case 3: x = width - 1 - column, y = height - 1 - row; break;
        case 4: y = height - 1 - row; break;
        case 5: x = row, y = column; break;
        case 6: x = row, y = height - 1 - column; break;
        case 7: x = width - 1 - row, y = height - 1 - column; break;
        case 8: x = width - 1 - row, y = column; break;
        default: break;
        }
        memcpy(target + column * bytes_per_pixel, stored + (y * width + x) * bytes_per_pixel, bytes_per_pixel);
    }
}

// Makes as many rows at a time as a cache line of a stored row has pixels, so that each line is read once.
static int write_turned(const uint8_t *stored, size_t width, size_t height, int32_t orientation, pixel_output *to) {
    size_t length = orientation >= 5 ? height : width, rows = orientation >= 5 ? width : height;
    size_t row_size = length * bytes_per_pixel;
    for (size_t top = 0; top < rows; top += turned_rows) {
        size_t count = rows - top < turned_rows ? rows - top : turned_rows;
        uint8_t *target = pixel_output_place(to);
        for (size_t row = 0; row < count; row += 1)
            turn_row(stored, width, height, orientation, top + row, length, target + row * row_size);
        if (pixel_output_advance(to, count * row_size) != 0) return -1;
    }
    return 0;
}

// Everything that must be released, also after a longjmp.
typedef struct {
    struct jpeg_decompress_struct decoder;
    complaints errors;
    source from;
    resizer *resizer;
    uint8_t *last_row;
    pixel_output to;
    uint8_t *stored;
} work;

static void read_row(struct jpeg_decompress_struct *decoder, uint8_t *place) {
    JSAMPROW row = place;
    jpeg_read_scanlines(decoder, &row, 1);
}

// Fills the next `count` rows of the stored picture in its wanted size.
static void make_rows(work *here, uint8_t *target, size_t row_size, size_t count) {
    for (size_t row = 0; row < count; row += 1, target += row_size) {
        if (!here->resizer) {
            read_row(&here->decoder, target);
            continue;
        }
        uint8_t *place;
        while ((place = resizer_place(here->resizer))) read_row(&here->decoder, place);
        resizer_make_row(here->resizer, target);
    }
}

// What the decoder does not scale is scaled by a resizer. 0, or -1 without memory.
static int begin_resizing(work *here, cmedia_jpeg_scale scale) {
    const struct jpeg_decompress_struct *decoder = &here->decoder;
    resize_axis across = {decoder->output_width, (size_t)scale.width, 0};
    resize_axis down = {decoder->output_height, (size_t)scale.height, 0};
    if (across.from == across.to && down.from == down.to) return 0;
    // The last pixel of a scaled picture may be made of fewer pixels than the others.
    across.step = decoder->image_width * scale.eighths / (8.0 * scale.width);
    down.step = decoder->image_height * scale.eighths / (8.0 * scale.height);
    here->resizer = resizer_new(across, down);
    return here->resizer ? 0 : -1;
}

// libjpeg takes it for an error when rows are left.
static void finish(work *here) {
    while (here->decoder.output_scanline < here->decoder.output_height) read_row(&here->decoder, here->last_row);
    jpeg_finish_decompress(&here->decoder);
}

static cmedia_status decode(work *here, cmedia_jpeg_scale scale, int32_t orientation, int descriptor) {
    struct jpeg_decompress_struct *decoder = &here->decoder;
    jpeg_read_header(decoder, TRUE);
    J_COLOR_SPACE colours = decoder->jpeg_color_space;
    if (colours != JCS_GRAYSCALE && colours != JCS_YCbCr && colours != JCS_RGB) return CMEDIA_UNSUPPORTED;
    decoder->scale_num = (unsigned)scale.eighths;
    decoder->scale_denom = 8;
    decoder->out_color_space = JCS_EXT_RGBA;
    jpeg_start_decompress(decoder);
    size_t width = (size_t)scale.width, height = (size_t)scale.height;
    if (width > decoder->output_width || height > decoder->output_height) return CMEDIA_UNSUPPORTED;
    here->last_row = malloc((size_t)decoder->output_width * bytes_per_pixel);
    if (!here->last_row || begin_resizing(here, scale) != 0) return CMEDIA_NO_MEMORY;
    size_t row_size = width * bytes_per_pixel;
    // Rotating needs the whole picture. Its rows become columns when it is turned by a quarter.
    if (orientation > 1) {
        size_t turned_row_size = orientation >= 5 ? height * bytes_per_pixel : row_size;
        here->stored = cmedia_allocate_pixels(row_size * height);
        if (!here->stored || pixel_output_open(&here->to, descriptor, row_size * height, turned_row_size * turned_rows))
            return CMEDIA_NO_MEMORY;
        make_rows(here, here->stored, row_size, height);
        finish(here);
        int written = write_turned(here->stored, width, height, orientation, &here->to);
        return written == 0 ? CMEDIA_OK : CMEDIA_FULL;
    }
    size_t rows = strip_size / row_size > 0 ? strip_size / row_size : 1;
    if (pixel_output_open(&here->to, descriptor, row_size * height, row_size * rows) != 0) return CMEDIA_NO_MEMORY;
    for (size_t made = 0; made < height; made += rows) {
        size_t count = height - made < rows ? height - made : rows;
        make_rows(here, pixel_output_place(&here->to), row_size, count);
        if (pixel_output_advance(&here->to, count * row_size) != 0) return CMEDIA_FULL;
    }
    finish(here);
    return CMEDIA_OK;
}

cmedia_status cmedia_jpeg_write_pixels(
    const cmedia_input *input, cmedia_jpeg_scale scale, int32_t orientation, int descriptor) {
    work *here = calloc(1, sizeof *here);
    if (!here) return CMEDIA_NO_MEMORY;
    here->from.input = input;
    here->from.manager.init_source = start_source;
    here->from.manager.fill_input_buffer = fill_source;
    here->from.manager.skip_input_data = skip_source;
    here->from.manager.resync_to_restart = jpeg_resync_to_restart;
    here->from.manager.term_source = start_source;
    here->decoder.err = jpeg_std_error(&here->errors.manager);
    here->errors.manager.error_exit = give_up;
    here->errors.manager.emit_message = give_up_on_warning;
    here->errors.manager.output_message = say_nothing;
    cmedia_status status = CMEDIA_DAMAGED;
    if (setjmp(here->errors.failed) == 0) {
        jpeg_create_decompress(&here->decoder);
        here->decoder.src = &here->from.manager;
        status = decode(here, scale, orientation, descriptor);
    } else {
        status = CMEDIA_DAMAGED;
    }
    jpeg_destroy_decompress(&here->decoder);
    resizer_free(here->resizer);
    pixel_output_close(&here->to);
    free(here->last_row);
    free(here->stored);
    free(here);
    return status;
}
