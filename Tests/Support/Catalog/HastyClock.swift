import Foundation
import PlayerKitSystem
import PlayerKitServices

/// A clock whose waits end at once and advance it.
package final class HastyClock: CatalogClock {
  private let time = Locked(Duration.zero)

  package init() {}

  package var uptime: Duration { time.withLock { $0 } }
  package var date: Date { Date(timeIntervalSince1970: 1_767_225_600 + uptime / .seconds(1)) }

  package func sleep(for duration: Duration) async throws { advance(by: duration) }

  package func advance(by duration: Duration) { time.withLock { $0 += max(duration, .zero) } }
}
