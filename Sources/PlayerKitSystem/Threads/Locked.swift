/// A value guarded by a lock.
///
/// Not `Mutex`: on Linux, ThreadSanitizer does not recognize it and reports a race wherever it is
/// used, which would hide real races. It recognizes the pthread mutex.
///
/// `@unchecked Sendable`: `value` is accessed only with `mutex` locked. A closure can return its
/// contents only as a copy.
package final class Locked<Value>: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    pthread_mutex_lock(mutex)
    defer { pthread_mutex_unlock(mutex) }
    return try body(&value)
  }
}
