#pragma once

#include "CMedia.h"

#include <stdlib.h>
#include <string.h>

// Decoders of damaged pictures: all rows before the decoder fails, the others in middle grey. They return RGBA for
// free(), and its width and height; NULL when no row can be decoded.

// In the file's size.
uint8_t *cmedia_png_rows(const cmedia_input *input, int32_t *width, int32_t *height);
// Scaled down to fit `width` and `height`.
uint8_t *cmedia_webp_rows(const cmedia_input *input, int32_t *width, int32_t *height);

// Returns a picture without rows. NULL without memory.
static inline uint8_t *cmedia_grey_pixels(int32_t width, int32_t height) {
    size_t length;
    if (__builtin_mul_overflow((size_t)width * 4, (size_t)height, &length)) return NULL;
    uint8_t *pixels = malloc(length);
    if (!pixels) return NULL;
    static const uint8_t grey[] = {128, 128, 128, 255};
    for (size_t start = 0; start < length; start += sizeof grey) memcpy(pixels + start, grey, sizeof grey);
    return pixels;
}
