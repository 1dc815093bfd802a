#pragma once

// An open movie.

#include "CMedia.h"

#include <libavformat/avformat.h>

struct cmedia_movie {
    AVFormatContext *format;
    AVIOContext *io;
    AVStream *stream;
    int64_t maximum_pixels;
    int descriptor;
    int64_t position;
};

// libavcodec's names of the allowed video decoders, separated by commas.
extern const char *const cmedia_picture_codecs;

cmedia_track cmedia_track_of(const cmedia_movie *movie, const AVStream *stream);
// False without memory.
// `factor`: of the copy's pictures.
int cmedia_copy_display_matrix(const AVStream *from, AVStream *to, double factor);
