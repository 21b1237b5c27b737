// What is wanted of libavformat, as functions of one shape for FFmpeg 5 to 8. Swift imports neither its
// macros nor functions of variable arguments, and not every field is in every version.

#include <errno.h>
#include <stdint.h>

#include <libavcodec/avcodec.h>
#include <libavformat/avformat.h>
#include <libavutil/avutil.h>
#include <libavutil/channel_layout.h>
#include <libavutil/dict.h>
#include <libavutil/log.h>
#include <libavutil/mem.h>
#include <libavutil/opt.h>
#include <libavutil/samplefmt.h>

static const int cav_end = AVERROR_EOF;
static const int cav_failure = AVERROR(EIO);
static const int cav_size_wanted = AVSEEK_SIZE;
static const int64_t cav_no_time = AV_NOPTS_VALUE;

typedef struct {
  void *opaque;
  int (*read)(void *opaque, uint8_t *buffer, int count);
  int64_t (*seek)(void *opaque, int64_t offset, int whence);
  int (*is_cancelled)(void *opaque);
  int is_seekable;
  int ignores_chapters;
  int64_t probe_size;
  // What it may be, by names with commas between them.
  const char *formats;
  // Whether it is the one that is named.
  int is_known;
  // Whether nothing behind the first media is to be looked for.
  int ends_at_media;
} cav_source;

// Nobody has libavformat open anything else.
static inline int cav_refuse(struct AVFormatContext *context, AVIOContext **io, const char *url,
                             int flags, AVDictionary **options) {
  (void)context;
  (void)io;
  (void)url;
  (void)flags;
  (void)options;
  return AVERROR(EACCES);
}

// By default libavformat writes to standard error. An app that has set another level keeps it.
static inline void cav_be_quiet(void) {
  if (av_log_get_level() == AV_LOG_INFO) av_log_set_level(AV_LOG_QUIET);
}

static inline void cav_close(AVFormatContext *context) {
  if (!context) return;
  AVIOContext *io = context->pb;
  avformat_close_input(&context);
  if (io) {
    av_freep(&io->buffer);
    avio_context_free(&io);
  }
}

// NULL where it can't be read.
static inline AVFormatContext *cav_open(const cav_source *source) {
  const int length = 16 << 10;
  unsigned char *buffer = (unsigned char *)av_malloc(length);
  if (!buffer) return NULL;
  AVIOContext *io = avio_alloc_context(buffer, length, 0, source->opaque, source->read, NULL,
                                       source->is_seekable ? source->seek : NULL);
  if (!io) {
    av_free(buffer);
    return NULL;
  }
  AVFormatContext *context = avformat_alloc_context();
  AVDictionary *options = NULL;
  int status = AVERROR(ENOMEM);
  if (context) {
    context->pb = io;
    context->flags |= AVFMT_FLAG_CUSTOM_IO;
    context->io_open = cav_refuse;
    if (source->ends_at_media) context->flags |= AVFMT_FLAG_IGNIDX;
    context->interrupt_callback.callback = source->is_cancelled;
    context->interrupt_callback.opaque = source->opaque;
    av_dict_set(&options, "protocol_whitelist", "", 0);
    av_dict_set(&options, "format_whitelist", source->formats, 0);
    av_dict_set_int(&options, "probesize", source->probe_size, 0);
    av_dict_set_int(&options, "formatprobesize", source->probe_size, 0);
    av_dict_set_int(&options, "analyzeduration", 500000, 0);
    av_dict_set_int(&options, "max_streams", 64, 0);
    if (source->ignores_chapters) av_dict_set_int(&options, "ignore_chapters", 1, 0);
    // Frees the context where it fails.
    status = avformat_open_input(&context, NULL,
                                 source->is_known ? av_find_input_format(source->formats) : NULL,
                                 &options);
    av_dict_free(&options);
  }
  if (status < 0) {
    av_freep(&io->buffer);
    avio_context_free(&io);
    return NULL;
  }
  return context;
}

static inline int cav_find_info(AVFormatContext *context) {
  return avformat_find_stream_info(context, NULL);
}

static inline const char *cav_format(const AVFormatContext *context) {
  return context->iformat ? context->iformat->name : NULL;
}

static inline int64_t cav_duration(const AVFormatContext *context) { return context->duration; }
static inline int64_t cav_bit_rate(const AVFormatContext *context) { return context->bit_rate; }

// The stream of audio; NULL where there is none.
static inline AVStream *cav_audio(const AVFormatContext *context) {
  for (unsigned index = 0; index < context->nb_streams; index++) {
    AVStream *stream = context->streams[index];
    if (stream->codecpar->codec_type == AVMEDIA_TYPE_AUDIO) return stream;
  }
  return NULL;
}

static inline const char *cav_codec(const AVStream *stream) {
  return avcodec_get_name(stream->codecpar->codec_id);
}

static inline int cav_channels(const AVStream *stream) {
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
  return stream->codecpar->ch_layout.nb_channels;
#else
  return stream->codecpar->channels;
#endif
}

static inline int cav_sample_rate(const AVStream *stream) { return stream->codecpar->sample_rate; }
static inline int64_t cav_stream_bit_rate(const AVStream *stream) {
  return stream->codecpar->bit_rate;
}
static inline int cav_padding_before(const AVStream *stream) {
  return stream->codecpar->initial_padding;
}
static inline int cav_padding_behind(const AVStream *stream) {
  return stream->codecpar->trailing_padding;
}

// In microseconds; cav_no_time where unknown.
static inline int64_t cav_stream_duration(const AVStream *stream) {
  if (stream->duration == AV_NOPTS_VALUE) return AV_NOPTS_VALUE;
  return av_rescale_q(stream->duration, stream->time_base, av_make_q(1, 1000000));
}

static inline unsigned cav_chapter_count(const AVFormatContext *context) {
  return context->nb_chapters;
}

// In nanoseconds.
static inline int64_t cav_chapter_start(const AVFormatContext *context, unsigned index) {
  const AVChapter *chapter = context->chapters[index];
  return av_rescale_q(chapter->start, chapter->time_base, av_make_q(1, 1000000000));
}

static inline int64_t cav_chapter_end(const AVFormatContext *context, unsigned index) {
  const AVChapter *chapter = context->chapters[index];
  if (chapter->end == AV_NOPTS_VALUE) return AV_NOPTS_VALUE;
  return av_rescale_q(chapter->end, chapter->time_base, av_make_q(1, 1000000000));
}

static inline const char *cav_chapter_title(const AVFormatContext *context, unsigned index) {
  const AVDictionaryEntry *entry =
      av_dict_get(context->chapters[index]->metadata, "title", NULL, 0);
  return entry ? entry->value : NULL;
}

typedef struct {
  const char *key;
  const char *value;
} cav_tag;

// The tags of the media and of its audio, one after another. `place` begins as NULL.
static inline int cav_next_tag(const AVDictionary *tags, const void **place, cav_tag *tag) {
  const AVDictionaryEntry *entry =
      av_dict_get(tags, "", (const AVDictionaryEntry *)*place, AV_DICT_IGNORE_SUFFIX);
  if (!entry) return 0;
  *place = entry;
  tag->key = entry->key;
  tag->value = entry->value;
  return 1;
}

static inline const AVDictionary *cav_tags(const AVFormatContext *context) {
  return context->metadata;
}
static inline const AVDictionary *cav_stream_tags(const AVStream *stream) {
  return stream->metadata;
}

typedef struct {
  const uint8_t *bytes;
  int count;
  const char *mime;
  const char *name;
} cav_picture;

// A stream can be a picture: one attached to the media, or an attachment with a picture in it.
static inline int cav_get_picture(const AVFormatContext *context, unsigned index,
                                  cav_picture *picture) {
  if (index >= context->nb_streams) return 0;
  const AVStream *stream = context->streams[index];
  const AVDictionaryEntry *mime = av_dict_get(stream->metadata, "mimetype", NULL, 0);
  const AVDictionaryEntry *name = av_dict_get(stream->metadata, "filename", NULL, 0);
  picture->mime = mime ? mime->value : NULL;
  picture->name = name ? name->value : NULL;
  picture->bytes = NULL;
  picture->count = 0;
  if (stream->disposition & AV_DISPOSITION_ATTACHED_PIC) {
    picture->bytes = stream->attached_pic.data;
    picture->count = stream->attached_pic.size;
  } else if (stream->codecpar->codec_type == AVMEDIA_TYPE_ATTACHMENT) {
    picture->bytes = stream->codecpar->extradata;
    picture->count = stream->codecpar->extradata_size;
  }
  return 1;
}

// What turns packets of the audio into samples.
typedef struct {
  AVFormatContext *format;
  AVCodecContext *codec;
  AVPacket *packet;
  AVFrame *frame;
  int stream;
  int is_flushed;
} cav_decoder;

typedef enum {
  cav_sample_u8,
  cav_sample_s16,
  cav_sample_s32,
  cav_sample_s64,
  cav_sample_float,
  cav_sample_double,
  cav_sample_unknown,
} cav_sample_kind;

// Samples that hold until the next ones are asked for.
typedef struct {
  // One for all channels, or one each.
  uint8_t *const *planes;
  int is_planar;
  cav_sample_kind kind;
  int channels;
  int sample_rate;
  // Of each channel.
  int count;
} cav_samples;

static inline void cav_decoder_close(cav_decoder *decoder) {
  if (!decoder) return;
  avcodec_free_context(&decoder->codec);
  av_packet_free(&decoder->packet);
  av_frame_free(&decoder->frame);
  av_free(decoder);
}

// NULL where nothing decodes it. The context has to stay open as long.
static inline cav_decoder *cav_decoder_open(AVFormatContext *format, int threads) {
  AVStream *audio = cav_audio(format);
  const AVCodec *codec = audio ? avcodec_find_decoder(audio->codecpar->codec_id) : NULL;
  cav_decoder *decoder = codec ? (cav_decoder *)av_mallocz(sizeof(cav_decoder)) : NULL;
  if (!decoder) return NULL;
  for (unsigned index = 0; index < format->nb_streams; index++) {
    if (format->streams[index] != audio) format->streams[index]->discard = AVDISCARD_ALL;
  }
  decoder->format = format;
  decoder->stream = audio->index;
  decoder->codec = avcodec_alloc_context3(codec);
  decoder->packet = av_packet_alloc();
  decoder->frame = av_frame_alloc();
  int status = decoder->codec && decoder->packet && decoder->frame ? 0 : AVERROR(ENOMEM);
  if (status >= 0) status = avcodec_parameters_to_context(decoder->codec, audio->codecpar);
  if (status >= 0) {
    decoder->codec->pkt_timebase = audio->time_base;
    decoder->codec->thread_count = threads;
    decoder->codec->max_samples = 1 << 22;
    status = avcodec_open2(decoder->codec, codec, NULL);
  }
  if (status < 0) {
    cav_decoder_close(decoder);
    return NULL;
  }
  return decoder;
}

static inline cav_sample_kind cav_kind_of_samples(int format) {
  switch (av_get_packed_sample_fmt((enum AVSampleFormat)format)) {
    case AV_SAMPLE_FMT_U8: return cav_sample_u8;
    case AV_SAMPLE_FMT_S16: return cav_sample_s16;
    case AV_SAMPLE_FMT_S32: return cav_sample_s32;
    case AV_SAMPLE_FMT_S64: return cav_sample_s64;
    case AV_SAMPLE_FMT_FLT: return cav_sample_float;
    case AV_SAMPLE_FMT_DBL: return cav_sample_double;
    default: return cav_sample_unknown;
  }
}

// The next samples: 1, or 0 at the end. Packets that can't be decoded are passed over.
static inline int cav_decoder_next(cav_decoder *decoder, cav_samples *samples) {
  int failures = 0;
  for (;;) {
    int status = avcodec_receive_frame(decoder->codec, decoder->frame);
    if (status >= 0) {
      const AVFrame *frame = decoder->frame;
      samples->planes = frame->extended_data;
      samples->is_planar = av_sample_fmt_is_planar((enum AVSampleFormat)frame->format);
      samples->kind = cav_kind_of_samples(frame->format);
#if LIBAVUTIL_VERSION_INT >= AV_VERSION_INT(57, 28, 100)
      samples->channels = frame->ch_layout.nb_channels;
#else
      samples->channels = frame->channels;
#endif
      samples->sample_rate = frame->sample_rate;
      samples->count = frame->nb_samples;
      return 1;
    }
    if (status == AVERROR_EOF || status == AVERROR(ENOMEM)) return 0;
    // Some that was damaged; what follows may be whole.
    if (status != AVERROR(EAGAIN) && ++failures < 64) continue;
    if (decoder->is_flushed) return 0;
    if (av_read_frame(decoder->format, decoder->packet) < 0) {
      decoder->is_flushed = 1;
      avcodec_send_packet(decoder->codec, NULL);
      continue;
    }
    if (decoder->packet->stream_index == decoder->stream) {
      avcodec_send_packet(decoder->codec, decoder->packet);
    }
    av_packet_unref(decoder->packet);
  }
}
