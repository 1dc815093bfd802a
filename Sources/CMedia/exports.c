#include "CMedia.h"
#include "movies.h"

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/audio_fifo.h>
#include <libavutil/avstring.h>
#include <libavutil/opt.h>
#include <libswresample/swresample.h>
#include <libswscale/swscale.h>
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

// Exports of movies: packets are copied, or decoded and encoded.
//
// Reads the movie from start to end, one packet at a time. Holds at most two frames, some audio, and what libavformat
// needs to interleave.

enum { io_size = 64 << 10, encoder_timescale = 90000, sound_rate = 48000, maximum_tracks = 64 };

// The audio codecs that cameras, phones and editors write.
static const char *const sound_codecs =
    "aac,mp3,mp2,ac3,eac3,alac,flac,opus,vorbis,amrnb,amrwb,adpcm_ima_qt,adpcm_ms,adpcm_ima_wav,pcm_alaw,pcm_mulaw,"
    "pcm_s16le,pcm_s16be,pcm_s24le,pcm_s24be,pcm_s32le,pcm_s32be,pcm_f32le,pcm_f32be,pcm_u8,pcm_s8";

typedef struct {
    AVStream *input;
    // NULL for a track that is not exported.
    AVStream *output;
    // NULL where packets are copied.
    AVCodecContext *decoder;
    AVCodecContext *encoder;
    struct SwsContext *scaler;
    AVFrame *scaled;
    SwrContext *resampler;
    AVAudioFifo *sound;
    // The timestamp of the next audio frame, in samples.
    int64_t next_sample;
    int64_t last_pts;
    int64_t last_dts;
    int has_ended;
} track;

typedef struct {
    cmedia_movie *movie;
    const cmedia_export *settings;
    AVFormatContext *output;
    AVIOContext *io;
    int descriptor;
    int64_t position;
    int64_t written;
    int is_full;
    track tracks[maximum_tracks];
    // Microseconds of the source's clock.
    int64_t start;
    int64_t end;
    // Microseconds to write, 0 when unknown.
    int64_t length;
    int32_t told;
} export;

#if LIBAVFORMAT_VERSION_MAJOR >= 61
static int io_write(void *opaque, const uint8_t *bytes, int length) {
#else
static int io_write(void *opaque, uint8_t *bytes, int length) {
#endif
    export *job = opaque;
    if (length < 0 || job->position > job->settings->maximum_size - length) {
        job->is_full = 1;
        return AVERROR(ENOSPC);
    }
    for (int done = 0; done < length;) {
        ssize_t count = pwrite(job->descriptor, bytes + done, (size_t)(length - done), job->position + done);
        if (count < 0 && errno == EINTR) continue;
        if (count <= 0) {
            job->is_full = errno == ENOSPC || errno == EDQUOT || errno == EFBIG;
            return AVERROR(EIO);
        }
        done += (int)count;
    }
    job->position += length;
    if (job->position > job->written) job->written = job->position;
    return length;
}

static int64_t io_seek(void *opaque, int64_t offset, int whence) {
    export *job = opaque;
    if (whence == AVSEEK_SIZE) return job->written;
    int64_t base = whence == SEEK_SET ? 0 : whence == SEEK_CUR ? job->position : job->written;
    int64_t target;
    if (__builtin_add_overflow(base, offset, &target) || target < 0) return AVERROR(EINVAL);
    job->position = target;
    return target;
}

static int fits_container(const export *job, enum AVCodecID codec) {
    return avformat_query_codec(job->output->oformat, codec, FF_COMPLIANCE_NORMAL) == 1;
}

static cmedia_status open_decoder(track *track, const char *whitelist, int64_t maximum_pixels) {
    const AVCodec *codec = avcodec_find_decoder(track->input->codecpar->codec_id);
    if (!codec || !av_match_list(codec->name, whitelist, ',')) return CMEDIA_UNSUPPORTED;
    track->decoder = avcodec_alloc_context3(codec);
    if (!track->decoder) return CMEDIA_NO_MEMORY;
    if (avcodec_parameters_to_context(track->decoder, track->input->codecpar) < 0) return CMEDIA_DAMAGED;
    track->decoder->pkt_timebase = track->input->time_base;
    track->decoder->thread_count = 1;
    track->decoder->max_pixels = maximum_pixels;
    return avcodec_open2(track->decoder, codec, NULL) < 0 ? CMEDIA_DAMAGED : CMEDIA_OK;
}

// `factor`: by which frames are scaled.
static cmedia_status new_stream(export *job, track *track, double factor) {
    track->output = avformat_new_stream(job->output, NULL);
    if (!track->output) return CMEDIA_NO_MEMORY;
    track->output->disposition = track->input->disposition;
    const AVDictionaryEntry *language = av_dict_get(track->input->metadata, "language", NULL, 0);
    if (language && av_dict_set(&track->output->metadata, "language", language->value, 0) < 0)
        return CMEDIA_NO_MEMORY;
    return cmedia_copy_display_matrix(track->input, track->output, factor) ? CMEDIA_OK : CMEDIA_NO_MEMORY;
}

static cmedia_status copy_track(export *job, track *track) {
    cmedia_status status = new_stream(job, track, 1);
    if (status != CMEDIA_OK) return status;
    if (avcodec_parameters_copy(track->output->codecpar, track->input->codecpar) < 0) return CMEDIA_NO_MEMORY;
    // The muxer chooses its container's tag for the codec; QuickTime's and MPEG-4's differ.
    uint32_t tag = track->input->codecpar->codec_tag;
    const AVOutputFormat *format = job->output->oformat;
    if (av_codec_get_id(format->codec_tag, tag) != track->input->codecpar->codec_id) tag = 0;
    track->output->codecpar->codec_tag = tag;
    track->output->time_base = track->input->time_base;
    track->output->sample_aspect_ratio = track->input->sample_aspect_ratio;
    track->output->avg_frame_rate = track->input->avg_frame_rate;
    return CMEDIA_OK;
}

// MARK: Pictures

static cmedia_status open_picture_encoder(export *job, track *track) {
    const AVCodec *codec = avcodec_find_encoder_by_name("libx264");
    if (!codec) return CMEDIA_UNSUPPORTED;
    const AVCodecParameters *source = track->input->codecpar;
    AVCodecContext *encoder = track->encoder = avcodec_alloc_context3(codec);
    if (!encoder) return CMEDIA_NO_MEMORY;
    cmedia_track facts = cmedia_track_of(job->movie, track->input);
    double factor = 1;
    if (job->settings->width > 0 && job->settings->height > 0) {
        // The longer side of the box applies to the longer side of the frame, in either orientation.
        double longest = fmax(job->settings->width, job->settings->height);
        double shortest = fmin(job->settings->width, job->settings->height);
        factor = fmin(1, fmin(longest / fmax(facts.width, facts.height), shortest / fmin(facts.width, facts.height)));
    }
    // Chroma has half the size in both directions, so sides are even.
    encoder->width = 2 * (int)fmax(1, round(facts.width * factor / 2));
    encoder->height = 2 * (int)fmax(1, round(facts.height * factor / 2));
    encoder->pix_fmt = AV_PIX_FMT_YUV420P;
    encoder->time_base = (AVRational){1, encoder_timescale};
    encoder->framerate = track->input->avg_frame_rate;
    encoder->sample_aspect_ratio = (AVRational){1, 1};
    encoder->color_primaries = source->color_primaries;
    encoder->color_trc = source->color_trc;
    encoder->colorspace = source->color_space == AVCOL_SPC_RGB ? AVCOL_SPC_UNSPECIFIED : source->color_space;
    encoder->color_range = AVCOL_RANGE_MPEG;
    encoder->thread_count = 1;
    encoder->gop_size = facts.frame_rate > 1 ? (int)fmin(600, round(facts.frame_rate * 2)) : 60;
    if (job->output->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    char quality[8];
    snprintf(quality, sizeof quality, "%d", job->settings->quality);
    if (av_opt_set(encoder->priv_data, "preset", job->settings->is_quick ? "ultrafast" : "veryfast", 0) < 0
        || av_opt_set(encoder->priv_data, "crf", quality, 0) < 0)
        return CMEDIA_UNSUPPORTED;
    if (job->settings->is_quick) {
        // The encoder returns every frame at once.
        if (av_opt_set(encoder->priv_data, "tune", "zerolatency", 0) < 0) return CMEDIA_UNSUPPORTED;
        encoder->max_b_frames = 0;
    }
    if (avcodec_open2(encoder, codec, NULL) < 0) return CMEDIA_UNSUPPORTED;
    cmedia_status status = new_stream(job, track, factor);
    if (status != CMEDIA_OK) return status;
    if (avcodec_parameters_from_context(track->output->codecpar, encoder) < 0) return CMEDIA_NO_MEMORY;
    track->output->time_base = encoder->time_base;
    track->output->avg_frame_rate = encoder->framerate;
    track->scaled = av_frame_alloc();
    return track->scaled ? CMEDIA_OK : CMEDIA_NO_MEMORY;
}

static cmedia_status scale_picture(track *track, const AVFrame *frame) {
    AVCodecContext *encoder = track->encoder;
    track->scaler = sws_getCachedContext(
        track->scaler, frame->width, frame->height, frame->format, encoder->width, encoder->height, encoder->pix_fmt,
        SWS_BICUBIC, NULL, NULL, NULL);
    if (!track->scaler) return CMEDIA_UNSUPPORTED;
    if (!track->scaled->data[0]) {
        track->scaled->width = encoder->width;
        track->scaled->height = encoder->height;
        track->scaled->format = encoder->pix_fmt;
        if (av_frame_get_buffer(track->scaled, 0) < 0) return CMEDIA_NO_MEMORY;
    }
    if (av_frame_make_writable(track->scaled) < 0) return CMEDIA_NO_MEMORY;
    int height = sws_scale(
        track->scaler, (const uint8_t *const *)frame->data, frame->linesize, 0, frame->height, track->scaled->data,
        track->scaled->linesize);
    return height == encoder->height ? CMEDIA_OK : CMEDIA_DAMAGED;
}

// MARK: Packets

// Converts to the track's time base.
static int64_t clock_of(const track *track, int64_t microseconds) {
    return av_rescale_q(microseconds, AV_TIME_BASE_Q, track->input->time_base);
}

// The time of the source that becomes 0.
static int64_t origin(const export *job) { return job->settings->is_fragmented ? 0 : job->start; }

static cmedia_status write_packet(export *job, track *track, AVPacket *packet) {
    packet->stream_index = track->output->index;
    packet->pos = -1;
    if (packet->dts == AV_NOPTS_VALUE) packet->dts = packet->pts;
    // Timestamps of damaged files may decrease, which muxers reject.
    if (track->last_dts != AV_NOPTS_VALUE && packet->dts <= track->last_dts) packet->dts = track->last_dts + 1;
    if (packet->pts < packet->dts) packet->pts = packet->dts;
    track->last_dts = packet->dts;
    if (av_interleaved_write_frame(job->output, packet) >= 0) return CMEDIA_OK;
    return job->is_full ? CMEDIA_FULL : CMEDIA_DAMAGED;
}

static cmedia_status take_encoded(export *job, track *track) {
    AVPacket *packet = av_packet_alloc();
    if (!packet) return CMEDIA_NO_MEMORY;
    cmedia_status status = CMEDIA_OK;
    while (status == CMEDIA_OK && avcodec_receive_packet(track->encoder, packet) == 0) {
        av_packet_rescale_ts(packet, track->encoder->time_base, track->output->time_base);
        status = write_packet(job, track, packet);
        av_packet_unref(packet);
    }
    av_packet_free(&packet);
    return status;
}

static cmedia_status encode(export *job, track *track, const AVFrame *frame) {
    // NULL: no more is to come.
    if (avcodec_send_frame(track->encoder, frame) < 0 && frame) return CMEDIA_DAMAGED;
    return take_encoded(job, track);
}

static cmedia_status encode_picture(export *job, track *track, const AVFrame *frame) {
    int64_t pts = frame->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE) return CMEDIA_OK;
    int64_t moment = av_rescale_q(pts, track->input->time_base, AV_TIME_BASE_Q);
    if (moment < job->start || moment >= job->end) return CMEDIA_OK;
    cmedia_status status = scale_picture(track, frame);
    if (status != CMEDIA_OK) return status;
    int64_t clock = av_rescale_q(moment - origin(job), AV_TIME_BASE_Q, track->encoder->time_base);
    if (track->last_pts != AV_NOPTS_VALUE && clock <= track->last_pts) return CMEDIA_OK;
    track->last_pts = track->scaled->pts = clock;
    track->scaled->pict_type = AV_PICTURE_TYPE_NONE;
    return encode(job, track, track->scaled);
}

// MARK: Sound

static cmedia_status open_sound_encoder(export *job, track *track) {
    const AVCodec *codec = avcodec_find_encoder_by_name("aac");
    if (!codec) return CMEDIA_UNSUPPORTED;
    AVCodecContext *encoder = track->encoder = avcodec_alloc_context3(codec);
    if (!encoder) return CMEDIA_NO_MEMORY;
    encoder->sample_fmt = AV_SAMPLE_FMT_FLTP;
    encoder->sample_rate = sound_rate;
    av_channel_layout_default(&encoder->ch_layout, track->decoder->ch_layout.nb_channels == 1 ? 1 : 2);
    encoder->bit_rate = 128000;
    encoder->time_base = (AVRational){1, sound_rate};
    encoder->thread_count = 1;
    if (job->output->oformat->flags & AVFMT_GLOBALHEADER) encoder->flags |= AV_CODEC_FLAG_GLOBAL_HEADER;
    if (avcodec_open2(encoder, codec, NULL) < 0) return CMEDIA_UNSUPPORTED;
    track->sound = av_audio_fifo_alloc(encoder->sample_fmt, encoder->ch_layout.nb_channels, encoder->frame_size);
    if (!track->sound) return CMEDIA_NO_MEMORY;
    cmedia_status status = new_stream(job, track, 1);
    if (status != CMEDIA_OK) return status;
    if (avcodec_parameters_from_context(track->output->codecpar, encoder) < 0) return CMEDIA_NO_MEMORY;
    track->output->time_base = encoder->time_base;
    return CMEDIA_OK;
}

// Encodes all complete frames; at the end also the last, incomplete one.
static cmedia_status encode_sound(export *job, track *track, int is_end) {
    AVCodecContext *encoder = track->encoder;
    cmedia_status status = CMEDIA_OK;
    while (status == CMEDIA_OK && av_audio_fifo_size(track->sound) >= (is_end ? 1 : encoder->frame_size)) {
        AVFrame *frame = av_frame_alloc();
        if (!frame) return CMEDIA_NO_MEMORY;
        int count = av_audio_fifo_size(track->sound);
        frame->nb_samples = count < encoder->frame_size ? count : encoder->frame_size;
        frame->format = encoder->sample_fmt;
        frame->sample_rate = encoder->sample_rate;
        frame->pts = track->next_sample;
        if (av_channel_layout_copy(&frame->ch_layout, &encoder->ch_layout) < 0 || av_frame_get_buffer(frame, 0) < 0
            || av_audio_fifo_read(track->sound, (void **)frame->data, frame->nb_samples) < frame->nb_samples) {
            status = CMEDIA_NO_MEMORY;
        } else {
            track->next_sample += frame->nb_samples;
            status = encode(job, track, frame);
        }
        av_frame_free(&frame);
    }
    return status;
}

static cmedia_status take_sound(export *job, track *track, AVFrame *frame) {
    int64_t pts = frame->best_effort_timestamp;
    if (pts == AV_NOPTS_VALUE || frame->sample_rate <= 0) return CMEDIA_OK;
    int64_t moment = av_rescale_q(pts, track->input->time_base, AV_TIME_BASE_Q);
    if (moment < job->start || moment >= job->end) return CMEDIA_OK;
    if (!track->resampler) {
        if (swr_alloc_set_opts2(
                &track->resampler, &track->encoder->ch_layout, track->encoder->sample_fmt, sound_rate,
                &frame->ch_layout, frame->format, frame->sample_rate, 0, NULL)
                < 0
            || swr_init(track->resampler) < 0)
            return CMEDIA_UNSUPPORTED;
        track->next_sample = av_rescale_q(moment - origin(job), AV_TIME_BASE_Q, track->encoder->time_base);
    }
    int count = swr_get_out_samples(track->resampler, frame->nb_samples);
    if (count < 0) return CMEDIA_DAMAGED;
    if (count == 0) return CMEDIA_OK;
    uint8_t *planes[2] = {0};
    if (av_samples_alloc(planes, NULL, track->encoder->ch_layout.nb_channels, count, track->encoder->sample_fmt, 0) < 0)
        return CMEDIA_NO_MEMORY;
    count = swr_convert(track->resampler, planes, count, (const uint8_t **)frame->extended_data, frame->nb_samples);
    cmedia_status status = CMEDIA_OK;
    if (count < 0) status = CMEDIA_DAMAGED;
    else if (av_audio_fifo_write(track->sound, (void **)planes, count) < count) status = CMEDIA_NO_MEMORY;
    av_freep(&planes[0]);
    return status == CMEDIA_OK ? encode_sound(job, track, 0) : status;
}

// MARK: The whole

static cmedia_status decode(export *job, track *track, const AVPacket *packet) {
    // Skips damaged packets. NULL at the end.
    (void)avcodec_send_packet(track->decoder, packet);
    AVFrame *frame = av_frame_alloc();
    if (!frame) return CMEDIA_NO_MEMORY;
    cmedia_status status = CMEDIA_OK;
    while (status == CMEDIA_OK && avcodec_receive_frame(track->decoder, frame) == 0) {
        status = track->decoder->codec_type == AVMEDIA_TYPE_VIDEO ? encode_picture(job, track, frame)
                                                                  : take_sound(job, track, frame);
        av_frame_unref(frame);
    }
    av_frame_free(&frame);
    return status;
}

static cmedia_status copy_packet(export *job, track *track, AVPacket *packet) {
    if (packet->pts == AV_NOPTS_VALUE) packet->pts = packet->dts;
    if (packet->pts == AV_NOPTS_VALUE) return CMEDIA_OK;
    int is_sound = track->input->codecpar->codec_type != AVMEDIA_TYPE_VIDEO;
    // Drops audio before the start. Video is needed from the last key frame.
    if (is_sound && packet->pts < clock_of(track, job->start)) return CMEDIA_OK;
    if (packet->pts >= clock_of(track, job->end)) return CMEDIA_OK;
    int64_t shift = clock_of(track, origin(job));
    packet->pts -= shift;
    if (packet->dts != AV_NOPTS_VALUE) packet->dts -= shift;
    av_packet_rescale_ts(packet, track->input->time_base, track->output->time_base);
    return write_packet(job, track, packet);
}

static cmedia_status add_track(export *job, track *track) {
    enum AVMediaType type = track->input->codecpar->codec_type;
    track->last_dts = track->last_pts = AV_NOPTS_VALUE;
    int is_cover = !!(track->input->disposition & AV_DISPOSITION_ATTACHED_PIC);
    if (type == AVMEDIA_TYPE_VIDEO && !is_cover && !job->settings->only_sound) {
        if (track->input->codecpar->width <= 0 || track->input->codecpar->height <= 0) return CMEDIA_OK;
        if (!job->settings->transcodes) {
            return fits_container(job, track->input->codecpar->codec_id) ? copy_track(job, track) : CMEDIA_UNSUPPORTED;
        }
        cmedia_status status = open_decoder(track, cmedia_picture_codecs, job->movie->maximum_pixels);
        return status == CMEDIA_OK ? open_picture_encoder(job, track) : status;
    }
    if (type == AVMEDIA_TYPE_AUDIO && track->input->codecpar->codec_id != AV_CODEC_ID_NONE) {
        // AAC is copied.
        int copies = job->settings->transcodes ? track->input->codecpar->codec_id == AV_CODEC_ID_AAC
                                               : fits_container(job, track->input->codecpar->codec_id);
        if (copies) return copy_track(job, track);
        if (!job->settings->transcodes) return CMEDIA_UNSUPPORTED;
        cmedia_status status = open_decoder(track, sound_codecs, job->movie->maximum_pixels);
        return status == CMEDIA_OK ? open_sound_encoder(job, track) : status;
    }
    // Timecode and metadata tracks are not exported.
    return CMEDIA_OK;
}

static cmedia_status open_output(export *job, int descriptor) {
    const cmedia_export *settings = job->settings;
    if (avformat_alloc_output_context2(&job->output, NULL, settings->muxer, NULL) < 0 || !job->output)
        return CMEDIA_UNSUPPORTED;
    unsigned char *buffer = av_malloc(io_size);
    if (!buffer) return CMEDIA_NO_MEMORY;
    job->descriptor = descriptor;
    job->io = avio_alloc_context(buffer, io_size, 1, job, NULL, io_write, io_seek);
    if (!job->io) {
        av_free(buffer);
        return CMEDIA_NO_MEMORY;
    }
    job->output->pb = job->io;
    job->output->flags |= AVFMT_FLAG_CUSTOM_IO;
    unsigned count = job->movie->format->nb_streams;
    if (count > maximum_tracks) count = maximum_tracks;
    for (unsigned index = 0; index < count; index += 1) {
        job->tracks[index].input = job->movie->format->streams[index];
        cmedia_status status = add_track(job, &job->tracks[index]);
        if (status != CMEDIA_OK) return status;
    }
    if (job->output->nb_streams == 0) return CMEDIA_UNSUPPORTED;
    AVDictionary *options = NULL;
    cmedia_status status = CMEDIA_NO_MEMORY;
    if (settings->is_fragmented) {
        // A fragment keeps the timestamps of the whole movie.
        job->output->avoid_negative_ts = 0;
        if (av_dict_set(&options, "movflags", "empty_moov+default_base_moof+frag_keyframe+frag_discont", 0) < 0
            || av_dict_set(&options, "use_editlist", "0", 0) < 0)
            goto done;
    } else {
        if (settings->keeps_metadata && av_dict_copy(&job->output->metadata, job->movie->format->metadata, 0) < 0)
            goto done;
        // Writes Apple's metadata keys as such.
        if (av_dict_set(&options, "movflags", "use_metadata_tags", 0) < 0) goto done;
    }
    int error = avformat_write_header(job->output, &options);
    status = error >= 0 ? CMEDIA_OK : job->is_full ? CMEDIA_FULL : CMEDIA_UNSUPPORTED;
done:
    av_dict_free(&options);
    return status;
}

static void tell(export *job, int64_t moment, cmedia_progress progress, void *context) {
    int64_t done = moment - job->start;
    if (job->length <= 0 || done <= 0) return;
    int32_t thousandths = (int32_t)fmin(999, (double)done * 1000 / (double)job->length);
    if (thousandths <= job->told) return;
    job->told = thousandths;
    progress(context, thousandths);
}

static cmedia_status copy_all(export *job, cmedia_progress progress, void *context) {
    AVPacket *packet = av_packet_alloc();
    if (!packet) return CMEDIA_NO_MEMORY;
    cmedia_status status = CMEDIA_OK;
    while (status == CMEDIA_OK && av_read_frame(job->movie->format, packet) >= 0) {
        track *track = packet->stream_index < maximum_tracks ? &job->tracks[packet->stream_index] : NULL;
        if (!track || !track->output) {
            av_packet_unref(packet);
            continue;
        }
        int64_t clock = packet->dts != AV_NOPTS_VALUE ? packet->dts : packet->pts;
        int64_t moment = clock == AV_NOPTS_VALUE ? job->start
                                                 : av_rescale_q(clock, track->input->time_base, AV_TIME_BASE_Q);
        if (moment >= job->end) {
            track->has_ended = 1;
        } else {
            status = track->decoder ? decode(job, track, packet) : copy_packet(job, track, packet);
        }
        av_packet_unref(packet);
        tell(job, moment, progress, context);
        int goes_on = 0;
        for (int index = 0; index < maximum_tracks; index += 1)
            goes_on |= job->tracks[index].output && !job->tracks[index].has_ended;
        if (!goes_on) break;
    }
    av_packet_free(&packet);
    for (int index = 0; index < maximum_tracks && status == CMEDIA_OK; index += 1) {
        track *track = &job->tracks[index];
        if (!track->decoder || !track->output) continue;
        status = decode(job, track, NULL);
        if (status == CMEDIA_OK && track->sound) status = encode_sound(job, track, 1);
        if (status == CMEDIA_OK) status = encode(job, track, NULL);
    }
    return status;
}

static void close_export(export *job) {
    for (int index = 0; index < maximum_tracks; index += 1) {
        track *track = &job->tracks[index];
        avcodec_free_context(&track->decoder);
        avcodec_free_context(&track->encoder);
        av_frame_free(&track->scaled);
        sws_freeContext(track->scaler);
        swr_free(&track->resampler);
        if (track->sound) av_audio_fifo_free(track->sound);
    }
    if (job->output) avformat_free_context(job->output);
    if (job->io) {
        av_freep(&job->io->buffer);
        avio_context_free(&job->io);
    }
    free(job);
}

cmedia_status cmedia_movie_export(
    cmedia_movie *movie, const cmedia_export *settings, int descriptor, cmedia_progress progress, void *context) {
    export *job = calloc(1, sizeof *job);
    if (!job) return CMEDIA_NO_MEMORY;
    job->movie = movie;
    job->settings = settings;
    // A container's timestamps begin at its first track's, which is not always 0.
    int64_t first = movie->format->start_time != AV_NOPTS_VALUE ? movie->format->start_time : 0;
    if (__builtin_add_overflow(first, settings->start, &job->start)) job->start = first;
    if (settings->duration < 0 || __builtin_add_overflow(job->start, settings->duration, &job->end))
        job->end = INT64_MAX / 4;
    job->length = movie->format->duration > 0 ? first + movie->format->duration - job->start : 0;
    if (job->end - job->start < job->length) job->length = job->end - job->start;
    cmedia_status status = open_output(job, descriptor);
    if (status == CMEDIA_OK && settings->start > 0
        && av_seek_frame(movie->format, -1, job->start, AVSEEK_FLAG_BACKWARD) < 0)
        status = CMEDIA_DAMAGED;
    if (status == CMEDIA_OK) status = copy_all(job, progress, context);
    if (status == CMEDIA_OK && av_write_trailer(job->output) < 0)
        status = job->is_full ? CMEDIA_FULL : CMEDIA_DAMAGED;
    if (status == CMEDIA_OK) avio_flush(job->io);
    if (status != CMEDIA_OK && job->is_full) status = CMEDIA_FULL;
    close_export(job);
    return status;
}
