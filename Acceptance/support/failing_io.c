// Makes one file operation of a process fail. Loaded by LD_PRELOAD.
//
//   FAILING_FOLDER   operations on files in this folder are counted, from 1
//   FAILING_AT       the number of the operation that fails; 0: none
//   FAILING_KIND     ENOSPC, EIO, EINTR, EACCES: it fails so, and has no effect
//                    short: it reads or writes only half; other operations succeed
//                    kill: the process ends before it
//                    torn: the process ends after half of a write; other operations are as with kill
//   FAILING_COUNT    a file into which the number of operations is written at the end
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long count;

static int is_in_folder(const char *path) {
  const char *folder = getenv("FAILING_FOLDER");
  size_t length = folder ? strlen(folder) : 0;
  return length && strncmp(path, folder, length) == 0 && (path[length] == '/' || !path[length]);
}

static int is_file_in_folder(int file) {
  char link[64], path[4096];
  snprintf(link, sizeof link, "/proc/self/fd/%d", file);
  ssize_t length = readlink(link, path, sizeof path - 1);
  if (length < 0) return 0;
  path[length] = 0;
  return is_in_folder(path);
}

enum fate { WORKS, FAILS, IS_SHORT, IS_TORN };

// The fate of an operation that counts. It sets errno if the operation fails.
static enum fate next(int moves_bytes) {
  static const struct { const char *name; int number; } errors[] = {
    {"ENOSPC", ENOSPC}, {"EIO", EIO}, {"EINTR", EINTR}, {"EACCES", EACCES},
  };
  const char *at = getenv("FAILING_AT"), *kind = getenv("FAILING_KIND");
  if (atomic_fetch_add(&count, 1) + 1 != (at ? atol(at) : 0) || !kind) return WORKS;
  for (size_t i = 0; i < sizeof errors / sizeof *errors; i++)
    if (strcmp(kind, errors[i].name) == 0) {
      errno = errors[i].number;
      return FAILS;
    }
  if (strcmp(kind, "short") == 0) return moves_bytes ? IS_SHORT : WORKS;
  if (strcmp(kind, "torn") == 0 && moves_bytes == 2) return IS_TORN;
  kill(getpid(), SIGKILL);
  pause();
  return WORKS;
}

static void die(void) {
  kill(getpid(), SIGKILL);
  pause();
}

__attribute__((destructor)) static void report(void) {
  const char *path = getenv("FAILING_COUNT");
  FILE *file = path ? fopen(path, "w") : NULL;
  if (!file) return;
  fprintf(file, "%ld\n", atomic_load(&count));
  fclose(file);
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

#define OPEN(name)                                                        \
  int name(const char *path, int flags, ...) {                            \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                         \
    if (is_in_folder(path) && next(0) == FAILS) return -1;                \
    return REAL(name)(path, flags, mode);                                 \
  }
OPEN(open)
OPEN(open64)

#define OPENAT(name)                                                      \
  int name(int folder, const char *path, int flags, ...) {                \
    va_list rest;                                                         \
    va_start(rest, flags);                                                \
    mode_t mode = flags & (O_CREAT | O_TMPFILE) ? va_arg(rest, mode_t) : 0; \
    va_end(rest);                                                         \
    if (is_in_folder(path) && next(0) == FAILS) return -1;                \
    return REAL(name)(folder, path, flags, mode);                         \
  }
OPENAT(openat)
OPENAT(openat64)

// An operation that moves bytes: `how` is 1 for a read, 2 for a write.
#define MOVE(how, name, parameters, whole, half)                          \
  ssize_t name parameters {                                               \
    switch (is_file_in_folder(file) ? next(how) : WORKS) {                \
    case FAILS: return -1;                                                \
    case IS_SHORT: return REAL(name) half;                                \
    case IS_TORN: REAL(name) half; die();                                 \
    default: return REAL(name) whole;                                     \
    }                                                                     \
  }
#define HALF(size) ((size) > 1 ? (size) / 2 : (size))
MOVE(1, read, (int file, void *to, size_t size), (file, to, size), (file, to, HALF(size)))
MOVE(1, pread, (int file, void *to, size_t size, off_t at), (file, to, size, at), (file, to, HALF(size), at))
MOVE(1, pread64, (int file, void *to, size_t size, off64_t at), (file, to, size, at), (file, to, HALF(size), at))
MOVE(2, write, (int file, const void *from, size_t size), (file, from, size), (file, from, HALF(size)))
MOVE(2, pwrite, (int file, const void *from, size_t size, off_t at), (file, from, size, at), (file, from, HALF(size), at))
MOVE(2, pwrite64, (int file, const void *from, size_t size, off64_t at), (file, from, size, at), (file, from, HALF(size), at))
MOVE(2, writev, (int file, const struct iovec *from, int parts), (file, from, parts), (file, from, HALF(parts)))

// Other operations on an open file, and on paths.
#define OTHER(name, parameters, arguments, counts)                        \
  int name parameters {                                                   \
    if ((counts) && next(0) == FAILS) return -1;                          \
    return REAL(name) arguments;                                          \
  }
OTHER(fsync, (int file), (file), is_file_in_folder(file))
OTHER(fdatasync, (int file), (file), is_file_in_folder(file))
OTHER(ftruncate, (int file, off_t size), (file, size), is_file_in_folder(file))
OTHER(ftruncate64, (int file, off64_t size), (file, size), is_file_in_folder(file))
OTHER(flock, (int file, int how), (file, how), is_file_in_folder(file))
OTHER(rename, (const char *from, const char *to), (from, to), is_in_folder(from))
OTHER(unlink, (const char *path), (path), is_in_folder(path))
OTHER(mkdir, (const char *path, mode_t mode), (path, mode), is_in_folder(path))
OTHER(link, (const char *from, const char *to), (from, to), is_in_folder(from))

#define CONTROL(name)                                                     \
  int name(int file, int command, ...) {                                  \
    va_list rest;                                                         \
    va_start(rest, command);                                              \
    void *value = va_arg(rest, void *);                                   \
    va_end(rest);                                                         \
    int locks = command == F_SETLK || command == F_SETLKW || command == F_OFD_SETLK || command == F_OFD_SETLKW; \
    if (locks && is_file_in_folder(file) && next(0) == FAILS) return -1;  \
    return REAL(name)(file, command, value);                              \
  }
CONTROL(fcntl)
CONTROL(fcntl64)
