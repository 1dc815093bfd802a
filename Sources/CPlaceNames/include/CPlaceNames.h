// The lists of places and countries, as they were when the program was built.
#pragma once

#include <stddef.h>
#include <stdint.h>

// The bytes of Sources/PlaceNames/Data/places.tsv. They live as long as the program.
const uint8_t *cplacenames_list(size_t *count);

// The same for Sources/PlaceNames/Data/countries.tsv.
const uint8_t *cplacenames_countries(size_t *count);
