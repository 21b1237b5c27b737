import PlayerKit

/// A track that the other player is opening. The player has not reported it yet.
struct MPRISOpening {
  /// The player's previous state.
  let before: MPRISPeerState
  let since: MonotonicInstant
  /// Whether the player has reported a track since.
  var isHeard = false
  /// Whether the player has reported that it plays since.
  var hasPlayed = false
  var stoppedSince: MonotonicInstant?
  /// Whether we sent another play command, because the player reports that it has stopped.
  var isNudged = false
  var nextRead: MonotonicInstant

  var until: MonotonicInstant { since + MPRISRules.timeoutForTrack }

  mutating func hear(
    _ properties: [String: DBusValue],
    _ peer: MPRISPeerState,
    now: MonotonicInstant
  ) {
    if properties["Metadata"] != nil, !peer.identity.isEmpty { isHeard = true }
    guard properties["PlaybackStatus"] != nil else { return }
    switch peer.status {
    case .playing, .paused:
      (isHeard, hasPlayed, stoppedSince) = (true, true, nil)
    case .stopped:
      if hasPlayed { stoppedSince = stoppedSince ?? now }
    case nil:
      break
    }
  }

  /// Returns whether the player shows the track but reports that it has stopped, without having
  /// played. mpv-mpris reports this while it plays, until it receives a pause or another play
  /// command.
  func isMuddled(_ uri: String, _ peer: MPRISPeerState, now: MonotonicInstant) -> Bool {
    peer.status == .stopped && !hasPlayed && !isNudged && peer.identity.url == uri
      && before.identity.url != uri && now >= since + MPRISRules.bounce
  }

  /// Returns whether the player shows the requested track and can play it.
  func shows(_ uri: String, _ peer: MPRISPeerState, now: MonotonicInstant) -> Bool {
    switch peer.status {
    case .playing, .paused: break
    case .stopped, nil: return false
    }
    let age = now - since
    guard isHeard || age >= MPRISRules.bounce else { return false }
    let position = peer.position ?? .zero
    let wasSilent = before.status != .playing && before.status != .paused
    let isNew =
      wasSilent || peer.identity.url == uri || peer.identity != before.identity
      || position <= age && before.position ?? .zero > age
    // Some players report that they play while they are still resolving the track.
    let isThere =
      peer.length != nil || position > .zero || peer.status == .paused && age >= .seconds(2)
    return isNew && isThere
  }
}

// MARK: - Opening

extension MPRISRemoteStateMachine {
  /// Opens the track, now that the player's current track is known.
  mutating func open(_ load: Load, isKnown: Bool, now: MonotonicInstant) -> [Action] {
    var before = peer
    var actions: [Action] = []
    let isSilent = isKnown && (peer.status == .stopped || peer.status == nil)
    if !isSilent, peer.identity.url == load.uri {
      // Otherwise the two tracks could not be distinguished.
      actions.append(.send(.stop, load.id))
      before = MPRISPeerState()
    }
    // If it pauses first, the start position can be set before anything is audible. Also, mpv
    // reports `Stopped` while it plays if it was opened while idle and not paused before.
    actions.append(.send(.pause, load.id))
    let opening = MPRISOpening(
      before: before,
      since: now,
      nextRead: now + MPRISRules.shortInterval
    )
    state = .opening(load, opening)
    return actions + [.send(.open(load.uri), load.id)]
  }

  /// Checks whether the player shows the track.
  mutating func lookForTrack(
    _ load: Load,
    _ opening: MPRISOpening,
    now: MonotonicInstant
  ) -> [Action] {
    guard opening.shows(load.uri, peer, now: now) else {
      guard opening.isMuddled(load.uri, peer, now: now) else { return [] }
      var opening = opening
      opening.isNudged = true
      state = .opening(load, opening)
      return [.send(.play, load.id)] + (load.isWanted ? [] : [.send(.pause, load.id)])
    }
    var load = load
    var following = MPRISFollowing(peer, load, now: now)
    if let length = following.length, load.start >= length {
      state = .following(load, following)
      return finish(.ended(followedBy: nil))
    }
    var actions: [Action] = []
    if !load.isWanted { actions.append(.send(.pause, load.id)) }
    if load.start > .zero || !load.isWanted && following.predict(now) > .zero {
      actions.append(.send(following.command(to: load.start, now: now), load.id))
    }
    // A track that starts at the beginning needs no seek.
    if load.start > .zero || !load.isWanted || load.seek != nil {
      following.begin(load.seek, to: load.start, now: now)
    }
    following.placingUntil = now + MPRISRules.timeoutForPlacing
    actions += tellOnceThere(&load, &following, now: now)
    return keep(load, following, actions)
  }

  /// Reports the load as loaded once the player is at the start position.
  func tellOnceThere(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    guard !following.isReported else { return [] }
    let position = following.scaled(peer.position)
    let isLate = following.placingUntil.map { now >= $0 } ?? true
    let isStill = load.isWanted || peer.status == .paused
    let isPlaced = following.isPlaced(position, now: now)
    guard isLate || isStill && isPlaced else { return [] }
    following.isReported = true
    following.seek = nil
    var place = position ?? load.start
    if !load.isWanted, abs(place - load.start) < MPRISRules.shortInterval { place = load.start }
    let isPlaying = peer.status == .playing && load.isWanted
    following.anchor(place, isMoving: load.isWanted, now: now)
    let speed = isPlaying ? peer.rate : 0
    let anchor = PositionAnchor(position: place, speed: speed, instant: now)
    let media = LoadedMedia(anchor: anchor, duration: following.length, isSeekable: peer.canSeek)
    var actions: [Action] =
      load.isAgain
      ? [.report(.position(anchor), load.id), .report(.buffering(false), load.id)]
      : [.report(.loaded(media), load.id)]
    if let seek = load.seek { actions.append(.report(.seekCompleted(seek, anchor), load.id)) }
    load.seek = nil
    if load.isWanted != (peer.status == .playing) {
      actions.append(.send(load.isWanted ? .play : .pause, load.id))
      following.pendingCommand = MPRISFollowing.PendingCommand(
        until: now + MPRISRules.timeoutForCommand
      )
    }
    following.nextRead = load.isWanted ? now + MPRISRules.interval : nil
    return actions
  }
}
