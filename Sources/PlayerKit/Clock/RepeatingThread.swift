#if !canImport(Darwin)
  import PlayerKitSystem

  #if canImport(Musl)
    import Musl
  #else
    import Glibc
  #endif

  /// Calls again and again from a thread of its own.
  ///
  /// Of Dispatch's timers on Linux each call wakes two threads, one that keeps the time and one
  /// that works, and that costs most of what a short call does. Here it wakes one, and who is slow
  /// delays nobody else all the same.
  ///
  /// `@unchecked Sendable`: `isCancelled` is touched only with `mutex` locked; the pointers are
  /// constant, and what they point to is made for the use by several threads.
  final class RepeatingThread: @unchecked Sendable {
    private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
    private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)
    private var isCancelled = false

    init() {
      pthread_mutex_init(mutex, nil)
      // Not by the wall clock: that may be set back.
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

    /// Begins to call, until cancelled. Once only.
    ///
    /// - Parameters:
    ///   - wait: the time until the first call, in nanoseconds.
    ///   - interval: that from one to the next; at least 1.
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

    /// Ends the calls, and the thread. May be called by what is called; also twice.
    func cancel() {
      pthread_mutex_lock(mutex)
      isCancelled = true
      pthread_cond_signal(condition)
      pthread_mutex_unlock(mutex)
    }

    /// Answers whether to call.
    private func wait(until due: Int) -> Bool {
      var time = timespec(tv_sec: due / 1_000_000_000, tv_nsec: due % 1_000_000_000)
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      while !isCancelled {
        switch pthread_cond_timedwait(condition, mutex, &time) {
        case 0: break  // woken, by whatever
        case ETIMEDOUT: return !isCancelled
        case _: return false
        }
      }
      return false
    }

    /// In nanoseconds.
    private static var now: Int {
      var time = timespec()
      clock_gettime(CLOCK_MONOTONIC, &time)
      return time.tv_sec * 1_000_000_000 + time.tv_nsec
    }
  }
#endif
