// The catalogues of what the person's tools say, as they were when the program was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct clanguages_catalogue {
    // As in BCP 47.
    const char *tag;
    // JSON.
    const uint8_t *bytes;
    size_t count;
};

// Every catalogue. The table lives as long as the program.
const struct clanguages_catalogue *clanguages_catalogues(size_t *count);
