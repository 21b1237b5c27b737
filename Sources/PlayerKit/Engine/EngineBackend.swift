import Locking

/// Carries out a player's commands on an engine: resolves, then opens.
final class EngineBackend: PlayerBackend {
  let resolver: any MediaResolver
  let engine: any AudioEngine

  struct State {
    /// Loads whose source is being looked for.
    var resolving: [LoadID: Task<Void, Never>] = [:]
    /// Sources found for loads that the machine has not opened yet.
    var sources: [LoadID: MediaSource] = [:]
    /// The load that each one handed to the engine ahead of time is to follow.
    var following: [LoadID: LoadID] = [:]
    /// Loads that were told to begin while their source is still looked for.
    var begun: [LoadID: Begun] = [:]
    /// Loads that the engine was asked to give back since others take their places.
    var replaced: Set<LoadID> = []
    /// What this player's tracks are to sound like; another player may have set the engine otherwise.
    var output = OutputSettings()
  }

  let state = Locked(State())

  init(resolver: any MediaResolver, engine: any AudioEngine) {
    self.resolver = resolver
    self.engine = engine
  }

  var canClip: Bool { true }

  func perform(_ command: PlaybackCommand, for core: PlayerCore) {
    switch command {
    case .resolve(let load, let track, let replaced):
      resolve(load, track, replacing: replaced, for: core)
    case .open(let load, let track, let clip, let position, let isPlaying):
      let (source, output) = state.withLock { state in
        (state.sources.removeValue(forKey: load), state.output)
      }
      guard let source else { return }
      engine.setOutput(output)
      engine.load(
        EngineLoad(
          id: load,
          source: source,
          clip: clip,
          position: position,
          isPlaying: isPlaying,
          album: core.albumContext(of: load),
          onReport: listener(for: load, track: track, core: core)
        )
      )
    case .beginPreloaded(let load, let current, let isPlaying):
      beginPreloaded(load, after: current, isPlaying: isPlaying, for: core)
    case .setPlaying(let isPlaying, let load):
      if note(load, { $0.isPlaying = isPlaying }) { return }
      engine.setPlaying(isPlaying, load: load)
    case .seek(let position, let id, let load):
      if note(load, { $0.seek = (position, id) }) { return }
      engine.seek(to: position, id: id, load: load)
    case .measure(let load):
      engine.measure(load)
    case .release(let load):
      if abandon(load) { core.report(.released, of: load) } else { engine.unload(load) }
    case .apply(let settings):
      state.withLock { $0.output = settings }
      engine.setOutput(settings)
    }
  }

  // MARK: - What follows

  func preload(_ request: LoadRequest, after current: LoadID, for core: PlayerCore) {
    let load = request.id
    find(load, request.track, for: core) { [self] core in
      let (source, isBegun) = state.withLock { state -> (MediaSource?, Bool) in
        if state.begun[load] != nil { return (state.sources[load], true) }
        let source = state.sources.removeValue(forKey: load)
        if source != nil { state.following[load] = current }
        return (source, false)
      }
      guard let source else { return false }
      if isBegun { return openIfBegun(source, request, for: core) }
      engine.setNext(
        EngineLoad(
          id: load,
          source: source,
          clip: request.clip,
          position: request.position,
          isPlaying: request.wantsToPlay,
          album: request.album,
          onReport: listener(for: load, track: request.track, core: core)
        ),
        after: current
      )
      return true
    }
  }

  func cancelPreload(_ load: LoadID, for core: PlayerCore) {
    if abandon(load) {
      core.report(.superseded, of: load)
    } else if let current = state.withLock({ $0.following.removeValue(forKey: load) }) {
      engine.setNext(nil, after: current)
    }
  }

  // MARK: - Finding the source

  private func resolve(
    _ load: LoadID,
    _ track: any Track,
    replacing replaced: LoadID?,
    for core: PlayerCore
  ) {
    var replaced = replaced
    if let load = replaced, abandon(load) {
      core.report(.superseded, of: load)
      replaced = nil
    }
    let isOpened = find(load, track, for: core) { $0.resolved(load) }
    // What is replaced must not sound on meanwhile. Where the new one is opened at once, that ends
    // the old one, and the output need not be closed in between.
    if !isOpened, let replaced {
      state.withLock { _ = $0.replaced.insert(replaced) }
      engine.unload(replaced)
    }
  }

  /// Calls `then` when the source is there: at once where the resolver knows it (and returns what
  /// that returns), later from a task, or never where it fails or is abandoned.
  @discardableResult
  private func find(
    _ load: LoadID,
    _ track: any Track,
    for core: PlayerCore,
    then: @escaping @Sendable (PlayerCore) -> Bool
  ) -> Bool {
    do throws(PlayerError) {
      if let source = try resolver.resolveNow(track) {
        state.withLock { $0.sources[load] = source }
        return then(core)
      }
    } catch {
      fail(load, track, error, for: core)
      return false
    }
    state.withLock { state in
      state.resolving[load] = Task { [weak core, resolver] in
        do {
          let source = try await resolver.resolve(track)
          guard self.isStillWanted(load, from: source), let core else { return }
          _ = then(core)
        } catch {
          guard self.isStillWanted(load, from: nil), let core else { return }
          self.fail(load, track, PlayerError(resolving: error), for: core)
        }
      }
    }
    return false
  }

  /// Notes what came of looking for a source: in one step, so that whoever abandons the load
  /// meanwhile finds it in one place or the other.
  ///
  /// - Returns: false where the load was abandoned.
  private func isStillWanted(_ load: LoadID, from source: MediaSource?) -> Bool {
    state.withLock { state in
      guard state.resolving.removeValue(forKey: load) != nil else { return false }
      if let source { state.sources[load] = source }
      return true
    }
  }

  private func fail(
    _ load: LoadID,
    _ track: any Track,
    _ error: PlayerError,
    for core: PlayerCore
  ) {
    state.withLock { $0.begun[load] = nil }
    let error = error.attributed(to: track, playerType: resolver.playerType)
    core.report(.failed(error, followedBy: nil), of: load)
  }

  /// Drops a load that the engine does not know yet.
  ///
  /// - Returns: whether it was one.
  private func abandon(_ load: LoadID) -> Bool {
    let (task, source, begun) = state.withLock {
      (
        $0.resolving.removeValue(forKey: load), $0.sources.removeValue(forKey: load),
        $0.begun.removeValue(forKey: load)
      )
    }
    task?.cancel()
    return task != nil || source != nil || begun != nil
  }

  // MARK: - What the engine says

  func listener(
    for load: LoadID,
    track: any Track,
    core: PlayerCore
  ) -> @Sendable (LoadReport) -> Void {
    { [weak self, weak core] report in
      guard let self, let core else { return }
      switch report {
      case .failed(let error, let next):
        let error = error.attributed(to: track, playerType: resolver.playerType)
        resolver.forget(track, after: error)
        core.report(.failed(error, followedBy: next), of: load)
      case .released where state.withLock({ $0.replaced.contains(load) }):
        core.report(.superseded, of: load)
      case .started, .ended, .superseded, .released, .loaded, .position, .buffering,
        .seekCompleted, .duration, .metadata, .suppressed, .wantsToPlay:
        core.report(report, of: load)
      }
      guard report.isTerminal else { return }
      state.withLock { state in
        state.following[load] = nil
        state.replaced.remove(load)
      }
    }
  }
}
