// The files of the agent's page, as they were when the program was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

struct cagentpage_file {
    // Without a slash.
    const char *name;
    // For Content-Type.
    const char *type;
    const uint8_t *bytes;
    size_t count;
};

// Every file of the page. The table lives as long as the program.
const struct cagentpage_file *cagentpage_files(size_t *count);
