import Foundation
import PlayerKit
import PlayerKitTesting

/// Records the chapters and lines that a queue reports, with times in seconds of its clock.
final class HeardObserver: QueuePlayerObserver, Sendable {
  let words = Recorded<(index: Int, instant: MonotonicInstant)>()
  private let taken = Recorded<Int>()
  private let clock: ManualClock

  init(clock: ManualClock) {
    self.clock = clock
  }

  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {
    switch event.change {
    case .chapter(_, let index), .line(_, let index): words.append((index, event.instant))
    default: break
    }
  }

  /// The reports since the last call.
  func take(since start: Duration) -> [String] {
    let all = words.elements
    let first = taken.elements.last ?? 0
    taken.append(all.count)
    return all[first...].map { index, instant in
      let time = (instant.sinceOrigin - start) / .seconds(1)
      return "\(index) at \((time * 1000).rounded() / 1000)"
    }
  }
}
