import Foundation

/// Waits for the first value that fulfills a condition, and records its time.
///
/// `@unchecked Sendable`: all access is with `condition` locked.
final class Awaited<Value>: @unchecked Sendable {
  private let condition = NSCondition()
  private var predicate: ((Value) -> Bool)?
  private var moment: ContinuousClock.Instant?

  init() {}

  /// Starts waiting for a value.
  func expect(_ predicate: @escaping (Value) -> Bool) {
    condition.withLock {
      self.predicate = predicate
      moment = nil
    }
  }

  /// Takes a value that arrived now.
  func offer(_ value: Value) {
    let now = ContinuousClock.now
    condition.withLock {
      guard moment == nil, predicate?(value) == true else { return }
      moment = now
      condition.broadcast()
    }
  }

  /// Waits for the value. Returns its time, or `nil` if it did not arrive in time.
  func wait(seconds: Double = 20) -> ContinuousClock.Instant? {
    let end = Date(timeIntervalSinceNow: seconds)
    return condition.withLock {
      while moment == nil, condition.wait(until: end) {}
      return moment
    }
  }

  /// Returns the time from a command to the value that it causes, or `nil` if the value does not
  /// arrive.
  func time(until predicate: @escaping (Value) -> Bool, _ command: () throws -> Void)
    rethrows
    -> Duration?
  {
    expect(predicate)
    let start = ContinuousClock.now
    try command()
    return wait().map { $0 - start }
  }
}
