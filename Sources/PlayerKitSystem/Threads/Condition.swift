/// A lock with a condition: threads can wait for a change of the guarded state.
///
/// `@unchecked Sendable`: the system's functions may be called on any thread.
package final class Condition: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let change = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  package init() {
    pthread_mutex_init(mutex, nil)
    #if canImport(Darwin)
      pthread_cond_init(change, nil)
    #else
      // A clock that cannot be set, and stops while the machine sleeps.
      var attributes = pthread_condattr_t()
      pthread_condattr_init(&attributes)
      pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC)
      pthread_cond_init(change, &attributes)
      pthread_condattr_destroy(&attributes)
    #endif
  }

  deinit {
    pthread_cond_destroy(change)
    pthread_mutex_destroy(mutex)
    change.deallocate()
    mutex.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: () throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body()
  }

  /// Wakes all waiting threads.
  package func broadcast() {
    pthread_cond_broadcast(change)
  }

  /// Waits until ``broadcast()``; it may also wake up spuriously. The lock is held before and
  /// after.
  package func wait() {
    pthread_cond_wait(change, mutex)
  }

  /// Waits like ``wait()``, but at most for the given time. Time during which the machine sleeps
  /// does not count.
  package func wait(atMost time: Duration) {
    let (seconds, attoseconds) = max(time, .zero).components
    var limit = timespec(
      tv_sec: Int(clamping: min(seconds, 1 << 30)),
      tv_nsec: Int(attoseconds / 1_000_000_000)
    )
    #if canImport(Darwin)
      pthread_cond_timedwait_relative_np(change, mutex, &limit)
    #else
      var now = timespec()
      clock_gettime(CLOCK_MONOTONIC, &now)
      limit.tv_sec += now.tv_sec
      limit.tv_nsec += now.tv_nsec
      if limit.tv_nsec >= 1_000_000_000 {
        limit.tv_sec += 1
        limit.tv_nsec -= 1_000_000_000
      }
      pthread_cond_timedwait(change, mutex, &limit)
    #endif
  }
}
