// Asks PulseAudio, or PipeWire in its place, what a sink has by its own: libmpv does not tell. By the library that
// libmpv has brought into the process; where it has brought none, nothing is known.
#include <dlfcn.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>
#include <time.h>

typedef struct {
  uint32_t rate;
  uint8_t channels;
  // Whether there are channels at the sides, and behind.
  uint8_t hasSides;
  uint8_t hasRear;
} pk_sink_format;

// The beginning of what the library tells of a sink; its binary interface has been the same since 2009.
typedef struct {
  const char *name;
  uint32_t index;
  const char *description;
  struct {
    int format;
    uint32_t rate;
    uint8_t channels;
  } sample;
  struct {
    uint8_t channels;
    int positions[32];
  } map;
} pk_pulse_sink;

typedef struct {
  pk_sink_format format;
  int isOver;
} pk_pulse_answer;

static void pk_pulse_take(void *context, const pk_pulse_sink *sink, int end, void *user) {
  pk_pulse_answer *answer = (pk_pulse_answer *)user;
  (void)context;
  if (sink && !end) {
    answer->format.rate = sink->sample.rate;
    answer->format.channels = sink->sample.channels;
    for (int channel = 0; channel < sink->map.channels && channel < 32; channel++) {
      enum { rearLeft = 5, sideLeft = 10 };
      if (sink->map.positions[channel] == sideLeft) answer->format.hasSides = 1;
      if (sink->map.positions[channel] == rearLeft) answer->format.hasRear = 1;
    }
  }
  if (end) answer->isOver = 1;
}

static int64_t pk_pulse_now(void) {
  struct timespec now;
  clock_gettime(CLOCK_MONOTONIC, &now);
  return (int64_t)now.tv_sec * 1000000 + now.tv_nsec / 1000;
}

/// The rate and the channels of a sink; zeros where they are not known within `limit` microseconds. Blocks.
static inline pk_sink_format pk_pulse_sink_format(const char *sink, int64_t limit) {
  pk_pulse_answer answer;
  memset(&answer, 0, sizeof answer);
  void *library = dlopen("libpulse.so.0", RTLD_LAZY | RTLD_NOLOAD);
  if (!library) return answer.format;

  void *(*loop_new)(void) = (void *(*)(void))dlsym(library, "pa_mainloop_new");
  void (*loop_free)(void *) = (void (*)(void *))dlsym(library, "pa_mainloop_free");
  void *(*loop_api)(void *) = (void *(*)(void *))dlsym(library, "pa_mainloop_get_api");
  int (*prepare)(void *, int) = (int (*)(void *, int))dlsym(library, "pa_mainloop_prepare");
  int (*poll)(void *) = (int (*)(void *))dlsym(library, "pa_mainloop_poll");
  int (*dispatch)(void *) = (int (*)(void *))dlsym(library, "pa_mainloop_dispatch");
  void *(*context_new)(void *, const char *) =
      (void *(*)(void *, const char *))dlsym(library, "pa_context_new");
  int (*connect)(void *, const char *, int, void *) =
      (int (*)(void *, const char *, int, void *))dlsym(library, "pa_context_connect");
  int (*state)(void *) = (int (*)(void *))dlsym(library, "pa_context_get_state");
  void *(*ask)(void *, const char *, void (*)(void *, const pk_pulse_sink *, int, void *), void *) =
      (void *(*)(void *, const char *, void (*)(void *, const pk_pulse_sink *, int, void *), void *))
          dlsym(library, "pa_context_get_sink_info_by_name");
  void (*forget)(void *) = (void (*)(void *))dlsym(library, "pa_operation_unref");
  void (*disconnect)(void *) = (void (*)(void *))dlsym(library, "pa_context_disconnect");
  void (*context_free)(void *) = (void (*)(void *))dlsym(library, "pa_context_unref");
  if (!loop_new || !loop_free || !loop_api || !prepare || !poll || !dispatch || !context_new ||
      !connect || !state || !ask || !forget || !disconnect || !context_free) {
    dlclose(library);
    return answer.format;
  }

  enum { ready = 4, failed = 5, noAutospawn = 1 };
  void *loop = loop_new();
  void *context = loop ? context_new(loop_api(loop), "PlayerKit") : NULL;
  void *operation = NULL;
  int64_t deadline = pk_pulse_now() + limit;
  if (context && connect(context, NULL, noAutospawn, NULL) >= 0) {
    while (!answer.isOver) {
      int64_t rest = deadline - pk_pulse_now();
      if (rest <= 0 || state(context) >= failed) break;
      if (!operation && state(context) == ready) {
        operation = ask(context, sink, pk_pulse_take, &answer);
        if (!operation) break;
      }
      if (prepare(loop, (int)rest) < 0 || poll(loop) < 0 || dispatch(loop) < 0) break;
    }
  }
  if (operation) forget(operation);
  if (context) {
    disconnect(context);
    context_free(context);
  }
  if (loop) loop_free(loop);
  dlclose(library);
  return answer.format;
}
