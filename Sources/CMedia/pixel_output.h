#pragma once

#include <stddef.h>
#include <stdint.h>

// A memfd that a decoder fills with a picture's rows, strip by strip.
//
// Where the kernel gives huge pages, the memfd is mapped: rows are decoded in place, without a copy and without a page
// fault for each 4 KiB. Elsewhere strips are written, which is faster then because the kernel need not zero the pages.
typedef struct {
    int descriptor;
    // The whole picture, mapped; NULL where strips are written.
    uint8_t *mapped;
    size_t size;
    size_t done;
    uint8_t *strip;
} pixel_output;

// `size`: bytes of the picture, for an empty memfd; `strip_size`: the most bytes of a strip. 0, or -1 without memory.
int pixel_output_open(pixel_output *output, int descriptor, size_t size, size_t strip_size);
// Returns where to put the next strip.
uint8_t *pixel_output_place(const pixel_output *output);
// Ends a strip of `count` bytes. 0, or -1 when it cannot be written.
int pixel_output_advance(pixel_output *output, size_t count);
// Unmaps the memfd, so that it can be sealed. No effect on an output that is all zeros.
void pixel_output_close(pixel_output *output);

// Allocates memory for a whole picture, in huge pages where the kernel gives them, for free(). NULL without memory.
uint8_t *cmedia_allocate_pixels(size_t size);
