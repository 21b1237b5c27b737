import Foundation
import Locking

/// The date as the simulated services see it: the real one, moved forward by whoever tests.
final class SimulatorClock: Sendable {
  private let offset = Locked<TimeInterval>(0)

  var now: Date {
    Date(timeIntervalSinceNow: offset.withLock { $0 })
  }

  func advance(by seconds: TimeInterval) {
    offset.withLock { $0 += seconds }
  }

  func reset() {
    offset.withLock { $0 = 0 }
  }
}
