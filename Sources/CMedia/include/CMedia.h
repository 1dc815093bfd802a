#pragma once

// What Swift cannot call of libvips (variadic functions, GObject), libav (nested structs, macros) and libraw (bit
// fields). Formats, limits and metadata are decided in Swift; nothing here looks at a file's name, and every byte of a
// file is read with pread from a descriptor, whose own position is neither used nor moved.

#include <stddef.h>
#include <stdint.h>

typedef enum {
    CMEDIA_OK = 0,
    // The bytes are not what they should be, or a decoder gave up on them.
    CMEDIA_DAMAGED = 1,
    // The codec or the variant of the format is not one that is decoded.
    CMEDIA_UNSUPPORTED = 2,
    CMEDIA_NO_MEMORY = 3,
    // What is written has no room.
    CMEDIA_FULL = 4,
} cmedia_status;

typedef enum {
    CMEDIA_LOADER_JPEG = 1,
    CMEDIA_LOADER_PNG = 2,
    CMEDIA_LOADER_GIF = 3,
    CMEDIA_LOADER_WEBP = 4,
    CMEDIA_LOADER_TIFF = 5,
    CMEDIA_LOADER_HEIF = 6,
    CMEDIA_LOADER_JPEG2000 = 7,
} cmedia_loader;

// Pixels or an encoded file, owned by the caller, released with cmedia_buffer_free. Pixels are rows from the top, RGBA,
// 8 bits, sRGB, without padding.
typedef struct {
    uint8_t *bytes;
    size_t length;
    int32_t width;
    int32_t height;
} cmedia_buffer;

void cmedia_buffer_free(cmedia_buffer *buffer);

typedef struct {
    int32_t width;
    int32_t height;
} cmedia_size;

// Once in a process, before anything else: one thread an operation, no caches, only the loaders above, libraries
// silent.
cmedia_status cmedia_start(void);

// Limits that bind this whole process: bytes of address space and of a file that it writes, open files, seconds of
// processor time, no core files. 0 or an errno.
int cmedia_limit_process(uint64_t address_space, uint64_t file_size, uint64_t open_files, uint64_t seconds);

// As many of the bytes at `offset` as there are, 0 at the end, -1 on an error.
int64_t cmedia_read_at(int descriptor, void *bytes, size_t length, int64_t offset);
// -1 when it is not a regular file.
int64_t cmedia_file_size(int descriptor);

// What a picture's decoder reads: a file, or what is left of one with the rest made up.

typedef struct cmedia_input cmedia_input;

// Without pieces it is the whole file. The descriptor is borrowed. NULL when there is no memory.
cmedia_input *cmedia_input_new(int descriptor);
// Each adds bytes behind those that are there already: a part of the file, a copy of these bytes, or zeros. 0, or -1
// when there is no memory.
int cmedia_input_add_file(cmedia_input *input, int64_t offset, int64_t length);
int cmedia_input_add_bytes(cmedia_input *input, const void *bytes, size_t length);
int cmedia_input_add_zeros(cmedia_input *input, int64_t length);
int64_t cmedia_input_read(const cmedia_input *input, void *bytes, size_t length, int64_t offset);
int64_t cmedia_input_size(const cmedia_input *input);
void cmedia_input_free(cmedia_input *input);

// Still pictures. An input outlives the pictures that were opened of it.

typedef struct cmedia_picture cmedia_picture;

typedef struct {
    // As stored.
    int32_t width;
    int32_t height;
    int32_t pages;
    // EXIF, 1 to 8; 1 where the format's decoder already turns the picture.
    int32_t orientation;
} cmedia_picture_header;

// Reads the header alone. `picture` is released with cmedia_picture_close.
cmedia_status cmedia_picture_open(const cmedia_input *input, cmedia_loader loader, cmedia_picture **picture);
cmedia_picture_header cmedia_picture_get_header(const cmedia_picture *picture);
// A metadata block ("exif-data", "xmp-data", "icc-profile-data"), valid as long as the picture is open; NULL when there
// is none.
const void *cmedia_picture_get_block(const cmedia_picture *picture, const char *name, size_t *length);
void cmedia_picture_close(cmedia_picture *picture);

enum {
    // What the decoder calls an error is one; else what is missing or garbled is filled in.
    CMEDIA_STRICT = 1,
    // The picture's own colours are turned into sRGB. Only for one that has a profile: libvips shifts the colours of
    // others.
    CMEDIA_HAS_PROFILE = 2,
    // Of JPEG's four inks, 0 is none, as its committee has it and Adobe has not. libvips takes all for Adobe's.
    CMEDIA_PLAIN_INKS = 4,
};

// The upright picture at this size, which is its own or smaller. `options`: of those above. `is_damaged`: the decoder
// complained of something that belongs to the picture; only JPEG's says so and decodes on. `shrink`: 2, 4 or 8 for a
// JPEG file that is decoded at that part of its size, which is no smaller than what is wanted; else 1.
cmedia_status cmedia_picture_pixels(
    const cmedia_input *input, int32_t width, int32_t height, int32_t shrink, int options, cmedia_buffer *pixels,
    int *is_damaged);
// Writes the upright picture of a JPEG file to an empty memfd, scaled to `eighths` (1 to 8) of its size: rows as in
// cmedia_buffer. `stored`: the size at that scale, before rotation by `orientation`. CMEDIA_UNSUPPORTED for CMYK and
// for another size; CMEDIA_DAMAGED for every warning of libjpeg. The memfd's content is undefined after a failure.
cmedia_status cmedia_jpeg_write_pixels(
    const cmedia_input *input, int32_t eighths, int32_t orientation, cmedia_size stored, int descriptor);
// The same of the rows that come out before the decoder gives up, the others in middle grey, made smaller (never
// larger) to fit.
cmedia_status cmedia_picture_salvage(
    const cmedia_input *input, cmedia_loader loader, int32_t width, int32_t height, cmedia_buffer *pixels);
// The same of an encoded picture in memory, turned by `orientation` and by nothing that the picture says. `is_damaged`:
// as in cmedia_picture_pixels.
cmedia_status cmedia_encoded_pixels(
    const void *bytes, size_t length, int32_t width, int32_t height, int32_t orientation, cmedia_buffer *pixels,
    int *is_damaged);
// The same of pixels in memory, `bands` (3 or 4) bytes each.
cmedia_status cmedia_raw_pixels(
    const void *bytes, int32_t source_width, int32_t source_height, int32_t bands, int32_t width, int32_t height,
    int32_t orientation, cmedia_buffer *pixels);
// A JPEG file of the picture in its own size, `quality` 1 to 100, with its EXIF, XMP, IPTC and colour profile, and
// turned as the file is: by its orientation, not by its pixels. Transparency over white; more than 8 bits are cut to 8.
// Any complaint of the decoder is an error. `options`: CMEDIA_PLAIN_INKS or none.
cmedia_status cmedia_picture_jpeg(
    const cmedia_input *input, cmedia_loader loader, int32_t quality, int options, cmedia_buffer *file);
// A JPEG file of RGBA pixels, transparency over white, `quality` 1 to 100.
cmedia_status cmedia_encode_jpeg(
    const void *rgba, int32_t width, int32_t height, int32_t quality, cmedia_buffer *file);

// Movies.

typedef struct cmedia_movie cmedia_movie;

typedef struct {
    // Of the picture as stored, pixel aspect ratio applied.
    int32_t width;
    int32_t height;
    // Like EXIF's, 1 to 8, from the display matrix.
    int32_t orientation;
    // Seconds, 0 when unknown.
    double duration;
    // Frames a second, 0 when unknown.
    double frame_rate;
} cmedia_movie_header;

// `demuxer` is libav's name of the container. CMEDIA_UNSUPPORTED when there is no picture track.
cmedia_status cmedia_movie_open(int descriptor, const char *demuxer, int64_t maximum_pixels, cmedia_movie **movie);
cmedia_movie_header cmedia_movie_get_header(const cmedia_movie *movie);
// A text of the container's or the picture track's metadata, valid as long as the movie is open, or NULL.
const char *cmedia_movie_get_tag(const cmedia_movie *movie, const char *key);

typedef enum {
    CMEDIA_TRACK_VIDEO = 1,
    CMEDIA_TRACK_AUDIO = 2,
    CMEDIA_TRACK_TEXT = 3,
    CMEDIA_TRACK_TIMECODE = 4,
    CMEDIA_TRACK_METADATA = 5,
} cmedia_track_kind;

typedef struct {
    int32_t number;
    cmedia_track_kind kind;
    // Four characters, the first in the highest byte; 0 when unknown.
    uint32_t format;
    // As stored, pixel aspect ratio applied.
    int32_t width;
    int32_t height;
    // a, b, c, d, tx, ty: x' = ax + cy + tx, y' = bx + dy + ty.
    double transform[6];
    // Frames a second, 0 when unknown.
    double frame_rate;
    // Bits a second, 0 when unknown.
    int64_t data_rate;
    // In parts of which a second has `timescale`.
    int64_t start;
    int64_t duration;
    int32_t timescale;
    // ISO 639-2, ended by a zero byte.
    char language[4];
    int is_enabled;
    // PQ or HLG.
    int is_hdr;
} cmedia_track;

int32_t cmedia_movie_track_count(const cmedia_movie *movie);
// `index` is below the count.
cmedia_track cmedia_movie_get_track(const cmedia_movie *movie, int32_t index);
// The first picture, upright, made smaller to fit. Once for an open movie.
cmedia_status cmedia_movie_poster(cmedia_movie *movie, int32_t width, int32_t height, cmedia_buffer *pixels);
void cmedia_movie_close(cmedia_movie *movie);

// What is to be made of a movie.
typedef struct {
    // libav's name of the container.
    const char *muxer;
    // Whether pictures, and sound that is not AAC, are encoded anew, as H.264 and AAC.
    int transcodes;
    int only_sound;
    // The longer and the shorter side of the box that pictures are made to fit into, whichever way they are turned; 0
    // for their own size.
    int32_t width;
    int32_t height;
    // H.264's: less is better, 0 to 51.
    int32_t quality;
    // Encodes as fast as it can, at the cost of size.
    int is_quick;
    // As pieces for a browser, whose times are those of the whole movie.
    int is_fragmented;
    int keeps_metadata;
    // Microseconds from the beginning; a negative duration is all that follows.
    int64_t start;
    int64_t duration;
    // Bytes.
    int64_t maximum_size;
} cmedia_export;

// How much is done: thousandths, 1 to 999, always more than before.
typedef void (*cmedia_progress)(void *context, int32_t thousandths);

// Writes a movie to an empty file. Once for an open movie, which has had no poster taken. CMEDIA_FULL when the file, or
// its disk, has no room; CMEDIA_UNSUPPORTED when the container takes no such codec, or there is no decoder.
cmedia_status cmedia_movie_export(
    cmedia_movie *movie, const cmedia_export *settings, int descriptor, cmedia_progress progress, void *context);

// Camera raw files.

typedef struct cmedia_raw cmedia_raw;

typedef struct {
    // Of the visible picture, before it is turned.
    int32_t width;
    int32_t height;
    // Like EXIF's, 1 to 8.
    int32_t orientation;
    // Seconds since 1970 as if the camera's clock were UTC (the process runs with TZ=UTC); 0 when unknown.
    int64_t timestamp;
    // Ended by a zero byte.
    char make[64];
    char model[64];
} cmedia_raw_header;

// Holds the whole file in memory.
cmedia_status cmedia_raw_open(int descriptor, cmedia_raw **raw);
cmedia_raw_header cmedia_raw_get_header(const cmedia_raw *raw);
// The upright picture, made smaller to fit: the camera's own preview if it is large enough, else developed, else a
// smaller preview. `is_damaged`: libraw met bytes that are not what they should be.
cmedia_status cmedia_raw_picture(
    cmedia_raw *raw, int32_t width, int32_t height, cmedia_buffer *pixels, int *is_damaged);
void cmedia_raw_close(cmedia_raw *raw);
