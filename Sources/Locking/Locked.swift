import Foundation

/// A value behind a lock.
///
/// Not `Mutex`: on Linux ThreadSanitizer does not see that one and reports a race wherever it is
/// used, so that real races would drown. `NSLock` is a pthread mutex, which it knows.
///
/// `@unchecked Sendable`: `value` is touched only with `lock` locked. A closure can't hand out what
/// it got, except by copy.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) {
    self.value = value
  }

  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
