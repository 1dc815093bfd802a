// libchafa as far as the agent's face in a terminal needs it: what the terminal can, and pictures as text for it. GLib,
// on which libchafa is built, stays behind this.
#pragma once

#include <stddef.h>
#include <stdint.h>

typedef enum {
    CCHAFA_SYMBOLS,
    CCHAFA_SIXEL,
    CCHAFA_KITTY,
    CCHAFA_ITERM2,
} cchafa_pictures;

typedef enum {
    CCHAFA_MONOCHROME,
    CCHAFA_16_COLORS,
    CCHAFA_256_COLORS,
    CCHAFA_TRUE_COLOR,
} cchafa_colors;

typedef struct cchafa_terminal cchafa_terminal;

/// What a terminal can, told from environment variables (NAME=value, a line each) and never from asking it.
cchafa_terminal *cchafa_terminal_of(const char *environment);
void cchafa_terminal_free(cchafa_terminal *terminal);

/// The best kind of pictures, and of colours.
cchafa_pictures cchafa_best_pictures(const cchafa_terminal *terminal);
cchafa_colors cchafa_best_colors(const cchafa_terminal *terminal);

typedef struct {
    cchafa_pictures pictures;
    cchafa_colors colors;
    /// Symbols are ASCII only.
    int is_ascii;
    /// Pixels of a character cell.
    int cell_width;
    int cell_height;
} cchafa_style;

/// A picture that fits into `columns` and `rows`, which are set to what it takes. `rgba` has 4 bytes a pixel, without
/// padding. Symbols are a line for each row, divided by line feeds; the others one sequence, written at the upper left
/// corner. Returns memory to be freed with `cchafa_free`, and its length in `count`; NULL when there is none.
char *cchafa_draw(
    const cchafa_terminal *terminal, cchafa_style style, const uint8_t *rgba, int width, int height, int *columns,
    int *rows, size_t *count);
void cchafa_free(char *text);
