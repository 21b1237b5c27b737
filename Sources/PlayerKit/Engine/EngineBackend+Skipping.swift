// Beginning on command what was handed over ahead of time.
extension EngineBackend {
  /// A load that was told to begin before its source was found, and what it was told since.
  struct Begun: Sendable {
    let following: LoadID
    var isPlaying: Bool
    var seek: (position: Duration, id: SeekID)?
    /// Set once the source is there.
    var found: (source: MediaSource, request: LoadRequest)?
  }

  private enum Whereabouts {
    case inEngine
    case found(Begun)
    case notYet
  }

  func beginPreloaded(
    _ load: LoadID,
    after current: LoadID,
    isPlaying: Bool,
    for core: PlayerCore
  ) {
    let whereabouts = state.withLock { state -> Whereabouts in
      if state.following.removeValue(forKey: load) != nil { return .inEngine }
      if let begun = state.begun[load], begun.found != nil {
        state.begun[load] = nil
        return .found(begun)
      }
      if state.resolving[load] != nil || state.sources[load] != nil {
        state.begun[load] = Begun(following: current, isPlaying: isPlaying)
      }
      return .notYet
    }
    switch whereabouts {
    case .inEngine:
      engine.setOutput(state.withLock { $0.output })
      engine.playNext(load, after: current, isPlaying: isPlaying)
    case .notYet:
      // Nothing follows in the engine: this lets `current` fall silent.
      engine.playNext(load, after: current, isPlaying: isPlaying)
    case .found(let begun):
      open(load, begun, for: core)
    }
  }

  /// Notes the source of a load that was told to begin meanwhile; it is opened in its turn.
  ///
  /// - Returns: false where nobody told it to begin.
  func openIfBegun(_ source: MediaSource, _ request: LoadRequest, for core: PlayerCore) -> Bool {
    let begun = state.withLock { state -> Begun? in
      guard state.begun[request.id] != nil else { return nil }
      state.sources[request.id] = nil
      state.begun[request.id]?.found = (source, request)
      return state.begun[request.id]
    }
    guard let begun else { return false }
    core.enqueue(
      .beginPreloaded(request.id, after: begun.following, isPlaying: begun.isPlaying)
    )
    return true
  }

  /// Notes a command for a load that was told to begin and is still being looked for.
  ///
  /// - Returns: whether it is one.
  func note(_ load: LoadID, _ change: (inout Begun) -> Void) -> Bool {
    state.withLock { state in
      guard var begun = state.begun[load] else { return false }
      change(&begun)
      state.begun[load] = begun
      return true
    }
  }

  private func open(_ load: LoadID, _ begun: Begun, for core: PlayerCore) {
    guard let (source, request) = begun.found else { return }
    engine.setOutput(state.withLock { $0.output })
    engine.load(
      EngineLoad(
        id: load,
        source: source,
        clip: request.clip,
        position: request.position,
        isPlaying: begun.isPlaying,
        onReport: listener(for: load, track: request.track, core: core)
      )
    )
    if let seek = begun.seek { engine.seek(to: seek.position, id: seek.id, load: load) }
  }
}
