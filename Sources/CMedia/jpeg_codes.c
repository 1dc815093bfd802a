#include "jpeg_codes.h"

#include <endian.h>
#include <stdlib.h>
#include <string.h>

enum {
    // Bits of the codes that are looked up; longer ones are rare.
    look_bits = 11,
    looks = 1 << look_bits,
    most_code_bits = 16,
    most_symbols = 256,
    // The most bits of a block's first value. libjpeg allows no more.
    most_first_bits = 15,
    most_components = 4,
    most_unit_blocks = 10,
    // Bytes of the longest possible unit, in which each value has the longest code and 15 bits, and of what is loaded
    // at a time behind it.
    unit_room = most_unit_blocks * jpeg_block_values * 4 + 16,
    // Bytes of codes at a time.
    room = (64 << 10) + unit_room,
    first_restart = 0xD0,
    end_of_image = 0xD9,
    end_of_block = 0,
    // A run of 16 zeros, as the symbol's upper half.
    longest_run = 15,
};

// One symbol: bits of its code, 0 for a code that is not looked up.
typedef struct {
    uint8_t length;
    uint8_t symbol;
} look;

// As many symbols of a block, with the values behind them, as `look_bits` tell of. `length`: their bits; 0 where there
// is no whole code. `places`: the values that they are good for, and one more where the block ends.
typedef struct {
    uint8_t length;
    uint8_t places : 7;
    uint8_t ends : 1;
} jump;

typedef struct {
    look looks[looks];
    jump jumps[looks];
    // For longer codes: the first that is longer than those of a length, in 16 bits; and what makes the index of a
    // symbol of it.
    uint32_t ends[most_code_bits + 1];
    int32_t offsets[most_code_bits + 1];
    uint8_t symbols[most_symbols];
} code_table;

// Bits that were not read yet, the first one uppermost; of `buffer`, `count` were counted, and more may be there.
typedef struct {
    uint64_t buffer;
    unsigned count;
    const uint8_t *next;
} bit_reader;

struct jpeg_codes {
    j_decompress_ptr decoder;
    code_table *first[most_components];
    code_table *others[most_components];
    code_table tables[2 * NUM_HUFF_TBLS];
    uint32_t predictions[most_components];
    // Units until the next restart marker; 0 in a file without any.
    unsigned units_left;
    unsigned next_restart;
    bit_reader bits;
    // The end of the codes in `bytes`. Zeros follow.
    uint8_t *end;
    // The marker after `end`, 0 while more codes may follow.
    int marker;
    uint8_t bytes[room + unit_room];
};

// MARK: Tables

static void add_looks(code_table *table, uint32_t code, unsigned length, uint8_t symbol) {
    if (length > look_bits) return;
    uint32_t start = code << (look_bits - length), count = 1u << (look_bits - length);
    for (uint32_t index = 0; index < count; index += 1) table->looks[start + index] = (look){(uint8_t)length, symbol};
}

static jump jump_of(const code_table *table, uint32_t bits) {
    jump made = {0};
    unsigned length = 0, places = 0;
    while (length < look_bits) {
        look next = table->looks[bits << length & (looks - 1)];
        // Its end may be behind the bits that are known, where it is not known what it is.
        if (next.length == 0 || length + next.length > look_bits) break;
        unsigned size = next.symbol & 15, run = next.symbol >> 4;
        made.ends = size == 0 && run != longest_run;
        length += next.length + size;
        places += made.ends ? 1 : run + 1;
        made.length = (uint8_t)length;
        made.places = (uint8_t)(places & 127);
        if (made.ends || places >= jpeg_block_values) break;
    }
    return made;
}

// 0, or -1 for a table that libjpeg refuses, too.
static int make_table(code_table *table, const JHUFF_TBL *from, int is_first) {
    uint32_t code = 0;
    int32_t index = 0;
    memcpy(table->symbols, from->huffval, sizeof table->symbols);
    for (unsigned length = 1; length <= most_code_bits; length += 1) {
        table->offsets[length] = index - (int32_t)code;
        for (int left = from->bits[length]; left > 0; left -= 1, index += 1, code += 1) {
            if (index >= most_symbols || code >= 1u << length) return -1;
            if (is_first && table->symbols[index] > most_first_bits) return -1;
            add_looks(table, code, length, table->symbols[index]);
        }
        table->ends[length] = code << (most_code_bits - length);
        code <<= 1;
    }
    if (is_first) return 0;
    for (uint32_t bits = 0; bits < looks; bits += 1) table->jumps[bits] = jump_of(table, bits);
    return 0;
}

static code_table *table_at(jpeg_codes *codes, int number, int is_first) {
    if (number < 0 || number >= NUM_HUFF_TBLS) return NULL;
    const JHUFF_TBL *from =
        is_first ? codes->decoder->dc_huff_tbl_ptrs[number] : codes->decoder->ac_huff_tbl_ptrs[number];
    code_table *table = &codes->tables[is_first ? number : NUM_HUFF_TBLS + number];
    return from && make_table(table, from, is_first) == 0 ? table : NULL;
}

static int is_supported(j_decompress_ptr decoder) {
    if (decoder->progressive_mode || decoder->arith_code || jpeg_has_multiple_scans(decoder)) return 0;
    if (decoder->data_precision != 8 || decoder->comps_in_scan > most_components) return 0;
    int blocks = 0;
    for (int index = 0; index < decoder->comps_in_scan; index += 1)
        blocks += decoder->cur_comp_info[index]->h_samp_factor * decoder->cur_comp_info[index]->v_samp_factor;
    if (decoder->comps_in_scan > 1 && blocks > most_unit_blocks) return 0;
    return decoder->Ss == 0 && decoder->Se == jpeg_block_values - 1 && decoder->Ah == 0 && decoder->Al == 0;
}

static void restart(jpeg_codes *codes, const uint8_t *start) {
    codes->bits = (bit_reader){.next = start};
    codes->units_left = codes->decoder->restart_interval;
    memset(codes->predictions, 0, sizeof codes->predictions);
}

jpeg_codes *jpeg_codes_new(j_decompress_ptr decoder) {
    if (!is_supported(decoder)) return NULL;
    jpeg_codes *codes = calloc(1, sizeof *codes);
    if (!codes) return NULL;
    codes->decoder = decoder;
    for (int index = 0; index < decoder->comps_in_scan; index += 1) {
        const jpeg_component_info *component = decoder->cur_comp_info[index];
        codes->first[index] = table_at(codes, component->dc_tbl_no, 1);
        codes->others[index] = table_at(codes, component->ac_tbl_no, 0);
        if (!codes->first[index] || !codes->others[index]) {
            free(codes);
            return NULL;
        }
    }
    codes->end = codes->bytes;
    restart(codes, codes->bytes);
    return codes;
}

void jpeg_codes_free(jpeg_codes *codes) { free(codes); }

// MARK: Bytes

// The next byte of the file. Its source does not return when there is none.
static int next_byte(j_decompress_ptr decoder) {
    struct jpeg_source_mgr *source = decoder->src;
    if (source->bytes_in_buffer == 0) source->fill_input_buffer(decoder);
    source->bytes_in_buffer -= 1;
    return *source->next_input_byte++;
}

// Fills `bytes` with codes up to a marker.
static void fill(jpeg_codes *codes) {
    struct jpeg_source_mgr *source = codes->decoder->src;
    size_t kept = (size_t)(codes->end - codes->bits.next);
    memmove(codes->bytes, codes->bits.next, kept);
    codes->bits.next = codes->bytes;
    codes->end = codes->bytes + kept;
    const uint8_t *full = codes->bytes + room;
    while (codes->marker == 0 && codes->end < full) {
        if (source->bytes_in_buffer == 0) source->fill_input_buffer(codes->decoder);
        size_t most = (size_t)(full - codes->end);
        if (most > source->bytes_in_buffer) most = source->bytes_in_buffer;
        const uint8_t *escape = memchr(source->next_input_byte, 0xFF, most);
        size_t count = escape ? (size_t)(escape - source->next_input_byte) : most;
        memcpy(codes->end, source->next_input_byte, count);
        codes->end += count;
        source->next_input_byte += count;
        source->bytes_in_buffer -= count;
        if (!escape) continue;
        int byte;
        do byte = next_byte(codes->decoder);
        while (byte == 0xFF);
        // The byte 0xFF among codes is followed by 0.
        if (byte == 0) *codes->end++ = 0xFF;
        else codes->marker = byte;
    }
    memset(codes->end, 0, unit_room);
}

// The bits behind the last one that was read. Fewer than none: zeros behind the end of codes were read.
static int64_t bits_left(const jpeg_codes *codes) {
    return (codes->end - codes->bits.next) * 8 + (int64_t)codes->bits.count;
}

// 0 when everything up to the marker was read, except bits that fill the last byte.
static int finish_segment(jpeg_codes *codes) {
    if (codes->marker == 0 && codes->end - codes->bits.next < 8) fill(codes);
    int64_t left = bits_left(codes);
    return codes->marker != 0 && left >= 0 && left < 8 ? 0 : -1;
}

int jpeg_codes_begin_unit(jpeg_codes *codes) {
    if (codes->decoder->restart_interval > 0) {
        if (codes->units_left == 0) {
            if (finish_segment(codes) != 0 || codes->marker != first_restart + (int)codes->next_restart) return -1;
            codes->next_restart = (codes->next_restart + 1) % 8;
            codes->marker = 0;
            codes->end = codes->bytes;
            restart(codes, codes->bytes);
        }
        codes->units_left -= 1;
    }
    if (codes->end - codes->bits.next < unit_room) {
        // What the buffer has loaded may be behind the end already.
        if (bits_left(codes) < 0) return -1;
        if (codes->marker == 0) fill(codes);
    }
    return 0;
}

int jpeg_codes_end(jpeg_codes *codes) {
    return finish_segment(codes) == 0 && codes->marker == end_of_image ? 0 : -1;
}

// MARK: Codes

// At least 56 bits are there then. Bits above `count` are loaded again, which changes nothing.
static inline void load(bit_reader *bits) {
    uint64_t more;
    memcpy(&more, bits->next, sizeof more);
    bits->buffer |= be64toh(more) >> bits->count;
    bits->next += (63 - bits->count) >> 3;
    bits->count |= 56;
}

static inline void skip(bit_reader *bits, unsigned count) {
    bits->buffer <<= count;
    bits->count -= count;
}

// Reads a symbol by its code, of which all bits are loaded. -1 for a code that has none.
static inline int read_symbol(const code_table *table, bit_reader *bits) {
    look found = table->looks[bits->buffer >> (64 - look_bits)];
    if (__builtin_expect(found.length > 0, 1)) {
        skip(bits, found.length);
        return found.symbol;
    }
    uint32_t code = (uint32_t)(bits->buffer >> (64 - most_code_bits));
    unsigned length = look_bits + 1;
    while (length <= most_code_bits && code >= table->ends[length]) length += 1;
    if (length > most_code_bits) return -1;
    skip(bits, length);
    return table->symbols[(int32_t)(code >> (most_code_bits - length)) + table->offsets[length]];
}

// Reads a value of 1 to 15 bits. Those whose first bit is 0 are negative.
static inline int32_t read_value(bit_reader *bits, unsigned size) {
    int32_t value = (int32_t)(bits->buffer >> (64 - size));
    skip(bits, size);
    return value < 1 << (size - 1) ? value - (1 << size) + 1 : value;
}

// Reads a symbol and leaves its value out. Returns the next place; `jpeg_block_values` at the end of the block, more
// for a damaged file.
static int skip_value(const code_table *table, bit_reader *bits, int place) {
    load(bits);
    int symbol = read_symbol(table, bits);
    if (symbol < 0) return jpeg_block_values + 1;
    int size = symbol & 15, run = symbol >> 4;
    if (size == 0 && run != longest_run) return jpeg_block_values;
    skip(bits, (unsigned)size);
    return place + run + 1;
}

int jpeg_codes_read_block(
    jpeg_codes *codes, int component, const jpeg_wanted_values *wanted, float block[jpeg_small_values + 1]) {
    bit_reader bits = codes->bits;
    load(&bits);
    int size = read_symbol(codes->first[component], &bits);
    if (size < 0) return -1;
    if (size > 0) codes->predictions[component] += (uint32_t)read_value(&bits, (unsigned)size);
    block[0] = (float)(int32_t)codes->predictions[component] * wanted->factors[0];
    const code_table *table = codes->others[component];
    int place = 1, found = 0;
    while (place <= wanted->last) {
        load(&bits);
        int symbol = read_symbol(table, &bits);
        if (symbol < 0) return -1;
        int run = symbol >> 4;
        size = symbol & 15;
        place += run;
        if (size == 0) {
            if (run != longest_run) {
                codes->bits = bits;
                return found;
            }
        } else {
            if (place >= jpeg_block_values) return -1;
            block[wanted->places[place]] = (float)read_value(&bits, (unsigned)size) * wanted->factors[place];
            found = place;
        }
        place += 1;
    }
    while (place < jpeg_block_values) {
        load(&bits);
        // Two of them are at most 52 bits.
        for (int turn = 0; turn < 2; turn += 1) {
            jump next = table->jumps[bits.buffer >> (64 - look_bits)];
            // Where the block ends, what follows the last value is another block's.
            if (__builtin_expect(next.length == 0 || place + next.places > jpeg_block_values, 0)) {
                place = skip_value(table, &bits, place);
                break;
            }
            skip(&bits, next.length);
            place = next.ends ? jpeg_block_values : place + next.places;
            if (place == jpeg_block_values) break;
        }
    }
    codes->bits = bits;
    return place == jpeg_block_values ? found : -1;
}
