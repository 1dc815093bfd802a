#include "movies.h"

#include <errno.h>
#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avstring.h>
#include <libavutil/bswap.h>
#include <libavutil/imgutils.h>
#include <libswscale/swscale.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

// The limits of reading a movie up to its first frame.
enum { maximum_packets = 2000, maximum_packet_bytes = 256 << 20, io_buffer_size = 64 << 10 };

// Called by cmedia_start.
void cmedia_silence_movies(void);
void cmedia_silence_movies(void) { av_log_set_level(AV_LOG_QUIET); }

static int io_read(void *opaque, uint8_t *buffer, int length) {
    cmedia_movie *movie = opaque;
    int64_t count = cmedia_read_at(movie->descriptor, buffer, (size_t)length, movie->position);
    if (count < 0) return AVERROR(EIO);
    if (count == 0) return AVERROR_EOF;
    movie->position += count;
    return (int)count;
}

static int64_t io_seek(void *opaque, int64_t offset, int whence) {
    cmedia_movie *movie = opaque;
    int64_t size = cmedia_file_size(movie->descriptor);
    if (size < 0) return AVERROR(EIO);
    if (whence == AVSEEK_SIZE) return size;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? movie->position : size;
    int64_t target;
    if (__builtin_add_overflow(base, offset, &target) || target < 0) return AVERROR(EINVAL);
    movie->position = target;
    return target;
}

// The codecs that cameras, phones and editors write. libavcodec's other decoders are unreachable.
const char *const cmedia_picture_codecs =
    "h264,hevc,mpeg4,msmpeg4v3,mpeg1video,mpeg2video,mjpeg,h263,vp8,vp9,libdav1d,av1,prores,dvvideo,svq1,svq3,"
    "rawvideo,cinepak,dnxhd";

void cmedia_movie_close(cmedia_movie *movie) {
    if (movie->format) avformat_close_input(&movie->format);
    if (movie->io) {
        av_freep(&movie->io->buffer);
        avio_context_free(&movie->io);
    }
    free(movie);
}

cmedia_status cmedia_movie_open(int descriptor, const char *demuxer, int64_t maximum_pixels, cmedia_movie **result) {
    cmedia_movie *movie = calloc(1, sizeof *movie);
    unsigned char *buffer = av_malloc(io_buffer_size);
    if (!movie || !buffer) {
        free(movie);
        av_free(buffer);
        return CMEDIA_NO_MEMORY;
    }
    movie->descriptor = descriptor;
    movie->maximum_pixels = maximum_pixels;
    cmedia_status status = CMEDIA_NO_MEMORY;
    AVDictionary *options = NULL;
    movie->io = avio_alloc_context(buffer, io_buffer_size, 0, movie, io_read, NULL, io_seek);
    if (!movie->io) {
        av_free(buffer);
        goto failed;
    }
    movie->format = avformat_alloc_context();
    if (!movie->format) goto failed;
    movie->format->pb = movie->io;
    movie->format->flags |= AVFMT_FLAG_CUSTOM_IO;
    const AVInputFormat *input = av_find_input_format(demuxer);
    if (!input) {
        status = CMEDIA_UNSUPPORTED;
        goto failed;
    }
    // libav opens no other file, whatever this one refers to.
    if (av_dict_set(&options, "protocol_whitelist", "none", 0) < 0) goto failed;
    if (av_dict_set(&options, "codec_whitelist", cmedia_picture_codecs, 0) < 0) goto failed;
    // avformat_open_input frees and clears movie->format when it fails.
    status = CMEDIA_DAMAGED;
    if (avformat_open_input(&movie->format, NULL, input, &options) < 0) goto failed;
    av_dict_free(&options);
    // Its failure shows in the video track's parameters.
    (void)avformat_find_stream_info(movie->format, NULL);
    status = CMEDIA_UNSUPPORTED;
    for (unsigned index = 0; index < movie->format->nb_streams && !movie->stream; index += 1) {
        AVStream *stream = movie->format->streams[index];
        if (stream->codecpar->codec_type == AVMEDIA_TYPE_VIDEO && stream->codecpar->width > 0
            && stream->codecpar->height > 0 && !(stream->disposition & AV_DISPOSITION_ATTACHED_PIC))
            movie->stream = stream;
    }
    if (!movie->stream) goto failed;
    *result = movie;
    return CMEDIA_OK;
failed:
    av_dict_free(&options);
    cmedia_movie_close(movie);
    return status;
}

static double frame_rate_of(const AVStream *stream) {
    AVRational rate = stream->avg_frame_rate.num > 0 ? stream->avg_frame_rate : stream->r_frame_rate;
    return rate.num > 0 && rate.den > 0 ? av_q2d(rate) : 0;
}

// The nine numbers of a track's display matrix, or NULL.
static const int32_t *display_matrix(const AVStream *stream) {
    size_t size = 0;
    const void *matrix = av_stream_get_side_data(stream, AV_PKT_DATA_DISPLAYMATRIX, &size);
    return size >= 9 * sizeof(int32_t) ? matrix : NULL;
}

int cmedia_copy_display_matrix(const AVStream *from, AVStream *to, double factor) {
    const int32_t *matrix = display_matrix(from);
    if (!matrix) return 1;
    int32_t scaled[9];
    memcpy(scaled, matrix, sizeof scaled);
    for (int index = 6; index < 8; index += 1) scaled[index] = (int32_t)round(scaled[index] * factor);
    uint8_t *copy = av_stream_new_side_data(to, AV_PKT_DATA_DISPLAYMATRIX, sizeof scaled);
    if (copy) memcpy(copy, scaled, sizeof scaled);
    return !!copy;
}

// EXIF's orientation for the quarter turns and mirrorings of a display matrix (x' = ax + cy, y' = bx + dy).
static int32_t orientation_of(const AVStream *stream) {
    const int32_t *matrix = display_matrix(stream);
    if (!matrix) return 1;
    int64_t a = matrix[0], b = matrix[1], c = matrix[3], d = matrix[4];
    if (llabs(a) + llabs(d) >= llabs(b) + llabs(c)) {
        if (a >= 0) return d >= 0 ? 1 : 4;
        return d >= 0 ? 2 : 3;
    }
    if (b >= 0) return c >= 0 ? 5 : 6;
    return c >= 0 ? 8 : 7;
}

// The width for display when pixels are not square.
static int32_t shown_width(const AVStream *stream) {
    AVRational aspect = stream->sample_aspect_ratio.num ? stream->sample_aspect_ratio
                                                        : stream->codecpar->sample_aspect_ratio;
    if (aspect.num > 0 && aspect.den > 0 && aspect.num != aspect.den) {
        double wide = round((double)stream->codecpar->width * aspect.num / aspect.den);
        if (wide >= 1 && wide <= 1e6) return (int32_t)wide;
    }
    return stream->codecpar->width;
}

cmedia_movie_header cmedia_movie_get_header(const cmedia_movie *movie) {
    const AVStream *stream = movie->stream;
    cmedia_movie_header header = {
        .width = shown_width(stream),
        .height = stream->codecpar->height,
        .orientation = orientation_of(stream),
    };
    if (movie->format->duration != AV_NOPTS_VALUE && movie->format->duration > 0)
        header.duration = (double)movie->format->duration / AV_TIME_BASE;
    else if (stream->duration != AV_NOPTS_VALUE && stream->duration > 0)
        header.duration = (double)stream->duration * av_q2d(stream->time_base);
    header.frame_rate = frame_rate_of(stream);
    return header;
}

int32_t cmedia_movie_track_count(const cmedia_movie *movie) { return (int32_t)movie->format->nb_streams; }

static cmedia_track_kind kind_of(const AVStream *stream) {
    switch (stream->codecpar->codec_type) {
    case AVMEDIA_TYPE_VIDEO: return CMEDIA_TRACK_VIDEO;
    case AVMEDIA_TYPE_AUDIO: return CMEDIA_TRACK_AUDIO;
    case AVMEDIA_TYPE_SUBTITLE: return CMEDIA_TRACK_TEXT;
    default:
        return stream->codecpar->codec_tag == MKTAG('t', 'm', 'c', 'd') ? CMEDIA_TRACK_TIMECODE
                                                                        : CMEDIA_TRACK_METADATA;
    }
}

static void set_transform(cmedia_track *track, const AVStream *stream) {
    const int32_t *matrix = display_matrix(stream);
    if (!matrix) {
        track->transform[0] = track->transform[3] = 1;
        return;
    }
    static const int places[] = {0, 1, 3, 4, 6, 7};
    for (int index = 0; index < 6; index += 1) track->transform[index] = matrix[places[index]] / 65536.0;
}

cmedia_track cmedia_movie_get_track(const cmedia_movie *movie, int32_t index) {
    return cmedia_track_of(movie, movie->format->streams[index]);
}

cmedia_track cmedia_track_of(const cmedia_movie *movie, const AVStream *stream) {
    const AVCodecParameters *parameters = stream->codecpar;
    cmedia_track track = {
        .number = stream->id,
        .kind = kind_of(stream),
        .format = av_bswap32(parameters->codec_tag),
        .data_rate = parameters->bit_rate,
        .timescale = 1,
        .is_enabled = !!(stream->disposition & AV_DISPOSITION_DEFAULT),
    };
    set_transform(&track, stream);
    if (track.kind == CMEDIA_TRACK_VIDEO) {
        track.width = shown_width(stream);
        track.height = parameters->height;
        track.frame_rate = frame_rate_of(stream);
        track.is_hdr = parameters->color_trc == AVCOL_TRC_SMPTE2084 || parameters->color_trc == AVCOL_TRC_ARIB_STD_B67;
    }
    AVRational base = stream->time_base;
    if (base.num > 0 && base.den > 0) {
        track.timescale = base.den;
        int64_t start = stream->start_time == AV_NOPTS_VALUE ? 0 : stream->start_time;
        int64_t duration = stream->duration;
        // Containers without a duration per track have one for the whole.
        if (duration == AV_NOPTS_VALUE && movie->format->duration != AV_NOPTS_VALUE)
            duration = av_rescale_q(movie->format->duration, AV_TIME_BASE_Q, base);
        // Values out of range stay 0.
        if (__builtin_mul_overflow(start, base.num, &track.start)) track.start = 0;
        if (duration == AV_NOPTS_VALUE || __builtin_mul_overflow(duration, base.num, &track.duration))
            track.duration = 0;
    }
    const AVDictionaryEntry *language = av_dict_get(stream->metadata, "language", NULL, 0);
    if (language && strlen(language->value) == 3 && strcmp(language->value, "und") != 0)
        memcpy(track.language, language->value, 4);
    return track;
}

const char *cmedia_movie_get_tag(const cmedia_movie *movie, const char *key) {
    const AVDictionaryEntry *entry = av_dict_get(movie->format->metadata, key, NULL, 0);
    if (!entry) entry = av_dict_get(movie->stream->metadata, key, NULL, 0);
    return entry ? entry->value : NULL;
}

static cmedia_status decode_first(cmedia_movie *movie, AVCodecContext *decoder, AVFrame *frame) {
    AVPacket *packet = av_packet_alloc();
    if (!packet) return CMEDIA_NO_MEMORY;
    int64_t bytes = 0;
    cmedia_status status = CMEDIA_DAMAGED;
    for (int count = 0; count < maximum_packets && bytes < maximum_packet_bytes; count += 1) {
        int end = av_read_frame(movie->format, packet) < 0;
        if (!end && packet->stream_index != movie->stream->index) {
            av_packet_unref(packet);
            continue;
        }
        if (!end) bytes += packet->size;
        // Skips a damaged packet.
        (void)avcodec_send_packet(decoder, end ? NULL : packet);
        av_packet_unref(packet);
        if (avcodec_receive_frame(decoder, frame) == 0) {
            status = CMEDIA_OK;
            break;
        }
        if (end) break;
    }
    av_packet_free(&packet);
    return status;
}

// Uses the frame's colour matrix and range; by default BT.709 for HD and BT.601 for SD.
static void set_colours(struct SwsContext *scaler, const AVFrame *frame) {
    int space = frame->colorspace == AVCOL_SPC_UNSPECIFIED || frame->colorspace == AVCOL_SPC_RGB
        ? (frame->height >= 720 ? SWS_CS_ITU709 : SWS_CS_ITU601)
        : (int)frame->colorspace;
    const int *matrix = sws_getCoefficients(space);
    int full = frame->color_range == AVCOL_RANGE_JPEG || frame->format == AV_PIX_FMT_YUVJ420P
        || frame->format == AV_PIX_FMT_YUVJ422P || frame->format == AV_PIX_FMT_YUVJ444P;
    // Fails for RGB frames, which need no conversion.
    (void)sws_setColorspaceDetails(scaler, matrix, full, sws_getCoefficients(SWS_CS_DEFAULT), 1, 0, 1 << 16, 1 << 16);
}

static cmedia_status scale(
    const AVFrame *frame, int32_t width, int32_t height, int32_t orientation, cmedia_buffer *pixels) {
    struct SwsContext *scaler = sws_getContext(
        frame->width, frame->height, frame->format, width, height, AV_PIX_FMT_RGBA, SWS_AREA | SWS_ACCURATE_RND, NULL,
        NULL, NULL);
    if (!scaler) return CMEDIA_UNSUPPORTED;
    set_colours(scaler, frame);
    uint8_t *planes[4] = {0};
    int strides[4] = {0};
    cmedia_status status = CMEDIA_NO_MEMORY;
    // libswscale writes past the end of a row whose length is no multiple of its vectors.
    if (av_image_alloc(planes, strides, width, height, AV_PIX_FMT_RGBA, 64) >= 0) {
        status = CMEDIA_DAMAGED;
        if (sws_scale(scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, planes, strides)
            == height) {
            size_t row = (size_t)width * 4;
            for (int32_t line = 1; line < height; line += 1)
                memmove(planes[0] + row * (size_t)line, planes[0] + (size_t)strides[0] * (size_t)line, row);
            // The limits were applied before; quarter turns exchange the sides.
            int32_t longest = width > height ? width : height;
            status = cmedia_raw_pixels(planes[0], width, height, 4, longest, longest, orientation, pixels);
        }
        av_freep(&planes[0]);
    }
    sws_freeContext(scaler);
    return status;
}

cmedia_status cmedia_movie_poster(cmedia_movie *movie, int32_t width, int32_t height, cmedia_buffer *pixels) {
    const AVCodec *codec = avcodec_find_decoder(movie->stream->codecpar->codec_id);
    if (!codec || !av_match_list(codec->name, cmedia_picture_codecs, ',')) return CMEDIA_UNSUPPORTED;
    AVCodecContext *decoder = avcodec_alloc_context3(codec);
    AVFrame *frame = av_frame_alloc();
    cmedia_status status = CMEDIA_NO_MEMORY;
    if (!decoder || !frame) goto done;
    status = CMEDIA_DAMAGED;
    if (avcodec_parameters_to_context(decoder, movie->stream->codecpar) < 0) goto done;
    decoder->thread_count = 1;
    decoder->max_pixels = movie->maximum_pixels;
    if (avcodec_open2(decoder, codec, NULL) < 0) goto done;
    status = decode_first(movie, decoder, frame);
    if (status != CMEDIA_OK) goto done;

    cmedia_movie_header header = cmedia_movie_get_header(movie);
    int turned = header.orientation >= 5;
    double limit_width = turned ? height : width, limit_height = turned ? width : height;
    double factor = fmin(1, fmin(limit_width / header.width, limit_height / header.height));
    int32_t fitted_width = (int32_t)fmax(1, round(header.width * factor));
    int32_t fitted_height = (int32_t)fmax(1, round(header.height * factor));
    status = scale(frame, fitted_width, fitted_height, header.orientation, pixels);
done:
    av_frame_free(&frame);
    avcodec_free_context(&decoder);
    return status;
}
