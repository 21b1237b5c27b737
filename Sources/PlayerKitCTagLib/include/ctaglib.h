// Tags by TagLib, behind C. Reads through a callback; writes nothing. No exception leaves it.
//
// Threads: any, each with a source of its own.

#pragma once

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

typedef enum {
  ctaglib_mpeg,
  ctaglib_flac,
  ctaglib_mp4,
  ctaglib_ogg_vorbis,
  ctaglib_ogg_opus,
  ctaglib_ogg_flac,
  ctaglib_ogg_speex,
  ctaglib_asf,
  ctaglib_aiff,
  ctaglib_wav,
  ctaglib_ape,
  ctaglib_wavpack,
  ctaglib_musepack,
  ctaglib_tta,
} ctaglib_format;

typedef struct {
  void *context;
  // How many bytes were read at an offset: fewer than asked for at the end, and where they fail.
  size_t (*read)(void *context, int64_t offset, uint8_t *buffer, size_t count);
  // Whether a buffer of so many bytes may be made. Called before each.
  int (*allow)(void *context, size_t count);
  int64_t size;
} ctaglib_source;

// Where a field stands. Keys are those of the format: of ID3v2 the frames of 2.4, with what tells apart
// frames of one kind behind a colon.
typedef enum {
  ctaglib_id3v2,
  ctaglib_id3v1,
  ctaglib_comments,
  ctaglib_apev2,
  ctaglib_items,
  ctaglib_attributes,
  ctaglib_info,
} ctaglib_tag;

typedef struct {
  const char *key;
  size_t key_length;
  const char *value;
  size_t value_length;
  ctaglib_tag tag;
  // Whether the value is said to be Latin-1: often it is something else.
  int is_latin1;
  // Of which chapter, counted from 0; less than 0: of the track.
  int chapter;
} ctaglib_field;

typedef struct {
  const uint8_t *bytes;
  size_t count;
  const char *mime;
  const char *description;
  // As ID3v2 numbers them; less than 0 where not told.
  int type;
  int chapter;
} ctaglib_picture;

typedef struct {
  void *context;
  void (*field)(void *context, const ctaglib_field *field);
  void (*picture)(void *context, const ctaglib_picture *picture);
  // In milliseconds.
  void (*chapter)(void *context, uint32_t start, uint32_t end);
  // Words without times, or a line with one. The language is three letters. Lines of one list have its
  // number; -1: words without times.
  void (*words)(void *context, const char *language, const char *text, size_t length,
                int64_t milliseconds, int list, int is_latin1);
} ctaglib_visitor;

// Whether the media could be read.
int ctaglib_read(ctaglib_format format, const ctaglib_source *source,
                 const ctaglib_visitor *visitor);

// The name of a genre of ID3v1, as UTF-8 without an end; how long it is: 0 where there is none, or it does
// not fit.
size_t ctaglib_genre(int number, char *name, size_t capacity);

#ifdef __cplusplus
}
#endif
