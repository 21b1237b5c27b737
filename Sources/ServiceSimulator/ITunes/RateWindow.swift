import Foundation

/// Twenty requests in any sixty seconds; whoever sends more is locked out for a time.
struct RateWindow {
  static let requests = 20
  static let seconds: TimeInterval = 60

  let lock: TimeInterval
  private var admitted: [Date] = []
  private var lockedUntil: Date?

  init(lock: TimeInterval) {
    self.lock = lock
  }

  /// Whether a request that comes at that time is answered. It counts.
  mutating func admits(at now: Date) -> Bool {
    if let lockedUntil {
      guard now >= lockedUntil else { return false }
      self.lockedUntil = nil
      admitted = []
    }
    admitted.removeAll { now.timeIntervalSince($0) >= Self.seconds }
    guard admitted.count < Self.requests else {
      lockedUntil = now.addingTimeInterval(lock)
      return false
    }
    admitted.append(now)
    return true
  }
}
