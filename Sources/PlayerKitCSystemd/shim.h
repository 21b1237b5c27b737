#include <sys/eventfd.h>
#include <systemd/sd-bus.h>

// Swift does not see the flags: they are macros of an enumeration.
static inline int bus_wake_descriptor(void) {
  return eventfd(0, EFD_CLOEXEC | EFD_NONBLOCK);
}
