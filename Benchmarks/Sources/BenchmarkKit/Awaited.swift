import Foundation

/// Waits for the first of many values that fits, and tells when it came.
///
/// `@unchecked Sendable`: everything is touched only with `condition` locked.
package final class Awaited<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private var predicate: ((Value) -> Bool)?
  private var moment: ContinuousClock.Instant?

  package init() {}

  /// From now on, looks out for a value.
  package func expect(_ predicate: @escaping (Value) -> Bool) {
    condition.withLock {
      self.predicate = predicate
      moment = nil
    }
  }

  /// A value has come, now.
  package func offer(_ value: Value) {
    let now = ContinuousClock.now
    condition.withLock {
      guard moment == nil, predicate?(value) == true else { return }
      moment = now
      condition.broadcast()
    }
  }

  /// When the value came; `nil` where it does not within some seconds.
  package func wait(seconds: Double = 20) -> ContinuousClock.Instant? {
    let end = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while moment == nil, condition.wait(until: end) {}
      return moment
    }
  }

  /// The time from a command to the value that it causes; `nil` where that does not come.
  package func time(until predicate: @escaping (Value) -> Bool, _ command: () throws -> Void)
    rethrows
    -> Duration?
  {
    expect(predicate)
    let start = ContinuousClock.now
    try command()
    return wait().map { $0 - start }
  }
}
