#pragma once

#include <stdint.h>
#include <stdio.h>

#include <jpeglib.h>

// Reads the codes of a JPEG scan: values of the coefficients that somebody wants, and of the others only how long they
// are, several at a time. For a small picture, that takes less than half of the time of libjpeg, which reads the value
// of each.
//
// Stricter than libjpeg: whatever a correct file does not have ends the reading.
typedef struct jpeg_codes jpeg_codes;

enum {
    jpeg_block_values = 64,
    // Of a small block; and one place for values that it does not need.
    jpeg_small_values = 16,
};

// The values of a block that somebody wants.
typedef struct {
    // For each value, in zigzag order: its place in the small block, and what it is multiplied by.
    uint8_t places[jpeg_block_values];
    float factors[jpeg_block_values];
    // The last one with a place.
    int last;
} jpeg_wanted_values;

// For a decoder that has read the header, by whose source the codes are read. NULL without memory, and for a kind of
// file that only libjpeg decodes: anything but Huffman codes of 8 bits in a single scan.
jpeg_codes *jpeg_codes_new(j_decompress_ptr decoder);
void jpeg_codes_free(jpeg_codes *codes);

// Call it before the blocks of each unit (MCU). 0, or -1 for a damaged file.
int jpeg_codes_begin_unit(jpeg_codes *codes);
// Reads the next block, which is of the scan's component `component`: `block`, which is all zero, gets the wanted
// values. Returns 0 when only the first one is not zero, -1 for a damaged file, otherwise more than 0.
int jpeg_codes_read_block(
    jpeg_codes *codes, int component, const jpeg_wanted_values *wanted, float block[jpeg_small_values + 1]);
// Call it after the last unit: whether the file ends there. 0, or -1 when it does not.
int jpeg_codes_end(jpeg_codes *codes);
