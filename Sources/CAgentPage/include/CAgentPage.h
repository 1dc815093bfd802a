// The files of the agent's page, as they were when the program was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

const uint8_t *cagentpage_index(size_t *count);
const uint8_t *cagentpage_style(size_t *count);
const uint8_t *cagentpage_script(size_t *count);
const uint8_t *cagentpage_icon(size_t *count);
