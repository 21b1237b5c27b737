#include <errno.h>
#include <iconv.h>
#include <stddef.h>
#include <string.h>
#include <uchardet.h>

// Writes the name of the character set that bytes are most likely in; an empty name if unknown.
static inline void cuchardet_detect(const char *bytes, size_t count, char *name, size_t room) {
  name[0] = 0;
  uchardet_t detector = uchardet_new();
  if (!detector) return;
  if (uchardet_handle_data(detector, bytes, count) == 0) {
    uchardet_data_end(detector);
    strncpy(name, uchardet_get_charset(detector), room - 1);
    name[room - 1] = 0;
  }
  uchardet_delete(detector);
}

// Converts bytes to UTF-8. Returns how many bytes were written; -1 if the character set is unknown or
// if the bytes are no text of it.
static inline long cuchardet_decode(
    const char *charset, const char *bytes, size_t count, char *text, size_t room) {
  iconv_t converter = iconv_open("UTF-8", charset);
  if (converter == (iconv_t)-1) return -1;
  char *in = (char *)bytes;
  char *out = text;
  size_t left = room;
  size_t result = iconv(converter, &in, &count, &out, &left);
  if (result != (size_t)-1) result = iconv(converter, NULL, NULL, &out, &left);
  iconv_close(converter);
  return result == (size_t)-1 || count > 0 ? -1 : (long)(room - left);
}
