import PlayerKit

/// Plays one track at a time in another player, and reports the outcome. Pure: the caller passes
/// all times.
struct MPRISRemoteStateMachine {
  /// A command to the other player.
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
    /// Send the command, and pass the result to `answered`.
    case send(Command, LoadID?)
    /// Query all properties. The number identifies the query.
    case read(Int)
  }

  /// Whether the other player is running.
  enum Presence: Hashable {
    case unknown
    case absent
    case present
  }

  struct Load {
    let request: LoadRequest
    let uri: String
    var isWanted: Bool
    /// The start position.
    var start: Duration
    /// The seek to complete when playback begins.
    var seek: SeekID?
    /// Whether the track was loaded before and another user stopped it.
    var isAgain = false

    var id: LoadID { request.id }
  }

  enum State {
    case idle
    /// It is not known yet whether the other player is running.
    case waiting(Load, until: MonotonicInstant)
    /// Querying the current track, to distinguish it from the new one.
    case asking(Load)
    case opening(Load, MPRISOpening)
    case following(Load, MPRISFollowing)
  }

  let playerType: PlayerType
  var state = State.idle
  var presence = Presence.unknown
  var peer = MPRISPeerState()
  /// The number of the pending query.
  var reading: Int?
  private var questions = 0
  /// The volume that we set. `nil` if we set none.
  private var volume: Double?
  /// Until this time, a volume report may be caused by our own change.
  private var volumeQuietUntil: MonotonicInstant?

  init(playerType: PlayerType) {
    self.playerType = playerType
  }

  // MARK: - Commands

  /// Opens a track. Replaces the current one.
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
      state = .waiting(load, until: now + MPRISRules.timeoutForBus)
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
        // The stopped player has no track to resume.
        load.start = place
        load.isAgain = true
        return [.report(.buffering(true), id)] + begin(load, now: now)
      }
      following.anchor(following.predict(now), isMoving: isPlaying, now: now)
      following.pendingCommand = MPRISFollowing.PendingCommand(
        until: now + MPRISRules.timeoutForCommand
      )
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
      if !following.isReported { (load.start, load.seek) = (target, seek) }
      let command = following.command(to: target, now: now)
      following.begin(seek, to: target, now: now)
      state = .following(load, following)
      return [.send(command, id)]
    case .idle, .waiting, .asking, .opening, .following:
      return []
    }
  }

  /// Queries the position and reports it.
  mutating func measure(_ id: LoadID) -> [Action] {
    guard case .following(let load, var following) = state, load.id == id else { return [] }
    following.isAsked = true
    state = .following(load, following)
    return ask()
  }

  mutating func release(_ id: LoadID) -> [Action] {
    load?.id == id ? finish(.released) : []
  }

  /// Sets the volume. The player's own volume stays until this is called with another one.
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

  /// Handles that the player quit or the bus is gone.
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
      // Many programs quit at the end of their track.
      return finish(.ended(followedBy: nil))
    case .waiting(let load, _), .asking(let load), .opening(let load, _), .following(let load, _):
      return finish(failure(.absent, of: load.request))
    }
  }

  /// Handles changed properties.
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

  /// Handles the answer to a query. `nil` if there was none or it was invalid.
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

  /// Handles the result of a command.
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
      // Some players can't stop, so pause instead, unless another track was loaded since.
      guard presence == .present, load == nil else { return [] }
      return [.send(.pause, nil)]
    case .play, .pause, .setPosition, .seek, .setVolume:
      // The position and state are checked anyway.
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

  /// Stores the changes, unless the load has ended.
  mutating func keep(_ load: Load, _ following: MPRISFollowing, _ actions: [Action]) -> [Action] {
    state = actions.endsLoad ? .idle : .following(load, following)
    return actions
  }

  /// Ends the load and its playback.
  mutating func finish(_ report: LoadEvent) -> [Action] {
    guard let load else { return [] }
    var actions: [Action] = [.report(report, load.id)]
    if sounds { actions.append(.send(.stop, load.id)) }
    state = .idle
    return actions
  }

  /// Whether the other player may be playing our track.
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

  /// Handles a volume change by another user.
  private mutating func noticeVolume(_ isReported: Bool, now: MonotonicInstant) -> [Action] {
    guard isReported, let told = peer.volume, let load else { return [] }
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
