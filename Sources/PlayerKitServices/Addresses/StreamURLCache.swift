import Foundation
import PlayerKit
import PlayerKitSystem

/// A bounded cache of addresses that expire. All methods may be called on any thread.
struct StreamURLCache: Sendable {
  private struct State {
    var memories: BoundedCache<StreamURLKey, StreamURL, Date>
    /// Addresses that failed to play. They are not used again just because a track carries them.
    var failed: BoundedCache<StreamURLKey, StreamURL, Date>
  }

  /// Addresses expire this long early, because they still have to be played.
  private static let leeway: TimeInterval = 60

  private let lifetime: TimeInterval
  private let clock: any PlaybackClock
  private let state: Locked<State>

  init(capacity: Int, lifetime: Duration, clock: any PlaybackClock) {
    self.lifetime = lifetime / .seconds(1)
    self.clock = clock
    let empty = BoundedCache<StreamURLKey, StreamURL, Date>(maximumCost: max(capacity, 1))
    state = Locked(State(memories: empty, failed: empty))
  }

  /// The cached address, if it has not expired.
  func address(for key: StreamURLKey) -> StreamURL? {
    let now = clock.date
    return state.withLock { $0.memories.value(for: key, now: now) }
  }

  /// Caches an address. Evicts the least recently used one if the cache is full.
  func remember(_ address: StreamURL, for key: StreamURLKey) {
    let oldest = clock.date.addingTimeInterval(lifetime)
    let stated = address.expiration?.addingTimeInterval(-Self.leeway) ?? .distantFuture
    state.withLock { $0.memories.keep(address, for: key, cost: 1, until: min(oldest, stated)) }
  }

  /// Removes an address, unless another one has replaced it.
  ///
  /// - Parameter hasFailed: Whether the address could not be played. A failed address is
  ///   remembered.
  func forget(_ address: StreamURL, for key: StreamURLKey, hasFailed: Bool = false) {
    state.withLock { state in
      state.memories.remove(key) { $0 == address }
      if hasFailed { state.failed.keep(address, for: key, cost: 1, until: .distantFuture) }
    }
  }

  /// The address that most recently could not be played.
  func failedAddress(for key: StreamURLKey) -> StreamURL? {
    state.withLock { $0.failed.value(for: key, now: .distantPast) }
  }
}
