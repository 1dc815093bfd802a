#include "resizer.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    channels = 4,
    lanes_of_samples = 8,
    // Bits behind the point: of a sample before it is weighted, of a weight, and of the sum of a column. The cubic's
    // overshoot takes a sum to less than 1.5 times the range of samples.
    sample_bits = 7,
    weight_bits = 15,
    sum_bits = sample_bits + weight_bits - 16,
};

// The pixels of the source that make one of the target, and their weights.
typedef struct {
    size_t start;
    size_t count;
    // Index of the first weight.
    size_t weights;
} taps;

typedef struct {
    taps *taps;
    float *weights;
    // The most pixels of one.
    size_t most;
} kernel;

struct resizer {
    resize_axis across;
    resize_axis down;
    kernel columns;
    kernel rows;
    // The latest rows of the source: row n is at n modulo `rows.most`.
    uint8_t *kept;
    // Bytes of each, which are a multiple of `lanes_of_samples`.
    size_t stride;
    size_t read;
    size_t made;
    int16_t *sums;
    // The sums as numbers that are weighted without conversion.
    float *line;
};

typedef float pixel __attribute__((vector_size(16)));
typedef int32_t lanes __attribute__((vector_size(16)));
typedef uint8_t sample_bytes __attribute__((vector_size(4)));
typedef int16_t samples __attribute__((vector_size(16)));
typedef uint8_t sample_group __attribute__((vector_size(8)));
typedef int32_t products __attribute__((vector_size(32)));

static const double reach = 2;

static double weight_at(double distance) {
    double x = fabs(distance);
    if (x < 1) return (1.5 * x - 2.5) * x * x + 1;
    if (x < reach) return ((-0.5 * x + 2.5) * x - 4) * x + 2;
    return 0;
}

// Returns 0, or -1 without memory.
static int make_kernel(kernel *kernel, resize_axis axis) {
    double width = axis.step > 1 ? axis.step : 1;
    size_t room = (size_t)ceil(2 * reach * width) + 1;
    kernel->taps = calloc(axis.to, sizeof *kernel->taps);
    kernel->weights = calloc(axis.to, room * sizeof *kernel->weights);
    if (!kernel->taps || !kernel->weights) return -1;
    for (size_t place = 0; place < axis.to; place += 1) {
        double centre = ((double)place + 0.5) * axis.step - 0.5;
        double first = ceil(centre - reach * width), last = floor(centre + reach * width);
        double end = (double)axis.from - 1;
        first = first < 0 ? 0 : first > end ? end : first;
        last = last > end ? end : last < first ? first : last;
        taps *here = &kernel->taps[place];
        *here = (taps){(size_t)first, (size_t)(last - first) + 1, place * room};
        if (here->count > room) here->count = room;
        if (here->count > kernel->most) kernel->most = here->count;
        float *weights = kernel->weights + here->weights;
        double sum = 0;
        for (size_t index = 0; index < here->count; index += 1)
            sum += weight_at((first + (double)index - centre) / width);
        for (size_t index = 0; index < here->count; index += 1) {
            double weight = weight_at((first + (double)index - centre) / width);
            // The middle of a source of few pixels may have no weight at all.
            weights[index] = (float)(sum > 0 ? weight / sum : 1 / (double)here->count);
        }
    }
    return 0;
}

resizer *resizer_new(resize_axis across, resize_axis down) {
    resizer *new = calloc(1, sizeof *new);
    if (!new) return NULL;
    new->across = across;
    new->down = down;
    if (make_kernel(&new->columns, across) != 0 || make_kernel(&new->rows, down) != 0) goto failed;
    new->stride = (across.from * channels + lanes_of_samples - 1) / lanes_of_samples * lanes_of_samples;
    new->kept = calloc(new->rows.most, new->stride);
    new->sums = aligned_alloc(sizeof(samples), new->stride * sizeof *new->sums);
    new->line = aligned_alloc(sizeof(pixel), across.from * sizeof(pixel));
    if (new->kept && new->sums && new->line) return new;
failed:
    resizer_free(new);
    return NULL;
}

void resizer_free(resizer *old) {
    if (!old) return;
    free(old->columns.taps);
    free(old->columns.weights);
    free(old->rows.taps);
    free(old->rows.weights);
    free(old->kept);
    free(old->sums);
    free(old->line);
    free(old);
}

static uint8_t *kept_row(const resizer *here, size_t row) {
    return here->kept + row % here->rows.most * here->stride;
}

uint8_t *resizer_place(resizer *here) {
    const taps *next = &here->rows.taps[here->made];
    if (here->read >= next->start + next->count) return NULL;
    here->read += 1;
    return kept_row(here, here->read - 1);
}

// The upper halves of the products.
static samples weighted(samples values, samples weights) {
    products product = __builtin_convertvector(values, products) * __builtin_convertvector(weights, products);
    return __builtin_convertvector(product >> 16, samples);
}

// The row of the target before it is scaled across.
static void add_rows(const resizer *here, const taps *rows) {
    samples *sums = (samples *)(void *)here->sums;
    // Each product is rounded down, by half a unit on average.
    samples missing = (samples){0} + (int16_t)(rows->count / 2);
    for (size_t place = 0; place < here->stride / lanes_of_samples; place += 1) sums[place] = missing;
    for (size_t index = 0; index < rows->count; index += 1) {
        const sample_group *row = (const sample_group *)(const void *)kept_row(here, rows->start + index);
        double weight = here->rows.weights[rows->weights + index] * (1 << weight_bits);
        samples weights = (samples){0} + (int16_t)lround(weight > INT16_MAX ? INT16_MAX : weight);
        for (size_t place = 0; place < here->stride / lanes_of_samples; place += 1)
            sums[place] += weighted(__builtin_convertvector(row[place], samples) << sample_bits, weights);
    }
}

static pixel limited(pixel value) {
    pixel least = {0}, most = {255, 255, 255, 255};
    lanes is_more = value > least;
    value = (pixel)((lanes)value & is_more);
    lanes is_less = value < most;
    return (pixel)(((lanes)value & is_less) | ((lanes)most & ~is_less));
}

void resizer_make_row(resizer *here, uint8_t *target) {
    add_rows(here, &here->rows.taps[here->made]);
    here->made += 1;
    float *line = here->line;
    for (size_t place = 0; place < here->across.from * channels; place += 1)
        line[place] = (float)here->sums[place] * (1.0f / (1 << sum_bits));
    const pixel *pixels = (const pixel *)line;
    for (size_t place = 0; place < here->across.to; place += 1) {
        const taps *columns = &here->columns.taps[place];
        const float *weights = here->columns.weights + columns->weights;
        // For rounding.
        pixel sum = {0.5f, 0.5f, 0.5f, 0.5f};
        for (size_t index = 0; index < columns->count; index += 1)
            sum += pixels[columns->start + index] * weights[index];
        sample_bytes bytes = __builtin_convertvector(__builtin_convertvector(limited(sum), lanes), sample_bytes);
        memcpy(target + place * channels, &bytes, sizeof bytes);
    }
}
