#include "CPlaceNames.h"

static const uint8_t list[] = {
#embed "../PlaceNames/Data/places.tsv"
};

const uint8_t *cplacenames_list(size_t *count) {
    *count = sizeof list;
    return list;
}
