#include "CChafa.h"

#include <chafa.h>

struct cchafa_terminal {
    /// What the terminal is known to understand.
    ChafaTermInfo *known;
    /// The same, and the usual sequences where it is not known to: for what it is told to do all the same.
    ChafaTermInfo *complete;
};

cchafa_terminal *cchafa_terminal_of(const char *environment) {
    cchafa_terminal *terminal = g_new0(cchafa_terminal, 1);
    gchar **variables = g_strsplit(environment, "\n", -1);
    terminal->known = chafa_term_db_detect(chafa_term_db_get_default(), variables);
    g_strfreev(variables);
    ChafaTermInfo *usual = chafa_term_db_get_fallback_info(chafa_term_db_get_default());
    terminal->complete = chafa_term_info_copy(terminal->known);
    chafa_term_info_supplement(terminal->complete, usual);
    chafa_term_info_unref(usual);
    return terminal;
}

void cchafa_terminal_free(cchafa_terminal *terminal) {
    chafa_term_info_unref(terminal->known);
    chafa_term_info_unref(terminal->complete);
    g_free(terminal);
}

cchafa_pictures cchafa_best_pictures(const cchafa_terminal *terminal) {
    const ChafaTermInfo *information = terminal->known;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_BEGIN_KITTY_IMMEDIATE_IMAGE_V1)) return CCHAFA_KITTY;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_BEGIN_SIXELS)) return CCHAFA_SIXEL;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_BEGIN_ITERM2_IMAGE)) return CCHAFA_ITERM2;
    return CCHAFA_SYMBOLS;
}

cchafa_colors cchafa_best_colors(const cchafa_terminal *terminal) {
    const ChafaTermInfo *information = terminal->known;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_SET_COLOR_FGBG_DIRECT)) return CCHAFA_TRUE_COLOR;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_SET_COLOR_FGBG_256)) return CCHAFA_256_COLORS;
    if (chafa_term_info_have_seq(information, CHAFA_TERM_SEQ_SET_COLOR_FGBG_16)) return CCHAFA_16_COLORS;
    return CCHAFA_MONOCHROME;
}

static ChafaPixelMode pixel_mode(cchafa_pictures pictures) {
    switch (pictures) {
    case CCHAFA_SIXEL: return CHAFA_PIXEL_MODE_SIXELS;
    case CCHAFA_KITTY: return CHAFA_PIXEL_MODE_KITTY;
    case CCHAFA_ITERM2: return CHAFA_PIXEL_MODE_ITERM2;
    case CCHAFA_SYMBOLS: break;
    }
    return CHAFA_PIXEL_MODE_SYMBOLS;
}

static ChafaCanvasMode canvas_mode(cchafa_colors colors) {
    switch (colors) {
    case CCHAFA_TRUE_COLOR: return CHAFA_CANVAS_MODE_TRUECOLOR;
    case CCHAFA_256_COLORS: return CHAFA_CANVAS_MODE_INDEXED_240;
    case CCHAFA_16_COLORS: return CHAFA_CANVAS_MODE_INDEXED_16;
    case CCHAFA_MONOCHROME: break;
    }
    return CHAFA_CANVAS_MODE_FGBG;
}

char *cchafa_draw(
    const cchafa_terminal *terminal, cchafa_style style, const uint8_t *rgba, int width, int height, int *columns,
    int *rows, size_t *count) {
    if (width <= 0 || height <= 0 || *columns <= 0 || *rows <= 0 || style.cell_width <= 0 || style.cell_height <= 0)
        return NULL;
    gint fitting_columns = *columns, fitting_rows = *rows;
    chafa_calc_canvas_geometry(
        width, height, &fitting_columns, &fitting_rows, (gfloat)style.cell_width / (gfloat)style.cell_height, TRUE,
        FALSE);
    *columns = CLAMP(fitting_columns, 1, *columns);
    *rows = CLAMP(fitting_rows, 1, *rows);

    ChafaCanvasConfig *config = chafa_canvas_config_new();
    chafa_canvas_config_set_geometry(config, *columns, *rows);
    chafa_canvas_config_set_cell_geometry(config, style.cell_width, style.cell_height);
    chafa_canvas_config_set_pixel_mode(config, pixel_mode(style.pictures));
    // Pixels have colours of their own.
    chafa_canvas_config_set_canvas_mode(
        config, style.pictures == CCHAFA_SYMBOLS ? canvas_mode(style.colors) : CHAFA_CANVAS_MODE_TRUECOLOR);
    if (style.colors == CCHAFA_MONOCHROME) chafa_canvas_config_set_dither_mode(config, CHAFA_DITHER_MODE_ORDERED);
    ChafaSymbolMap *symbols = chafa_symbol_map_new();
    chafa_symbol_map_add_by_tags(
        symbols, style.is_ascii ? CHAFA_SYMBOL_TAG_ASCII
                                : CHAFA_SYMBOL_TAG_BLOCK | CHAFA_SYMBOL_TAG_BORDER | CHAFA_SYMBOL_TAG_SPACE);
    chafa_canvas_config_set_symbol_map(config, symbols);
    chafa_symbol_map_unref(symbols);

    ChafaCanvas *canvas = chafa_canvas_new(config);
    chafa_canvas_draw_all_pixels(canvas, CHAFA_PIXEL_RGBA8_UNASSOCIATED, rgba, width, height, width * 4);
    GString *text = chafa_canvas_print(canvas, terminal->complete);
    chafa_canvas_unref(canvas);
    chafa_canvas_config_unref(config);
    *count = text->len;
    return g_string_free(text, FALSE);
}

void cchafa_free(char *text) { g_free(text); }
