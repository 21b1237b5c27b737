import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Remembers results for a while, because a completely read list contains each member, and metadata
/// is needed besides the address.
struct YTDLPMemory: Sendable {
  private static let capacity = 300
  private static let lifetime: TimeInterval = 3_600

  private let clock: any PlaybackClock
  private let found = Locked(
    BoundedCache<String, YTDLPMedia, Date>(maximumCost: Self.capacity)
  )

  /// The formats of tracks, which remain valid longer than the addresses.
  private let formats = Locked(BoundedCache<String, String, Date>(maximumCost: Self.capacity))

  init(clock: any PlaybackClock) { self.clock = clock }

  /// Returns the format in which a track was found; `nil` if unknown.
  func format(_ id: String) -> String? {
    let now = clock.date
    return formats.withLock { $0.value(for: id, now: now) }
  }

  func media(_ id: String) -> YTDLPMedia? {
    let now = clock.date
    return found.withLock { $0.value(for: id, now: now) }
  }

  func remember(_ media: YTDLPMedia, for id: String) {
    let oldest = clock.date.addingTimeInterval(Self.lifetime)
    let end = min(oldest, media.address.expiration?.addingTimeInterval(-60) ?? oldest)
    found.withLock { $0.keep(media, for: id, cost: 1, until: end) }
    guard let format = media.formatID else { return }
    let dayLater = clock.date.addingTimeInterval(86_400)
    formats.withLock { $0.keep(format, for: id, cost: 1, until: dayLater) }
  }

  func forget(_ id: String) { found.withLock { $0.remove(id) } }
}
