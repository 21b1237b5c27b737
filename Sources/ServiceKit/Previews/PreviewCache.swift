import Foundation
import Locking

/// Remembers where previews are: so many, so long. All methods may be called on any thread.
final class PreviewCache: Sendable {
  struct Limits: Sendable {
    var count: Int
    var age: TimeInterval
    /// How long before its expiration an address is no longer given out: it is to be played yet.
    var leeway: TimeInterval
  }

  private struct Memory {
    let preview: Preview
    let goodUntil: Date
    var lastUse: Int
  }

  private struct State {
    var memories: [PreviewKey: Memory] = [:]
    /// What could not be played, and is not to be given out for want of anything better.
    var failed: [PreviewKey: Preview] = [:]
    var uses = 0
  }

  private let limits: Limits
  private let now: @Sendable () -> Date
  private let state = Locked(State())

  init(limits: Limits, now: @escaping @Sendable () -> Date) {
    self.limits = limits
    self.now = now
  }

  /// What is known and has not expired.
  func preview(for key: PreviewKey) -> Preview? {
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
      return memory.preview
    }
  }

  /// Remembers a preview; forgets the one that was used longest ago where there are too many.
  func remember(_ preview: Preview, for key: PreviewKey) {
    let oldest = now().addingTimeInterval(limits.age)
    let stated = preview.expiration?.addingTimeInterval(-limits.leeway) ?? .distantFuture
    state.withLock { state in
      state.uses += 1
      state.memories[key] = Memory(
        preview: preview,
        goodUntil: min(oldest, stated),
        lastUse: state.uses
      )
      guard state.memories.count > max(limits.count, 1) else { return }
      let victim = state.memories.min { $0.value.lastUse < $1.value.lastUse }?.key
      if let victim { state.memories[victim] = nil }
    }
  }

  /// Forgets a preview, and remembers that it could not be played.
  func noteFailure(of preview: Preview, for key: PreviewKey) {
    state.withLock { state in
      if state.memories[key]?.preview == preview { state.memories[key] = nil }
      if state.failed.count >= max(limits.count, 1) { state.failed = [:] }
      state.failed[key] = preview
    }
  }

  /// What could not be played, the last time that something could not.
  func failedPreview(for key: PreviewKey) -> Preview? { state.withLock { $0.failed[key] } }

  /// Forgets a preview, unless another has taken its place meanwhile.
  func forget(_ preview: Preview, for key: PreviewKey) {
    state.withLock { state in
      if state.memories[key]?.preview == preview { state.memories[key] = nil }
    }
  }
}
