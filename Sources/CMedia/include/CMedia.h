#pragma once

// What Swift cannot call of libvips (variadic functions, GObject), libav (nested structs, macros) and libraw (bit
// fields). Formats, limits and metadata are decided in Swift; nothing here looks at a file's name, and every byte of a
// file is read with pread from a descriptor, whose own position is neither used nor moved.

#include <stddef.h>
#include <stdint.h>

typedef enum {
    CMEDIA_OK = 0,
    // The file is corrupt or truncated, or its decoder failed.
    CMEDIA_DAMAGED = 1,
    // The codec or the variant of the format is not supported.
    CMEDIA_UNSUPPORTED = 2,
    CMEDIA_NO_MEMORY = 3,
    // There is no space for the output.
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

// How the picture of a JPEG file is scaled down: by libjpeg to eighths (1, 2, 4 or 8) while it decodes, and from that
// to a size, as stored, that is no larger.
typedef struct {
    int32_t eighths;
    int32_t width;
    int32_t height;
} cmedia_jpeg_scale;

// Initializes the libraries: one thread per operation, no caches, only the loaders above, no messages. Call it once per
// process, before anything else.
cmedia_status cmedia_start(void);

// Limits this process: bytes of address space and of a written file, open files (or fewer, where the hard limit is
// lower), seconds of processor time, no core files. Returns 0 or an errno.
int cmedia_limit_process(uint64_t address_space, uint64_t file_size, uint64_t open_files, uint64_t seconds);

// Reads at most `length` bytes at `offset`. Returns their number, 0 at the end of the file, -1 on an error.
int64_t cmedia_read_at(int descriptor, void *bytes, size_t length, int64_t offset);
// Returns the size in bytes, -1 for anything but a regular file.
int64_t cmedia_file_size(int descriptor);

// The bytes that an image decoder reads: a file, or pieces of one with other bytes in between.

typedef struct cmedia_input cmedia_input;

// The whole file until pieces are added. Borrows the descriptor. NULL without memory.
cmedia_input *cmedia_input_new(int descriptor);
// Each appends a piece: a part of the file, a copy of these bytes, or zeros. Returns 0, or -1 without memory.
int cmedia_input_add_file(cmedia_input *input, int64_t offset, int64_t length);
int cmedia_input_add_bytes(cmedia_input *input, const void *bytes, size_t length);
int cmedia_input_add_zeros(cmedia_input *input, int64_t length);
int64_t cmedia_input_read(const cmedia_input *input, void *bytes, size_t length, int64_t offset);
int64_t cmedia_input_size(const cmedia_input *input);
void cmedia_input_free(cmedia_input *input);

// Still images. An input must outlive the images opened from it.

typedef struct cmedia_picture cmedia_picture;

typedef struct {
    // As stored.
    int32_t width;
    int32_t height;
    int32_t pages;
    // EXIF orientation, 1 to 8; 1 for formats whose decoder rotates the image itself.
    int32_t orientation;
} cmedia_picture_header;

// Reads the header alone. `picture` is released with cmedia_picture_close.
cmedia_status cmedia_picture_open(const cmedia_input *input, cmedia_loader loader, cmedia_picture **picture);
cmedia_picture_header cmedia_picture_get_header(const cmedia_picture *picture);
// Returns a metadata block ("exif-data", "xmp-data", "icc-profile-data"), valid while the picture is open; NULL without
// one.
const void *cmedia_picture_get_block(const cmedia_picture *picture, const char *name, size_t *length);
void cmedia_picture_close(cmedia_picture *picture);

enum {
    // Fails on every error of the decoder. Otherwise missing and corrupt parts are filled in.
    CMEDIA_STRICT = 1,
    // Converts the colours to sRGB by the embedded profile. Only with a profile: libvips shifts the colours of others.
    CMEDIA_HAS_PROFILE = 2,
    // CMYK in which 0 means no ink, as in JPEG's standard. libvips expects Adobe's, in which 255 means no ink.
    CMEDIA_PLAIN_INKS = 4,
};

// Decodes an image, upright, to this size, which is the image's own or smaller. `options`: see above. `is_damaged`: the
// decoder has reported damage of pixels and continued, as only JPEG's does. `shrink`: for a JPEG file 2, 4 or 8, by
// which it is scaled down while decoding, without falling below the wanted size; otherwise 1.
cmedia_status cmedia_picture_pixels(
    const cmedia_input *input, int32_t width, int32_t height, int32_t shrink, int options, cmedia_buffer *pixels,
    int *is_damaged);
// Writes the upright picture of a JPEG file to an empty memfd, scaled down and rotated by `orientation`: rows as in
// cmedia_buffer. CMEDIA_UNSUPPORTED for CMYK and for a scale that would enlarge the picture; CMEDIA_DAMAGED for every
// warning of libjpeg. The memfd's content is undefined after a failure.
cmedia_status cmedia_jpeg_write_pixels(
    const cmedia_input *input, cmedia_jpeg_scale scale, int32_t orientation, int descriptor);
// Decodes the rows before the decoder fails, the others in middle grey, and scales them down to fit.
cmedia_status cmedia_picture_salvage(
    const cmedia_input *input, cmedia_loader loader, int32_t width, int32_t height, cmedia_buffer *pixels);
// Decodes an encoded image in memory, rotates it by `orientation` instead of its own, and scales it down to fit.
// `is_damaged`: as in cmedia_picture_pixels.
cmedia_status cmedia_encoded_pixels(
    const void *bytes, size_t length, int32_t width, int32_t height, int32_t orientation, cmedia_buffer *pixels,
    int *is_damaged);
// The same for pixels in memory, `bands` (3 or 4) bytes each.
cmedia_status cmedia_raw_pixels(
    const void *bytes, int32_t source_width, int32_t source_height, int32_t bands, int32_t width, int32_t height,
    int32_t orientation, cmedia_buffer *pixels);
// Encodes an image in full size as JPEG, `quality` 1 to 100, with its EXIF (including the orientation), XMP, IPTC and
// colour profile. Transparency becomes white; samples of more than 8 bits are reduced to 8. Every warning of the
// decoder is an error. `options`: CMEDIA_PLAIN_INKS or none.
cmedia_status cmedia_picture_jpeg(
    const cmedia_input *input, cmedia_loader loader, int32_t quality, int options, cmedia_buffer *file);
// Encodes RGBA pixels as JPEG, `quality` 1 to 100. Transparency becomes white.
cmedia_status cmedia_encode_jpeg(
    const void *rgba, int32_t width, int32_t height, int32_t quality, cmedia_buffer *file);

// Movies.

typedef struct cmedia_movie cmedia_movie;

typedef struct {
    // As stored, with the pixel aspect ratio applied.
    int32_t width;
    int32_t height;
    // Like EXIF's, 1 to 8, from the display matrix.
    int32_t orientation;
    // Seconds, 0 when unknown.
    double duration;
    // Frames per second, 0 when unknown.
    double frame_rate;
} cmedia_movie_header;

// `demuxer`: libav's name of the container. CMEDIA_UNSUPPORTED without a video track.
cmedia_status cmedia_movie_open(int descriptor, const char *demuxer, int64_t maximum_pixels, cmedia_movie **movie);
cmedia_movie_header cmedia_movie_get_header(const cmedia_movie *movie);
// Returns a string of the metadata of the container or the video track, valid while the movie is open, or NULL.
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
    // As stored, with the pixel aspect ratio applied.
    int32_t width;
    int32_t height;
    // a, b, c, d, tx, ty: x' = ax + cy + tx, y' = bx + dy + ty.
    double transform[6];
    // Frames per second, 0 when unknown.
    double frame_rate;
    // Bits per second, 0 when unknown.
    int64_t data_rate;
    // In units of 1/timescale seconds.
    int64_t start;
    int64_t duration;
    int32_t timescale;
    // ISO 639-2, null-terminated.
    char language[4];
    int is_enabled;
    // PQ or HLG.
    int is_hdr;
} cmedia_track;

int32_t cmedia_movie_track_count(const cmedia_movie *movie);
// `index` is below the count.
cmedia_track cmedia_movie_get_track(const cmedia_movie *movie, int32_t index);
// Decodes the first frame, upright, scaled down to fit. Once per open movie.
cmedia_status cmedia_movie_poster(cmedia_movie *movie, int32_t width, int32_t height, cmedia_buffer *pixels);
void cmedia_movie_close(cmedia_movie *movie);

// The settings of an export.
typedef struct {
    // libav's name of the container.
    const char *muxer;
    // Whether video is encoded as H.264, and audio that is not AAC as AAC.
    int transcodes;
    int only_sound;
    // The longer and the shorter side of the box for the frames, in either orientation; 0 for their own size.
    int32_t width;
    int32_t height;
    // H.264's quantizer, 0 to 51; lower is better.
    int32_t quality;
    // Prefers speed over size.
    int is_quick;
    // Fragments for a browser, with the timestamps of the whole movie.
    int is_fragmented;
    int keeps_metadata;
    // Microseconds from the beginning. A negative duration means up to the end.
    int64_t start;
    int64_t duration;
    // Bytes.
    int64_t maximum_size;
} cmedia_export;

// Reports progress in thousandths, 1 to 999, strictly increasing.
typedef void (*cmedia_progress)(void *context, int32_t thousandths);

// Writes a movie to an empty file. Once per open movie, without a poster before. CMEDIA_FULL when the file would exceed
// its limit or the disk is full; CMEDIA_UNSUPPORTED when the container does not support a codec, or a decoder is
// missing.
cmedia_status cmedia_movie_export(
    cmedia_movie *movie, const cmedia_export *settings, int descriptor, cmedia_progress progress, void *context);

// Camera raw files.

typedef struct cmedia_raw cmedia_raw;

typedef struct {
    // Of the visible image, before rotation.
    int32_t width;
    int32_t height;
    // Like EXIF's, 1 to 8.
    int32_t orientation;
    // Seconds since 1970 as if the camera's clock were UTC (the process runs with TZ=UTC); 0 when unknown.
    int64_t timestamp;
    // Null-terminated.
    char make[64];
    char model[64];
} cmedia_raw_header;

// Reads the whole file into memory.
cmedia_status cmedia_raw_open(int descriptor, cmedia_raw **raw);
cmedia_raw_header cmedia_raw_get_header(const cmedia_raw *raw);
// Decodes the image, upright, scaled down to fit: the camera's preview if that is large enough, otherwise the developed
// image, otherwise a smaller preview. `is_damaged`: libraw or libjpeg has reported damage.
cmedia_status cmedia_raw_picture(
    cmedia_raw *raw, int32_t width, int32_t height, cmedia_buffer *pixels, int *is_damaged);
void cmedia_raw_close(cmedia_raw *raw);
