#include "CMedia.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
    // NULL for a part of the file, and for zeros.
    uint8_t *bytes;
    // In the file; -1 for anything else.
    int64_t offset;
    int64_t length;
} piece;

struct cmedia_input {
    int descriptor;
    piece *pieces;
    size_t count;
    int64_t size;
};

cmedia_input *cmedia_input_new(int descriptor) {
    cmedia_input *input = calloc(1, sizeof *input);
    if (input) input->descriptor = descriptor;
    return input;
}

void cmedia_input_free(cmedia_input *input) {
    for (size_t index = 0; index < input->count; index += 1) free(input->pieces[index].bytes);
    free(input->pieces);
    free(input);
}

static int add(cmedia_input *input, piece added) {
    int64_t size;
    if (added.length < 0 || __builtin_add_overflow(input->size, added.length, &size)) return -1;
    piece *pieces = realloc(input->pieces, (input->count + 1) * sizeof *pieces);
    if (!pieces) return -1;
    pieces[input->count] = added;
    input->pieces = pieces;
    input->count += 1;
    input->size = size;
    return 0;
}

int cmedia_input_add_file(cmedia_input *input, int64_t offset, int64_t length) {
    return add(input, (piece){.offset = offset, .length = length});
}

int cmedia_input_add_zeros(cmedia_input *input, int64_t length) {
    return add(input, (piece){.offset = -1, .length = length});
}

int cmedia_input_add_bytes(cmedia_input *input, const void *bytes, size_t length) {
    // malloc(0) may return NULL.
    uint8_t *copy = malloc(length + 1);
    if (!copy) return -1;
    memcpy(copy, bytes, length);
    int result = add(input, (piece){.bytes = copy, .offset = -1, .length = (int64_t)length});
    if (result != 0) free(copy);
    return result;
}

int64_t cmedia_input_size(const cmedia_input *input) {
    return input->count == 0 ? cmedia_file_size(input->descriptor) : input->size;
}

int64_t cmedia_input_read(const cmedia_input *input, void *bytes, size_t length, int64_t offset) {
    if (input->count == 0) return cmedia_read_at(input->descriptor, bytes, length, offset);
    if (offset < 0 || offset >= input->size) return 0;
    uint8_t *target = bytes;
    int64_t done = 0, start = 0;
    for (size_t index = 0; index < input->count && done < (int64_t)length; index += 1) {
        const piece *here = &input->pieces[index];
        int64_t within = offset + done - start;
        start += here->length;
        if (within < 0 || within >= here->length) continue;
        int64_t count = here->length - within;
        if (count > (int64_t)length - done) count = (int64_t)length - done;
        if (here->bytes) {
            memcpy(target + done, here->bytes + within, (size_t)count);
        } else if (here->offset < 0) {
            memset(target + done, 0, (size_t)count);
        } else {
            int64_t read = cmedia_read_at(input->descriptor, target + done, (size_t)count, here->offset + within);
            // The file was truncated meanwhile.
            if (read != count) return read < 0 ? read : done + read;
        }
        done += count;
    }
    return done;
}
