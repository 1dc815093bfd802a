#include "CPlaceNames.h"

static const uint8_t list[] = {
#embed "../PlaceNames/Data/places.tsv"
};

static const uint8_t countries[] = {
#embed "../PlaceNames/Data/countries.tsv"
};

const uint8_t *cplacenames_list(size_t *count) {
    *count = sizeof list;
    return list;
}

const uint8_t *cplacenames_countries(size_t *count) {
    *count = sizeof countries;
    return countries;
}
