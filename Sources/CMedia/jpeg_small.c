#include "jpeg_small.h"
#include "jpeg_codes.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    most_components = 3,
    block_side = 8,
    // Pixels of a small block's side. More are libjpeg's.
    most_side = 4,
    // Pixels that are computed at a time.
    lane_count = 4,
    bytes_per_pixel = 4,
};

typedef float lanes __attribute__((vector_size(16)));
typedef int32_t numbers __attribute__((vector_size(16)));

typedef struct {
    // Blocks of a unit.
    int across;
    int down;
    // Pixels of a small block.
    int width;
    int height;
    jpeg_wanted_values wanted;
    // The rows of one row of units.
    float *rows;
} plane;

struct jpeg_small {
    j_decompress_ptr decoder;
    jpeg_codes *codes;
    plane planes[most_components];
    int plane_count;
    // Of a row of units: units, rows, and numbers of each row.
    unsigned units;
    unsigned height;
    size_t stride;
    // Rows that were handed out.
    unsigned done;
};

// MARK: Layout

// The rows and columns of a block's values, as they come.
static const uint8_t zigzag[jpeg_block_values] = {
    0,  1,  8,  16, 9,  2,  3,  10, 17, 24, 32, 25, 18, 11, 4,  5,  12, 19, 26, 33, 40, 48,
    41, 34, 27, 20, 13, 6,  7,  14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23,
    30, 37, 44, 51, 58, 59, 52, 45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
};

// What a frequency contributes to `side` pixels, of which each is the mean of a part of 8.
static double share(int frequency, int side) {
    double angle = M_PI * frequency / (2 * block_side);
    int count = block_side / side;
    double mean = frequency == 0 ? 1 : sin(count * angle) / (count * sin(angle));
    return mean * (frequency == 0 ? sqrt(1.0 / block_side) : sqrt(2.0 / block_side));
}

static void add_wanted_values(plane *to, const JQUANT_TBL *steps) {
    for (int value = 0; value < jpeg_block_values; value += 1) {
        int row = zigzag[value] / block_side, column = zigzag[value] % block_side;
        to->wanted.places[value] = jpeg_small_values;
        if (row >= to->height || column >= to->width) continue;
        to->wanted.places[value] = (uint8_t)(row * to->width + column);
        double factor = steps->quantval[zigzag[value]] * share(row, to->height) * share(column, to->width);
        to->wanted.factors[value] = (float)factor;
        to->wanted.last = value;
    }
}

// A block's side in pixels, 0 where it is not one of a small block.
static int small_side(int most, int factor, unsigned eighths) {
    if (most % factor != 0) return 0;
    int side = most / factor * (int)eighths;
    return side == 1 || side == 2 || side == most_side ? side : 0;
}

// 0, or -1 for a file that only libjpeg decodes.
static int add_plane(jpeg_small *small, const jpeg_component_info *component) {
    j_decompress_ptr decoder = small->decoder;
    plane *to = &small->planes[small->plane_count];
    small->plane_count += 1;
    // The blocks of a single component are in rows, whatever its factors.
    int is_alone = decoder->num_components == 1;
    to->across = is_alone ? 1 : component->h_samp_factor;
    to->down = is_alone ? 1 : component->v_samp_factor;
    to->width = small_side(is_alone ? 1 : decoder->max_h_samp_factor, to->across, decoder->scale_num);
    to->height = small_side(is_alone ? 1 : decoder->max_v_samp_factor, to->down, decoder->scale_num);
    int number = component->quant_tbl_no;
    if (to->width == 0 || to->height == 0 || number < 0 || number >= NUM_QUANT_TBLS) return -1;
    if (!decoder->quant_tbl_ptrs[number]) return -1;
    add_wanted_values(to, decoder->quant_tbl_ptrs[number]);
    // All planes have the same size.
    size_t unit_width = (size_t)(to->across * to->width);
    unsigned unit_side = (unsigned)(block_side * (is_alone ? 1 : decoder->max_h_samp_factor));
    small->height = (unsigned)(to->down * to->height);
    small->units = (decoder->image_width + unit_side - 1) / unit_side;
    small->stride = (small->units * unit_width + lane_count - 1) / lane_count * lane_count;
    to->rows = aligned_alloc(sizeof(lanes), small->stride * small->height * sizeof *to->rows);
    if (!to->rows) return -1;
    // Also what is behind the last unit.
    memset(to->rows, 0, small->stride * small->height * sizeof *to->rows);
    return 0;
}

jpeg_small *jpeg_small_new(j_decompress_ptr decoder) {
    int is_coloured = decoder->jpeg_color_space == JCS_YCbCr && decoder->num_components == most_components;
    int is_grey = decoder->jpeg_color_space == JCS_GRAYSCALE && decoder->num_components == 1;
    if (decoder->scale_num > 2 || !(is_coloured || is_grey)) return NULL;
    jpeg_small *small = calloc(1, sizeof *small);
    if (!small) return NULL;
    small->decoder = decoder;
    small->codes = jpeg_codes_new(decoder);
    int result = small->codes ? 0 : -1;
    for (int index = 0; result == 0 && index < decoder->num_components; index += 1) {
        // A scan may have them in no other order.
        if (decoder->cur_comp_info[index] != &decoder->comp_info[index]) result = -1;
        else result = add_plane(small, &decoder->comp_info[index]);
    }
    if (result == 0) return small;
    jpeg_small_free(small);
    return NULL;
}

void jpeg_small_free(jpeg_small *small) {
    if (!small) return;
    jpeg_codes_free(small->codes);
    for (int index = 0; index < small->plane_count; index += 1) free(small->planes[index].rows);
    free(small);
}

// MARK: Blocks

// Four pixels of four frequencies, in each lane.
static inline void mix(lanes values[most_side]) {
    // Cosines of 1/8 and 3/8 of half a turn.
    static const float long_way = 0.92387953f, short_way = 0.38268343f, middle = 0.70710678f;
    lanes even = values[0] + values[2] * middle, odd = values[0] - values[2] * middle;
    lanes outer = values[1] * long_way + values[3] * short_way, inner = values[1] * short_way - values[3] * long_way;
    values[0] = even + outer;
    values[1] = odd + inner;
    values[2] = odd - inner;
    values[3] = even - outer;
}

// Exchanges rows and columns.
static inline void turn(lanes rows[most_side]) {
    lanes a = __builtin_shufflevector(rows[0], rows[1], 0, 4, 1, 5);
    lanes b = __builtin_shufflevector(rows[2], rows[3], 0, 4, 1, 5);
    lanes c = __builtin_shufflevector(rows[0], rows[1], 2, 6, 3, 7);
    lanes d = __builtin_shufflevector(rows[2], rows[3], 2, 6, 3, 7);
    rows[0] = __builtin_shufflevector(a, b, 0, 1, 4, 5);
    rows[1] = __builtin_shufflevector(a, b, 2, 3, 6, 7);
    rows[2] = __builtin_shufflevector(c, d, 0, 1, 4, 5);
    rows[3] = __builtin_shufflevector(c, d, 2, 3, 6, 7);
}

static void make_large_block(const float block[], float *target, size_t stride) {
    lanes rows[most_side];
    memcpy(rows, block, sizeof rows);
    mix(rows);
    turn(rows);
    mix(rows);
    turn(rows);
    for (size_t row = 0; row < most_side; row += 1) memcpy(target + row * stride, &rows[row], sizeof rows[row]);
}

// The pixels of one direction from its frequencies: `count` of them, `step` apart.
static inline void mix_few(float *values, int count, int step) {
    static const float middle = 0.70710678f;
    if (count == 1) return;
    if (count == 2) {
        float sum = values[0], difference = values[step] * middle;
        values[0] = sum + difference;
        values[step] = sum - difference;
        return;
    }
    lanes each[most_side];
    for (int index = 0; index < most_side; index += 1) each[index] = (lanes){values[index * step]};
    mix(each);
    for (int index = 0; index < most_side; index += 1) values[index * step] = each[index][0];
}

static inline void make_small_block(float block[], int width, int height, float *target, size_t stride) {
    for (int column = 0; column < width; column += 1) mix_few(block + column, height, width);
    for (int row = 0; row < height; row += 1) {
        mix_few(block + row * width, width, 1);
        memcpy(target + (size_t)row * stride, block + row * width, (size_t)width * sizeof *target);
    }
}

static inline void make_block(const plane *of, float block[], float *target, size_t stride) {
    if (of->width == most_side && of->height == most_side) make_large_block(block, target, stride);
    // Almost every other one, with numbers that the compiler knows.
    else if (of->width == 2 && of->height == 2) make_small_block(block, 2, 2, target, stride);
    else make_small_block(block, of->width, of->height, target, stride);
}

static int read_block(jpeg_small *small, int index, float *target) {
    const plane *of = &small->planes[index];
    float block[jpeg_small_values + 1] = {0};
    int found = jpeg_codes_read_block(small->codes, index, &of->wanted, block);
    if (found < 0) return -1;
    if (found == 0) {
        for (int row = 0; row < of->height; row += 1)
            for (int column = 0; column < of->width; column += 1)
                target[(size_t)row * small->stride + (size_t)column] = block[0];
        return 0;
    }
    make_block(of, block, target, small->stride);
    return 0;
}

static int read_units(jpeg_small *small) {
    for (unsigned unit = 0; unit < small->units; unit += 1) {
        if (jpeg_codes_begin_unit(small->codes) != 0) return -1;
        for (int index = 0; index < small->plane_count; index += 1) {
            const plane *of = &small->planes[index];
            float *start = of->rows + (size_t)unit * (size_t)(of->across * of->width);
            for (int block = 0; block < of->across * of->down; block += 1) {
                size_t row = (size_t)(block / of->across * of->height);
                size_t column = (size_t)(block % of->across * of->width);
                if (read_block(small, index, start + row * small->stride + column) != 0) return -1;
            }
        }
    }
    return 0;
}

// MARK: Colours

static inline numbers limited(lanes value) {
    lanes least = {0}, most = {255, 255, 255, 255};
    numbers is_more = value > least;
    value = (lanes)((numbers)value & is_more);
    numbers is_less = value < most;
    value = (lanes)(((numbers)value & is_less) | ((numbers)most & ~is_less));
    return __builtin_convertvector(value, numbers);
}

static inline numbers rgba(numbers red, numbers green, numbers blue) {
#if __BYTE_ORDER__ == __ORDER_LITTLE_ENDIAN__
    numbers opaque = (numbers){0} + (int32_t)0xFF000000;
    return red | green << 8 | blue << 16 | opaque;
#else
    return red << 24 | green << 16 | blue << 8 | 255;
#endif
}

static inline numbers colours(const jpeg_small *small, size_t place) {
    // The middle of the range is zero in a file; and for rounding.
    lanes light = *(const lanes *)(const void *)(small->planes[0].rows + place) + 128.5f;
    if (small->plane_count == 1) {
        numbers grey = limited(light);
        return rgba(grey, grey, grey);
    }
    lanes blueness = *(const lanes *)(const void *)(small->planes[1].rows + place);
    lanes redness = *(const lanes *)(const void *)(small->planes[2].rows + place);
    return rgba(
        limited(light + redness * 1.402f), limited(light - blueness * 0.344136f - redness * 0.714136f),
        limited(light + blueness * 1.772f));
}

int jpeg_small_read_row(jpeg_small *small, uint8_t *row) {
    unsigned line = small->done % small->height;
    if (line == 0 && read_units(small) != 0) return -1;
    small->done += 1;
    size_t width = small->decoder->output_width, start = (size_t)line * small->stride;
    for (size_t column = 0; column < width; column += lane_count) {
        numbers pixels = colours(small, start + column);
        size_t count = width - column < lane_count ? width - column : lane_count;
        memcpy(row + column * bytes_per_pixel, &pixels, count * bytes_per_pixel);
    }
    return 0;
}

int jpeg_small_end(jpeg_small *small) { return jpeg_codes_end(small->codes); }
