#pragma once

// Pictures in the formats that the product reads and does not write, for its tests.

#include <stddef.h>
#include <stdint.h>

// Encodes rows of RGB, 8 bits each, `pages` pictures of `height` one below the other, as the file type that libvips
// knows by this suffix (".png[interlace]"). `colours` is the name of one of libvips' interpretations ("rgb16", "cmyk",
// "b-w") into which they are turned first, with "!" behind it for the opposite of each number; `profile` is one of its
// profiles ("p3", "srgb", "cmyk") that the file is to have, or NULL. Returns bytes that are released with
// sample_picture_free, or NULL when libvips has no such encoder.
void *sample_picture_encode(
    const void *rgb, int32_t width, int32_t height, int32_t pages, const char *colours, const char *profile,
    const char *suffix, size_t *length);
void sample_picture_free(void *bytes);
