import Locking
import PlayerKit

/// Carries out a fake player's commands, and keeps a record of them.
final class FakePlayerBackend: PlayerBackend {
  private struct State {
    var scripts: [String: FakeMedia] = [:]
    var log = FakePlayerLog()
    /// Loads that are to be opened and are not yet.
    var announced: Set<LoadID> = []
    /// The load that each preloaded one is to follow.
    var following: [LoadID: LoadID] = [:]
    /// Loads that were given back since others take their places.
    var replaced: Set<LoadID> = []
    var output = OutputSettings()
  }

  let group: FakePlayer.Group
  let canClip: Bool
  private let playerType: PlayerType
  private let defaultScript: @Sendable (any Track) -> FakeMedia
  private let state = Locked(State())

  init(
    playerType: PlayerType,
    group: FakePlayer.Group,
    canClip: Bool,
    defaultScript: @escaping @Sendable (any Track) -> FakeMedia
  ) {
    self.playerType = playerType
    self.group = group
    self.canClip = canClip
    self.defaultScript = defaultScript
  }

  func setMedia(_ media: FakeMedia, for trackID: String) {
    state.withLock { $0.scripts[trackID] = media }
  }

  // MARK: PlayerBackend

  func perform(_ command: PlaybackCommand, for core: PlayerCore) {
    switch command {
    case .resolve(let load, _, let replaced):
      resolve(load, replacing: replaced, for: core)
    case .open(let load, let track, let clip, let position, let isPlaying):
      let output = state.withLock { state in
        state.announced.remove(load)
        state.log.noteLoad(load, of: track, at: position, isPlaying: isPlaying)
        return state.output
      }
      // Another one of the group may have set it otherwise.
      group.engine.setOutput(output)
      let request = engineLoad(load, track, clip, at: position, isPlaying: isPlaying, core: core)
      group.engine.load(request, playing: script(for: track))
    case .beginPreloaded(let load, let current, let isPlaying):
      note(load) { .beginPreloaded($0, isPlaying: isPlaying) }
      let output = state.withLock { state in
        state.following[load] = nil
        return state.output
      }
      group.engine.setOutput(output)
      group.engine.playNext(load, after: current, isPlaying: isPlaying)
    case .setPlaying(let isPlaying, let load):
      note(load) { .setPlaying(isPlaying, $0) }
      group.engine.setPlaying(isPlaying, load: load)
    case .seek(let position, let id, let load):
      note(load) { .seek(position, $0) }
      group.engine.seek(to: position, id: id, load: load)
    case .measure(let load):
      group.engine.measure(load)
    case .release(let load):
      note(load) { .unload($0) }
      if abandon(load) { core.report(.released, of: load) } else { group.engine.unload(load) }
    case .apply(let settings):
      state.withLock { state in
        state.output = settings
        state.log.note(.apply(settings))
      }
      group.engine.setOutput(settings)
    }
  }

  private func resolve(_ load: LoadID, replacing replaced: LoadID?, for core: PlayerCore) {
    if let replaced, abandon(replaced) { core.report(.superseded, of: replaced) }
    state.withLock { _ = $0.announced.insert(load) }
    // Where it is no longer wanted, nothing takes the place of what it replaces.
    if !core.resolved(load), let replaced {
      state.withLock { _ = $0.replaced.insert(replaced) }
      group.engine.unload(replaced)
    }
  }

  /// Drops a load that was never opened.
  ///
  /// - Returns: whether it was one.
  private func abandon(_ load: LoadID) -> Bool {
    state.withLock { $0.announced.remove(load) != nil }
  }

  // MARK: What follows

  func preload(_ request: LoadRequest, after current: LoadID, for core: PlayerCore) {
    state.withLock { state in
      state.following[request.id] = current
      state.log.notePreload(request.id, of: request.track)
    }
    let next = engineLoad(
      request.id,
      request.track,
      request.clip,
      at: request.position,
      isPlaying: request.wantsToPlay,
      core: core
    )
    group.engine.setNext(next, playing: script(for: request.track), after: current)
  }

  func cancelPreload(_ load: LoadID) {
    note(load) { .cancelPreload($0) }
    guard let current = state.withLock({ $0.following.removeValue(forKey: load) }) else { return }
    group.engine.setNext(nil, after: current)
  }
}

// MARK: - What was heard and said

extension FakePlayerBackend {
  var preparedTracks: [any Track] { state.withLock { $0.log.tracks } }

  var commands: [FakePlayer.Command] { state.withLock { $0.log.commands } }

  var soundingTrack: (any Track)? {
    guard let load = group.engine.soundingLoad else { return nil }
    return state.withLock { $0.log.track(of: load) }
  }

  func loads(of trackID: String) -> [LoadID] {
    state.withLock { $0.log.loads(of: trackID) }
  }

  /// Makes a request whose listener is remembered also beyond the end of the load.
  func remember(_ request: LoadRequest) -> LoadRequest {
    state.withLock { $0.log.remember(request) }
    return LoadRequest(
      id: request.id,
      track: request.track,
      clip: request.clip,
      position: request.position,
      wantsToPlay: request.wantsToPlay,
      album: request.album
    ) { [weak self] report in
      if report.isTerminal { self?.state.withLock { $0.log.noteEnd(of: request.id) } }
      request.onReport(report)
    }
  }

  func inject(_ report: LoadReport, of load: LoadID, for core: PlayerCore) {
    if let listener = state.withLock({ $0.log.listener(ofEnded: load) }) {
      listener(report)
    } else {
      core.report(report, of: load)
    }
  }

  private func note(_ load: LoadID, _ command: (String) -> FakePlayer.Command) {
    state.withLock { state in
      guard let track = state.log.track(of: load) else { return }
      state.log.note(command(track.id))
    }
  }

  private func script(for track: any Track) -> FakeMedia {
    state.withLock { $0.scripts[track.id] } ?? defaultScript(track)
  }

  private func engineLoad(
    _ load: LoadID,
    _ track: any Track,
    _ clip: Clip?,
    at position: Duration,
    isPlaying: Bool,
    core: PlayerCore
  ) -> EngineLoad {
    EngineLoad(
      id: load,
      source: MediaSource(.file(path: track.id)),
      clip: clip,
      position: position,
      isPlaying: isPlaying,
      album: core.albumContext(of: load)
    ) { [weak self, weak core] report in
      guard let self, let core else { return }
      core.report(inOurWords(report, of: load, track), of: load)
      guard report.isTerminal else { return }
      state.withLock { state in
        state.following[load] = nil
        state.replaced.remove(load)
      }
    }
  }

  private func inOurWords(
    _ report: LoadReport,
    of load: LoadID,
    _ track: any Track
  ) -> LoadReport {
    switch report {
    case .released where state.withLock { $0.replaced.contains(load) }:
      .superseded
    case .failed(let error, let next):
      .failed(error.attributed(to: track, playerType: playerType), followedBy: next)
    case .loaded, .started, .position, .buffering, .seekCompleted, .duration, .metadata,
      .suppressed, .wantsToPlay, .ended, .superseded, .released:
      report
    }
  }
}
