import Foundation
import PlayerKitSystem

/// Remembers addresses: so many, so long. All methods may be called on any thread.
struct AddressCache: Sendable {
  private struct State {
    var memories: BoundedCache<AddressKey, MediaAddress, Date>
    /// What could not be played, and is not to be given out for want of anything better.
    var failed: BoundedCache<AddressKey, MediaAddress, Date>
  }

  /// How long before its expiration an address is no longer given out: it is to be played yet.
  private static let leeway: TimeInterval = 60

  private let lifetime: TimeInterval
  private let clock: any CatalogClock
  private let state: Locked<State>

  init(capacity: Int, lifetime: Duration, clock: any CatalogClock) {
    self.lifetime = lifetime / .seconds(1)
    self.clock = clock
    let empty = BoundedCache<AddressKey, MediaAddress, Date>(maximumCost: max(capacity, 1))
    state = Locked(State(memories: empty, failed: empty))
  }

  /// What is known and has not expired.
  func address(for key: AddressKey) -> MediaAddress? {
    let now = clock.date
    return state.withLock { $0.memories.value(for: key, now: now) }
  }

  /// Remembers an address; forgets the one that was used longest ago where there are too many.
  func remember(_ address: MediaAddress, for key: AddressKey) {
    let oldest = clock.date.addingTimeInterval(lifetime)
    let stated = address.expiration?.addingTimeInterval(-Self.leeway) ?? .distantFuture
    state.withLock { $0.memories.keep(address, for: key, cost: 1, until: min(oldest, stated)) }
  }

  /// Forgets an address, unless another has taken its place meanwhile.
  ///
  /// - Parameter hasFailed: Whether it could not be played, which is remembered.
  func forget(_ address: MediaAddress, for key: AddressKey, hasFailed: Bool = false) {
    state.withLock { state in
      state.memories.remove(key) { $0 == address }
      if hasFailed { state.failed.keep(address, for: key, cost: 1, until: .distantFuture) }
    }
  }

  /// What could not be played, the last time that something could not.
  func failedAddress(for key: AddressKey) -> MediaAddress? {
    state.withLock { $0.failed.value(for: key, now: .distantPast) }
  }
}
