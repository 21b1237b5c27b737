import PlayerKit

extension FakePlayer {
  /// What several fake players share so that they can follow each other without a gap, as real ones
  /// share an engine: one of them plays at a time, and who loads supersedes the others.
  public final class Group: Sendable {
    let engine: FakeEngine
    let clock: any PlaybackClock

    /// Makes a group that lives by `clock`.
    public init(clock: any PlaybackClock) {
      self.clock = clock
      engine = FakeEngine(clock: clock)
    }
  }
}

/// What follows within a group.
final class FakePreloading: Preloading {
  private let core: PlayerCore
  private let backend: FakePlayerBackend

  init(core: PlayerCore, backend: FakePlayerBackend) {
    self.core = core
    self.backend = backend
  }

  var gaplessGroup: GaplessGroup { GaplessGroup(sharing: backend.group) }

  func preload(_ request: LoadRequest, after current: LoadID) {
    let request = backend.remember(request)
    core.willPreload(request)
    backend.preload(request, after: current, for: core)
  }

  func beginPreloaded(_ load: LoadID, after current: LoadID, wantsToPlay: Bool) {
    core.beginPreloaded(load, after: current, wantsToPlay: wantsToPlay)
  }

  func cancelPreload(_ load: LoadID) {
    backend.cancelPreload(load)
    core.cancelPreload(load)
  }
}
