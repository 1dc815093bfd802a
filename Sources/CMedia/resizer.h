#pragma once

#include <stddef.h>
#include <stdint.h>

// Scales an RGBA picture down row by row, by cubic convolution (Catmull and Rom's): its memory is that of a few rows.
typedef struct resizer resizer;

// One direction of the picture.
typedef struct {
    // Pixels before and after. `to` is at most `from`.
    size_t from;
    size_t to;
    // Pixels before for each one after, at least 1: about from / to, and exact where the last pixel of the source is
    // only partly the picture's.
    double step;
} resize_axis;

// NULL without memory.
resizer *resizer_new(resize_axis across, resize_axis down);
// Returns where the next row of the source goes; NULL when the next row of the target can be made.
uint8_t *resizer_place(resizer *resizer);
// Makes the next row of the target, from rows that were put where `resizer_place` said.
void resizer_make_row(resizer *resizer, uint8_t *target);
void resizer_free(resizer *resizer);
