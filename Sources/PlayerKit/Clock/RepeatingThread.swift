#if !canImport(Darwin)
  import PlayerKitSystem

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Repeats a call on a dedicated thread.
  ///
  /// On Linux, each firing of a Dispatch timer wakes two threads, a manager and a worker, which
  /// costs more than a short call itself. This class wakes only one, and a slow call still delays
  /// no other timer.
  ///
  /// `@unchecked Sendable`: `isCancelled` is accessed only with `mutex` locked; the pointers are
  /// constant, and their contents are made for use by several threads.
  final class RepeatingThread: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isCancelled = false

    init() {
      pthread_mutex_init(mutex, nil)
      // Not the wall clock, which may be set back.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(condition, &attributes)
      pthread_condattr_destroy(&attributes)
    }

    deinit {
      pthread_cond_destroy(condition)
      pthread_mutex_destroy(mutex)
      condition.deallocate()
      mutex.deallocate()
    }

    /// Starts the calls, which go on until canceled. May be called only once.
    ///
    /// - Parameters:
    ///   - wait: The time until the first call, in nanoseconds.
    ///   - interval: The time between calls, in nanoseconds; at least 1.
    func start(after wait: Int, every interval: Int, _ body: @escaping @Sendable () -> Void) {
      let first = Self.now + wait
      _ = BackgroundThread.start("PlayerKit ticks") {
        var due = first
        while self.wait(until: due) {
          body()
          due += (max(0, Self.now - due) / interval + 1) * interval
        }
      }
    }

    /// Ends the calls and the thread. It may be called from inside a call, and more than once.
    func cancel() {
      pthread_mutex_lock(mutex)
      isCancelled = true
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }

    /// Returns whether to call.
    private func wait(until due: Int) -> Bool {
      var time = timespec(tv_sec: due / 1_000_000_000, tv_nsec: due % 1_000_000_000)
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      while !isCancelled {
        switch pthread_cond_timedwait(condition, mutex, &time) {
        case 0: break  // Woken for any reason.
        case ETIMEDOUT: return !isCancelled
        case _: return false
        }
      }
      return false
    }

    /// The current time in nanoseconds.
    private static var now: Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  }
#endif
