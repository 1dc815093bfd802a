#include "CLanguages.h"

// The files of Sources/Languages/Catalogues, each embedded and listed in the table below.

static const uint8_t english[] = {
#embed "../Languages/Catalogues/en.json"
};
static const uint8_t japanese[] = {
#embed "../Languages/Catalogues/ja.json"
};
static const uint8_t chinese[] = {
#embed "../Languages/Catalogues/zh-Hans.json"
};
static const uint8_t korean[] = {
#embed "../Languages/Catalogues/ko.json"
};
static const uint8_t vietnamese[] = {
#embed "../Languages/Catalogues/vi.json"
};
static const uint8_t german[] = {
#embed "../Languages/Catalogues/de.json"
};

#define CATALOGUE(tag, bytes) { tag, bytes, sizeof bytes }

static const struct clanguages_catalogue catalogues[] = {
    CATALOGUE("en", english),    CATALOGUE("ja", japanese),   CATALOGUE("zh-Hans", chinese),
    CATALOGUE("ko", korean),     CATALOGUE("vi", vietnamese), CATALOGUE("de", german),
};

const struct clanguages_catalogue *clanguages_catalogues(size_t *count) {
    *count = sizeof catalogues / sizeof catalogues[0];
    return catalogues;
}
