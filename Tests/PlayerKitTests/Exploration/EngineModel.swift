@testable import PlayerKit

/// The engine below the players in the exploration. It keeps the contract of loads, and is
/// otherwise free to do anything at any time.
struct EngineModel {
  struct Load: Hashable {
    let load: LoadID
    let player: PlayerRef
    /// Whether this next load was opened.
    var isOpened = false
    var isLoaded = false
    var isPlaying: Bool
    var isStarved = false
    /// Whether it must report its start once it is loaded.
    var owesStart = false
    /// Whether it was asked to release the load, and has not done so.
    var isReleasing = false
    var seek: SeekID?
  }

  /// A report on its way to the queue.
  struct Letter: Hashable {
    let load: LoadID
    let kind: Kind
  }

  enum Kind: Hashable {
    case opened, openedLive, loaded, started, starved, fed, sought(SeekID), suppressed, relieved,
      ended(LoadID?),
      failed, failedForNow, superseded, released, playedElsewhere, pausedElsewhere

    /// The name in the documentation's table.
    var name: String {
      switch self {
      case .opened, .openedLive: "opened"
      case .loaded: "loaded"
      case .started: "started"
      case .starved: "buffering(true)"
      case .fed: "buffering(false)"
      case .sought: "seekCompleted"
      case .suppressed: "suppressed(reason)"
      case .relieved: "suppressed(nil)"
      case .ended(let next): next == nil ? "ended" : "ended, followed"
      case .failed: "failed"
      case .failedForNow: "failed, retryable"
      case .playedElsewhere: "remote(play)"
      case .pausedElsewhere: "remote(pause)"
      case .superseded: "superseded"
      case .released: "released"
      }
    }

    var report: LoadEvent {
      let anchor = PositionAnchor(position: .zero, speed: 0, instant: Exploration.now)
      return switch self {
      case .opened: .opened(isLive: false)
      case .openedLive: .opened(isLive: true)
      case .loaded:
        .loaded(LoadedMedia(anchor: anchor, duration: .seconds(60), isSeekable: true))
      case .started: .started(anchor)
      case .starved: .buffering(true)
      case .fed: .buffering(false)
      case .sought(let id): .seekCompleted(id, anchor)
      case .suppressed: .suppressed(.interruption)
      case .relieved: .suppressed(nil)
      case .ended(let next): .ended(followedBy: next)
      case .failed: .failed(PlayerError(.serverError, "", isRetryable: false), followedBy: nil)
      case .failedForNow: .failed(PlayerError(.serverError, ""), followedBy: nil)
      case .playedElsewhere: .remote(.play)
      case .pausedElsewhere: .remote(.pause)
      case .superseded: .superseded
      case .released: .released
      }
    }
  }

  var current: Load?
  var next: Load?
  /// Whether a replaced load sounds until it is released, as on a remote player.
  var isSlow = false
  /// The replaced load that still sounds.
  var leaving: LoadID?
  /// The reports in the order of sending.
  var letters: [Letter] = []

  var isSounding: Bool { leaving != nil || isCurrentSounding }

  var isCurrentSounding: Bool {
    guard let current else { return false }
    return current.isLoaded && current.isPlaying && !current.isStarved && current.seek == nil
  }

  // MARK: - Commands

  mutating func perform(_ command: PlaybackCommand, on player: PlayerRef) {
    switch command {
    case .open(let request, _): open(request.id, on: player, isPlaying: request.wantsToPlay)
    case .preload(let request, let after): preload(request.id, on: player, after: after)
    case .beginPreloaded(let load, let after, let isPlaying):
      beginPreloaded(load, after: after, isPlaying: isPlaying)
    case .cancelPreload(let load): if next?.load == load { cancelNext() }
    case .setPlaying(let isPlaying, let load): change(load) { $0.isPlaying = isPlaying }
    case .seek(_, let id, let load): change(load) { $0.seek = id }
    case .release(let load): change(load) { $0.isReleasing = true }
    case .measure, .apply: break
    }
  }

  private mutating func change(_ load: LoadID, _ body: (inout Load) -> Void) {
    guard var changed = current, changed.load == load else { return }
    body(&changed)
    current = changed
  }

  private mutating func open(_ load: LoadID, on player: PlayerRef, isPlaying: Bool) {
    if isSlow, isCurrentSounding, leaving == nil {
      leaving = current?.load
      cancelNext()
    } else {
      drop(.superseded)
    }
    current = Load(load: load, player: player, isPlaying: isPlaying)
  }

  private mutating func preload(_ load: LoadID, on player: PlayerRef, after: LoadID) {
    guard current?.load == after else {
      letters.append(Letter(load: load, kind: .superseded))
      return
    }
    cancelNext()
    next = Load(load: load, player: player, isPlaying: true)
  }

  private mutating func beginPreloaded(_ load: LoadID, after: LoadID, isPlaying: Bool) {
    guard current?.load == after else { return }
    guard var begun = next, begun.load == load else { return drop(.superseded) }
    next = nil
    drop(.superseded)
    begun.isPlaying = isPlaying
    begun.owesStart = !begun.isLoaded
    current = begun
    if begun.isLoaded { send(.started) }
  }

  private mutating func cancelNext() {
    if let next { letters.append(Letter(load: next.load, kind: .superseded)) }
    next = nil
  }

  private mutating func drop(_ kind: Kind) {
    if let current { letters.append(Letter(load: current.load, kind: kind)) }
    current = nil
    cancelNext()
  }

  // MARK: - Spontaneous steps

  enum Whim: CaseIterable {
    case letGo, load, fail, end, starve, feed, settleSeek, suppress, relieve, loadNext, failNext
    case openNext, openNextLive, failForNow, playElsewhere, pauseElsewhere
  }

  /// Performs a whim. Returns `false` if it is impossible.
  mutating func indulge(_ whim: Whim) -> Bool {
    if whim == .letGo, let leaving {
      letters.append(Letter(load: leaving, kind: .superseded))
      self.leaving = nil
      return true
    }
    guard var load = current else { return false }
    switch whim {
    case .letGo:
      guard load.isReleasing else { return false }
      drop(.released)
    case .load:
      guard !load.isLoaded else { return false }
      load.isLoaded = true
      current = load
      send(.loaded)
      if load.owesStart {
        current?.owesStart = false
        send(.started)
      }
    case .fail:
      send(.failed)
      current = nil
      cancelNext()
    case .failForNow:
      send(.failedForNow)
      current = nil
      cancelNext()
    case .playElsewhere, .pauseElsewhere:
      guard load.isLoaded, load.isPlaying != (whim == .playElsewhere) else { return false }
      current?.isPlaying.toggle()
      send(whim == .playElsewhere ? .playedElsewhere : .pausedElsewhere)
    case .end:
      guard isCurrentSounding, !load.isReleasing else { return false }
      send(.ended(next?.load))
      current = next
      current?.isLoaded = true
      next = nil
      if current != nil { send(.started) }
    case .starve:
      guard load.isLoaded, !load.isStarved else { return false }
      current?.isStarved = true
      send(.starved)
    case .feed:
      guard load.isStarved else { return false }
      current?.isStarved = false
      send(.fed)
    case .settleSeek:
      guard load.isLoaded, let seek = load.seek else { return false }
      current?.seek = nil
      send(.sought(seek))
    case .suppress: send(.suppressed)
    case .relieve: send(.relieved)
    case .openNext, .openNextLive:
      guard let next, !next.isOpened, !next.isLoaded else { return false }
      self.next?.isOpened = true
      letters.append(Letter(load: next.load, kind: whim == .openNext ? .opened : .openedLive))
    case .loadNext:
      guard let next, !next.isLoaded else { return false }
      self.next?.isLoaded = true
      letters.append(Letter(load: next.load, kind: .loaded))
    case .failNext:
      guard let next else { return false }
      self.next = nil
      letters.append(Letter(load: next.load, kind: .failed))
    }
    return true
  }

  /// Silences a load that was to be released, without ever reporting it.
  mutating func fallSilent(_ load: LoadID) {
    if leaving == load { leaving = nil }
    guard current?.load == load else { return }
    current = nil
    cancelNext()
  }

  private mutating func send(_ kind: Kind) {
    if let current { letters.append(Letter(load: current.load, kind: kind)) }
  }
}
