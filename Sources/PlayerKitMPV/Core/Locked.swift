import Foundation

/// A value behind a lock.
///
/// Not `Mutex`: on Linux ThreadSanitizer does not see that one, and reports a race wherever it is
/// used; then real races would drown. `NSLock` is a pthread mutex, which it knows.
///
/// `@unchecked Sendable`: `value` is touched only with `lock` locked. A closure can't hand out what
/// it got, except by copy.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
