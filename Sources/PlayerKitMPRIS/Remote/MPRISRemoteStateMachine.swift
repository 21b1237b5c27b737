import PlayerKit

/// Has another player play one track at a time, and tells what became of it. Pure: all times are handed
/// in.
struct MPRISRemoteStateMachine {
  /// What the other player is told.
  enum Command: Sendable, Hashable {
    case open(String)
    case play
    case pause
    case stop
    case setPosition(Duration, trackID: String)
    case seek(by: Duration)
    case setVolume(Double)
  }

  enum Action: Sendable, Equatable {
    case report(LoadEvent, LoadID)
    /// Send it, and say what came of it by `answered`.
    case send(Command, LoadID?)
    /// Ask for all properties; the number names the question.
    case read(Int)
  }

  /// Whether there is somebody to command.
  enum Presence: Hashable {
    case unknown
    case absent
    case present
  }

  struct Load {
    let request: LoadRequest
    let uri: String
    var isWanted: Bool
    /// Where it is to begin.
    var start: Duration
    /// The seek to settle with the beginning.
    var seek: SeekID?
    /// It was loaded before, and somebody has stopped it since.
    var isAgain = false

    var id: LoadID { request.id }
  }

  enum State {
    case idle
    /// Nobody knows yet whether the other player is there.
    case waiting(Load, until: MonotonicInstant)
    /// What it plays now is being asked for, so that the new can be told from the old.
    case asking(Load)
    case opening(Load, MPRISOpening)
    case following(Load, MPRISFollowing)
  }

  let playerType: PlayerType
  var state = State.idle
  var presence = Presence.unknown
  var peer = MPRISPeerState()
  /// The question under way.
  var reading: Int?
  private var questions = 0
  /// What we have set; `nil`: nothing.
  private var volume: Double?
  /// Until then, what is told of the volume may be our own doing.
  private var volumeQuietUntil: MonotonicInstant?

  init(playerType: PlayerType) {
    self.playerType = playerType
  }

  // MARK: - Commands

  /// Has a track opened in place of another.
  mutating func open(_ request: LoadRequest, uri: String?, now: MonotonicInstant) -> [Action] {
    let actions = finish(.superseded)
    guard let uri, !uri.isEmpty else {
      let error = PlayerError(.invalidItem, "The track names nothing that another player can open.")
      return actions + [.report(failure(error, of: request), request.id)]
    }
    let load = Load(
      request: request,
      uri: uri,
      isWanted: request.wantsToPlay,
      start: request.position
    )
    return actions + begin(load, now: now)
  }

  mutating func begin(_ load: Load, now: MonotonicInstant) -> [Action] {
    switch presence {
    case .unknown:
      state = .waiting(load, until: now + MPRISRules.patienceForBus)
      return []
    case .absent:
      state = .idle
      return [.report(failure(.absent, of: load.request), load.id)]
    case .present:
      state = .asking(load)
      return ask(anew: true)
    }
  }

  mutating func setPlaying(_ isPlaying: Bool, _ id: LoadID, now: MonotonicInstant) -> [Action] {
    switch state {
    case .waiting(var load, let until) where load.id == id:
      load.isWanted = isPlaying
      state = .waiting(load, until: until)
      return []
    case .asking(var load) where load.id == id:
      load.isWanted = isPlaying
      state = .asking(load)
      return []
    case .opening(var load, let opening) where load.id == id:
      load.isWanted = isPlaying
      state = .opening(load, opening)
      return [.send(isPlaying ? .play : .pause, id)]
    case .following(var load, var following) where load.id == id:
      load.isWanted = isPlaying
      if let place = following.stoppedAt {
        guard isPlaying else { return [] }
        // It has nothing any more that it could go on with.
        load.start = place
        load.isAgain = true
        return [.report(.buffering(true), id)] + begin(load, now: now)
      }
      following.anchor(following.predict(now), isMoving: isPlaying, now: now)
      following.wish = MPRISFollowing.Wish(until: now + MPRISRules.patienceForWish)
      if isPlaying { following.nextRead = now + MPRISRules.interval }
      state = .following(load, following)
      return [.send(isPlaying ? .play : .pause, id)]
    case .idle, .waiting, .asking, .opening, .following:
      return []
    }
  }

  mutating func seek(
    to target: Duration,
    _ seek: SeekID,
    _ id: LoadID,
    now: MonotonicInstant
  ) -> [Action] {
    switch state {
    case .waiting(var load, let until) where load.id == id:
      (load.start, load.seek) = (target, seek)
      state = .waiting(load, until: until)
      return []
    case .asking(var load) where load.id == id:
      (load.start, load.seek) = (target, seek)
      state = .asking(load)
      return []
    case .opening(var load, let opening) where load.id == id:
      (load.start, load.seek) = (target, seek)
      state = .opening(load, opening)
      return []
    case .following(var load, var following) where load.id == id:
      if following.stoppedAt != nil {
        following.stoppedAt = target
        following.anchor(target, isMoving: false, now: now)
        state = .following(load, following)
        return [.report(.seekCompleted(seek, following.told(now)), id)]
      }
      if let length = following.length, target >= length {
        return finish(.ended(followedBy: nil))
      }
      if !following.isTold { (load.start, load.seek) = (target, seek) }
      let command = following.command(to: target, now: now)
      following.begin(seek, to: target, now: now)
      state = .following(load, following)
      return [.send(command, id)]
    case .idle, .waiting, .asking, .opening, .following:
      return []
    }
  }

  /// Has the position asked for, and told.
  mutating func measure(_ id: LoadID) -> [Action] {
    guard case .following(let load, var following) = state, load.id == id else { return [] }
    following.isAsked = true
    state = .following(load, following)
    return ask()
  }

  mutating func release(_ id: LoadID) -> [Action] {
    load?.id == id ? finish(.released) : []
  }

  /// The volume is the player's own until it is changed here.
  mutating func apply(_ settings: OutputSettings, now: MonotonicInstant) -> [Action] {
    let wanted = settings.isMuted ? 0 : settings.volume
    guard wanted != volume ?? 1 else { return [] }
    volume = wanted
    return sendVolume(now: now)
  }

  private mutating func sendVolume(now: MonotonicInstant) -> [Action] {
    guard let volume, presence == .present else { return [] }
    volumeQuietUntil = now + MPRISRules.volumeQuiet
    return [.send(.setVolume(volume), nil)]
  }

  // MARK: - The other player

  mutating func peerAppeared(now: MonotonicInstant) -> [Action] {
    presence = .present
    peer = MPRISPeerState()
    reading = nil
    let actions = sendVolume(now: now)
    guard case .waiting(let load, _) = state else { return actions }
    return actions + begin(load, now: now)
  }

  /// It has quit, or there is no bus.
  mutating func peerVanished(now: MonotonicInstant) -> [Action] {
    presence = .absent
    peer = MPRISPeerState()
    reading = nil
    switch state {
    case .idle:
      return []
    case .following(_, let following) where following.stoppedAt != nil:
      return []
    case .following(_, let following) where following.isNearEnd(following.lastPlace(now)):
      // Many programs quit when they have played what they were given.
      return finish(.ended(followedBy: nil))
    case .waiting(let load, _), .asking(let load), .opening(let load, _), .following(let load, _):
      return finish(failure(.absent, of: load.request))
    }
  }

  /// It has told changes.
  mutating func peerChanged(
    _ properties: [String: DBusValue],
    now: MonotonicInstant
  ) -> [Action] {
    let before = peer
    peer.apply(properties)
    peer.position = nil
    let actions = noticeVolume(properties["Volume"] != nil, now: now)
    switch state {
    case .idle, .waiting, .asking:
      return actions
    case .opening(let load, var opening):
      opening.hear(properties, peer, now: now)
      state = .opening(load, opening)
      return actions + ask()
    case .following(var load, var following):
      let more = follow(&load, &following, before: before, now: now)
      return actions + keep(load, following, more)
    }
  }

  /// The answer to a question; `nil`: there was none, or none that makes sense.
  mutating func answered(
    _ number: Int,
    _ properties: [String: DBusValue]?,
    now: MonotonicInstant
  ) -> [Action] {
    guard number == reading else { return [] }
    reading = nil
    let before = peer
    if let properties {
      peer = MPRISPeerState()
      peer.apply(properties)
    }
    switch state {
    case .idle, .waiting:
      return []
    case .asking(let load):
      return open(load, isKnown: properties != nil, now: now)
    case .opening(let load, var opening):
      opening.nextRead = now + MPRISRules.shortInterval
      state = .opening(load, opening)
      return properties == nil ? [] : lookForTrack(load, opening, now: now)
    case .following(var load, var following):
      guard properties != nil else {
        following.failedReads += 1
        following.nextRead = now + MPRISRules.interval
        state = .following(load, following)
        guard following.failedReads >= MPRISRules.failedReads else { return [] }
        return finish(failure(.mute, of: load.request))
      }
      following.failedReads = 0
      var actions = noticeVolume(peer.volume != before.volume, now: now)
      actions += follow(&load, &following, before: before, now: now)
      following.nextRead = following.isMoving ? now + MPRISRules.interval : nil
      if !actions.endsLoad { actions += look(&load, &following, now: now) }
      return keep(load, following, actions)
    }
  }

  /// What came of a command.
  mutating func answered(
    _ command: Command,
    _ id: LoadID?,
    failed error: DBusError?,
    now: MonotonicInstant
  ) -> [Action] {
    guard let error else { return [] }
    switch command {
    case .open:
      guard case .opening(let load, _) = state, load.id == id else { return [] }
      let failure = PlayerError(
        .invalidItem,
        "The other player refused to open the track.",
        underlying: error
      )
      return finish(self.failure(failure, of: load.request))
    case .stop:
      // Not everybody can stop. Of a track that came after it, nothing is wanted.
      guard presence == .present, load == nil else { return [] }
      return [.send(.pause, nil)]
    case .play, .pause, .setPosition, .seek, .setVolume:
      // What is wanted is looked after anyway.
      return []
    }
  }

  // MARK: - Parts

  var load: Load? {
    switch state {
    case .idle: nil
    case .waiting(let load, _), .asking(let load), .opening(let load, _), .following(let load, _):
      load
    }
  }

  mutating func ask(anew: Bool = false) -> [Action] {
    guard presence == .present, anew || reading == nil else { return [] }
    questions += 1
    reading = questions
    return [.read(questions)]
  }

  /// Keeps what was changed, unless the load is over.
  mutating func keep(_ load: Load, _ following: MPRISFollowing, _ actions: [Action]) -> [Action] {
    state = actions.endsLoad ? .idle : .following(load, following)
    return actions
  }

  /// Ends the load, and what sounds of it.
  mutating func finish(_ report: LoadEvent) -> [Action] {
    guard let load else { return [] }
    var actions: [Action] = [.report(report, load.id)]
    if sounds { actions.append(.send(.stop, load.id)) }
    state = .idle
    return actions
  }

  /// Whether the other player may have something of ours to play.
  private var sounds: Bool {
    guard presence == .present else { return false }
    return switch state {
    case .idle, .waiting, .asking: false
    case .opening: true
    case .following(_, let following): following.stoppedAt == nil && peer.status != .stopped
    }
  }

  func failure(_ error: PlayerError, of request: LoadRequest) -> LoadEvent {
    .failed(error.attributed(to: request.track, playerType: playerType), followedBy: nil)
  }

  /// Somebody may have set the volume there.
  private mutating func noticeVolume(_ isTold: Bool, now: MonotonicInstant) -> [Action] {
    guard isTold, let told = peer.volume, let load else { return [] }
    if let quiet = volumeQuietUntil, now < quiet { return [] }
    if let volume, abs(told - volume) < 0.02 { return [] }
    let wasMuted = volume == 0
    volume = told
    let unmuted: [Action] = wasMuted ? [.report(.remote(.mute(false)), load.id)] : []
    return unmuted + [.report(.remote(.volume(told)), load.id)]
  }
}

extension [MPRISRemoteStateMachine.Action] {
  /// Whether the load has ended.
  var endsLoad: Bool {
    contains { if case .report(let report, _) = $0 { report.isTerminal } else { false } }
  }
}
