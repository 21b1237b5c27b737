import Foundation
import Locking

/// Remembers addresses: so many, so long. All methods may be called on any thread.
struct AddressCache: Sendable {
  struct Limits: Sendable {
    var count: Int
    var age: TimeInterval
    /// How long before its expiration an address is no longer given out: it is to be played yet.
    var leeway: TimeInterval
  }

  private struct Memory {
    let address: MediaAddress
    let goodUntil: Date
    var lastUse: Int
  }

  private struct State {
    var memories: [AddressKey: Memory] = [:]
    /// What could not be played, and is not to be given out for want of anything better.
    var failed: [AddressKey: MediaAddress] = [:]
    var uses = 0
  }

  let limits: Limits
  let now: @Sendable () -> Date
  private let state = Locked(State())

  /// What is known and has not expired.
  func address(for key: AddressKey) -> MediaAddress? {
    let now = now()
    return state.withLock { state in
      guard var memory = state.memories[key] else { return nil }
      guard memory.goodUntil > now else {
        state.memories[key] = nil
        return nil
      }
      state.uses += 1
      memory.lastUse = state.uses
      state.memories[key] = memory
      return memory.address
    }
  }

  /// Remembers an address; forgets the one that was used longest ago where there are too many.
  func remember(_ address: MediaAddress, for key: AddressKey) {
    let oldest = now().addingTimeInterval(limits.age)
    let stated = address.expiration?.addingTimeInterval(-limits.leeway) ?? .distantFuture
    state.withLock { state in
      state.uses += 1
      state.memories[key] = Memory(
        address: address,
        goodUntil: min(oldest, stated),
        lastUse: state.uses
      )
      guard state.memories.count > max(limits.count, 1) else { return }
      let victim = state.memories.min { $0.value.lastUse < $1.value.lastUse }?.key
      if let victim { state.memories[victim] = nil }
    }
  }

  /// Forgets an address, unless another has taken its place meanwhile.
  ///
  /// - Parameter hasFailed: Whether it could not be played, which is remembered.
  func forget(_ address: MediaAddress, for key: AddressKey, hasFailed: Bool = false) {
    state.withLock { state in
      if state.memories[key]?.address == address { state.memories[key] = nil }
      guard hasFailed else { return }
      if state.failed.count >= max(limits.count, 1) { state.failed = [:] }
      state.failed[key] = address
    }
  }

  /// What could not be played, the last time that something could not.
  func failedAddress(for key: AddressKey) -> MediaAddress? { state.withLock { $0.failed[key] } }
}
