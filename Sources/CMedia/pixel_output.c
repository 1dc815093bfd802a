#define _GNU_SOURCE
#include "pixel_output.h"

#include <errno.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <unistd.h>

// Since Linux 5.14 and 6.1. Debian 12's headers lack the second.
#ifndef MADV_POPULATE_WRITE
#define MADV_POPULATE_WRITE 23
#endif
#ifndef MADV_COLLAPSE
#define MADV_COLLAPSE 25
#endif

// Bytes, where pages have 4 KiB. On systems with larger pages the kernel refuses to collapse so few.
static const size_t huge_page = 2 << 20;

static uint8_t *round_up(uint8_t *place, size_t unit) {
    return place + (unit - (uintptr_t)place % unit) % unit;
}

// Maps the memfd at a multiple of a huge page. NULL without address space.
static uint8_t *map_aligned(int descriptor, size_t size) {
    size_t reserved = size + huge_page;
    uint8_t *start = mmap(NULL, reserved, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (start == MAP_FAILED) return NULL;
    uint8_t *place = round_up(start, huge_page);
    uint8_t *end = round_up(place + size, (size_t)sysconf(_SC_PAGESIZE));
    if (place > start) munmap(start, (size_t)(place - start));
    if (end < start + reserved) munmap(end, (size_t)(start + reserved - end));
    uint8_t *mapped = mmap(place, size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED, descriptor, 0);
    if (mapped != MAP_FAILED) return mapped;
    munmap(place, (size_t)(end - place));
    return NULL;
}

// Allocates all pages, huge ones as far as possible. 0, or -1: running out of memory is an error here instead of a
// SIGBUS later. The kernel refuses huge pages where `shmem_enabled` is `deny`.
static int populate(uint8_t *mapped, size_t size) {
    for (size_t start = 0; start + huge_page <= size; start += huge_page) {
        // The kernel collapses only ranges that have a page.
        if (madvise(mapped + start, 1, MADV_POPULATE_WRITE) != 0) return -1;
        if (madvise(mapped + start, huge_page, MADV_COLLAPSE) != 0) return -1;
    }
    return madvise(mapped, size, MADV_POPULATE_WRITE);
}

int pixel_output_open(pixel_output *output, int descriptor, size_t size, size_t strip_size) {
    *output = (pixel_output){.descriptor = descriptor, .size = size};
    if (size >= huge_page && ftruncate(descriptor, (off_t)size) == 0) {
        output->mapped = map_aligned(descriptor, size);
        if (output->mapped && populate(output->mapped, size) == 0) return 0;
        pixel_output_close(output);
        if (ftruncate(descriptor, 0) != 0) return -1;
    }
    output->strip = malloc(strip_size);
    return output->strip ? 0 : -1;
}

uint8_t *pixel_output_place(const pixel_output *output) {
    return output->mapped ? output->mapped + output->done : output->strip;
}

static int write_all(int descriptor, const uint8_t *bytes, size_t length) {
    while (length > 0) {
        ssize_t count = write(descriptor, bytes, length);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) return -1;
        bytes += count;
        length -= (size_t)count;
    }
    return 0;
}

int pixel_output_advance(pixel_output *output, size_t count) {
    output->done += count;
    return output->mapped ? 0 : write_all(output->descriptor, output->strip, count);
}

void pixel_output_close(pixel_output *output) {
    if (output->mapped) munmap(output->mapped, output->size);
    free(output->strip);
    output->mapped = NULL;
    output->strip = NULL;
}

uint8_t *cmedia_allocate_pixels(size_t size) {
    if (size < huge_page) return malloc(size);
    void *memory = NULL;
    if (posix_memalign(&memory, huge_page, size) != 0) return NULL;
    // Refused by kernels without huge pages.
    (void)madvise(memory, size, MADV_HUGEPAGE);
    return memory;
}
