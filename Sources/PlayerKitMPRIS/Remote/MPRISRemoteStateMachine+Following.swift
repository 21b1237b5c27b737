import PlayerKit

// Reports of the other player while it plays our track.
extension MPRISRemoteStateMachine {
  /// Handles reported changes.
  func follow(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    before: MPRISPeerState,
    now: MonotonicInstant
  ) -> [Action] {
    following.rate = peer.rate
    if let end = noticeTrack(load, &following, now: now) { return end }
    var actions: [Action] = []
    if following.takeLength(peer, stated: load.request.track.metadata.duration),
      following.isReported
    {
      actions.append(.report(.duration(following.length), load.id))
    }
    return actions + noticeStatus(&load, &following, before: before.status, now: now)
  }

  /// Detects another track, and returns the actions that end the load. `nil` if it is still our
  /// track.
  private func noticeTrack(
    _ load: Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action]? {
    // An empty identity is not another track.
    guard !peer.identity.isEmpty else { return nil }
    let isYoung = now < following.since + MPRISRules.endTolerance
    if following.identity.agrees(with: peer.identity) {
      following.identity = following.identity.completed(by: peer.identity)
      return nil
    }
    // Some players report their track late.
    if isYoung, peer.identity.url == load.uri {
      following.identity = peer.identity
      return nil
    }
    guard following.stoppedAt == nil, following.isNearEnd(following.lastPlace(now)) else {
      return [.report(.takenOver(by: peer.foreignTrack), load.id)]
    }
    // The program continues with its own next track.
    let isSilent = peer.status == .stopped
    return [.report(.ended(followedBy: nil), load.id)] + (isSilent ? [] : [.send(.stop, load.id)])
  }

  private func noticeStatus(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    before: MPRISPeerState.Status?,
    now: MonotonicInstant
  ) -> [Action] {
    guard let status = following.lies && peer.status == .stopped ? .playing : peer.status else {
      return []
    }
    if following.stoppedAt != nil {
      guard status == .playing, before != .playing else { return [] }
      following.stoppedAt = nil
      load.isWanted = true
      following.anchor(following.scaled(peer.position) ?? .zero, isMoving: true, now: now)
      following.nextRead = now
      return [.report(.remote(.play), load.id), .report(.position(following.told(now)), load.id)]
    }
    switch status {
    case .playing: return noticePlaying(&load, &following, before: before, now: now)
    case .paused: return noticePaused(&load, &following, now: now)
    case .stopped:
      if following.unconfirmedChange?.status == .stopped { return [] }
      following.unconfirmedChange = MPRISFollowing.UnconfirmedChange(
        status: .stopped,
        position: following.predict(now),
        until: now + MPRISRules.bounce
      )
      return []
    }
  }

  private func noticePlaying(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    before: MPRISPeerState.Status?,
    now: MonotonicInstant
  ) -> [Action] {
    // It was only a short stop between two tracks or during a seek.
    if following.unconfirmedChange != nil { following.nextRead = now }
    following.unconfirmedChange = nil
    if load.isWanted {
      following.pendingCommand = nil
      if following.nextRead == nil { following.nextRead = now + MPRISRules.interval }
      guard !following.isMoving || before != .playing else { return [] }
      following.anchor(following.predict(now), isMoving: true, now: now)
      following.nextRead = min(following.nextRead ?? now, now + MPRISRules.shortInterval)
      return []
    }
    // The player has not received the command yet, or continues anyway. `insist` sends it again.
    guard following.pendingCommand == nil, following.isReported, before != .playing else {
      return []
    }
    load.isWanted = true
    following.anchor(following.predict(now), isMoving: true, now: now)
    following.nextRead = now + MPRISRules.shortInterval
    return [.report(.remote(.play), load.id)]
  }

  private func noticePaused(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    guard load.isWanted else {
      if following.unconfirmedChange?.status == .stopped { following.unconfirmedChange = nil }
      guard following.pendingCommand != nil else { return [] }
      following.pendingCommand = nil
      // Ask for the exact position.
      following.nextRead = now
      following.isAsked = true
      return []
    }
    guard following.pendingCommand == nil, following.isReported, following.unconfirmedChange == nil
    else { return [] }
    following.unconfirmedChange = MPRISFollowing.UnconfirmedChange(
      status: .paused,
      position: following.predict(now),
      until: now + MPRISRules.bounce
    )
    return []
  }

  /// Decides about a stop or pause after the state was queried again.
  func judge(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    guard let unconfirmedChange = following.unconfirmedChange, unconfirmedChange.isVerified else {
      return []
    }
    let position = following.scaled(peer.position)
    following.unconfirmedChange = nil
    guard unconfirmedChange.status == peer.status else {
      // The state has changed meanwhile.
      return noticeStatus(&load, &following, before: unconfirmedChange.status, now: now)
    }
    switch unconfirmedChange.status {
    case .playing:
      return []
    case .stopped:
      if let position, following.hasMoved, following.isMoving,
        position > unconfirmedChange.position + MPRISRules.shortInterval,
        following.identity.agrees(with: peer.identity), !peer.identity.isEmpty
      {
        following.lies = true
        return []
      }
      guard following.isReported || following.isNearEnd(unconfirmedChange.position) else {
        return [.report(failure(.unplayable, of: load.request), load.id)]
      }
      if following.length == nil || following.isNearEnd(unconfirmedChange.position) {
        return [.report(.ended(followedBy: nil), load.id)]
      }
      following.stoppedAt = unconfirmedChange.position
      following.nextRead = nil
      return pausedThere(&load, &following, at: unconfirmedChange.position, now: now)
    case .paused:
      let position = position ?? unconfirmedChange.position
      if following.isNearEnd(position, tolerance: MPRISRules.pauseTolerance) {
        return [.report(.ended(followedBy: nil), load.id), .send(.stop, load.id)]
      }
      return pausedThere(&load, &following, at: position, now: now)
    }
  }

  /// Handles a pause by another user.
  func pausedThere(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    at position: Duration,
    now: MonotonicInstant
  ) -> [Action] {
    following.anchor(position, isMoving: false, now: now)
    let place = following.told(now)
    var actions: [Action] = []
    if let seek = following.seek?.id {
      actions.append(.report(.seekCompleted(seek, place), load.id))
    }
    following.seek = nil
    following.nextRead = nil
    guard load.isWanted else { return actions }
    load.isWanted = false
    return actions + [.report(.remote(.pause), load.id), .report(.position(place), load.id)]
  }

  // MARK: - Time

  /// The next time to call ``due(now:)``. `nil` if there is none.
  var deadline: MonotonicInstant? {
    let instants: [MonotonicInstant?]
    switch state {
    case .idle, .asking:
      instants = []
    case .waiting(_, let until):
      instants = [until]
    case .opening(_, let opening):
      instants = [
        opening.until,
        peer.status == .stopped ? opening.since + MPRISRules.timeoutForStopped : nil,
        opening.stoppedSince.map { $0 + MPRISRules.bounce },
        reading == nil ? opening.nextRead : nil,
      ]
    case .following(_, let following):
      let unconfirmedChange = following.unconfirmedChange
      instants = [
        following.pendingCommand?.until,
        unconfirmedChange?.isVerified == false ? unconfirmedChange?.until : nil,
        reading == nil ? following.nextRead : nil,
      ]
    }
    return instants.compactMap(\.self).min()
  }

  /// Processes the deadlines up to `now`.
  mutating func due(now: MonotonicInstant) -> [Action] {
    switch state {
    case .idle, .asking:
      return []
    case .waiting(let load, let until):
      guard now >= until else { return [] }
      return finish(failure(.absent, of: load.request))
    case .opening(let load, let opening):
      return waitForTrack(load, opening, now: now)
    case .following(var load, var following):
      let actions = wait(&load, &following, now: now)
      return keep(load, following, actions)
    }
  }

  private mutating func waitForTrack(
    _ load: Load,
    _ opening: MPRISOpening,
    now: MonotonicInstant
  ) -> [Action] {
    let hasStopped = opening.stoppedSince.map { now >= $0 + MPRISRules.bounce } ?? false
    let isStopped = peer.status == .stopped && now >= opening.since + MPRISRules.timeoutForStopped
    if hasStopped || isStopped {
      return finish(failure(.unplayable, of: load.request))
    }
    if now >= opening.until {
      let error = PlayerError(.timedOut, "The other player has not begun to play the track.")
      return finish(failure(error, of: load.request))
    }
    return now >= opening.nextRead ? ask() : []
  }

  private mutating func wait(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    var actions: [Action] = []
    if let pendingCommand = following.pendingCommand, now >= pendingCommand.until {
      actions += insist(pendingCommand, &load, &following, now: now)
    }
    if let unconfirmedChange = following.unconfirmedChange, !unconfirmedChange.isVerified,
      now >= unconfirmedChange.until
    {
      following.unconfirmedChange?.isVerified = true
      // A pending answer may be older.
      actions += ask(anew: true)
    }
    if let next = following.nextRead, now >= next { actions += ask() }
    return actions
  }

  /// Repeats a command that had no effect.
  private func insist(
    _ pendingCommand: MPRISFollowing.PendingCommand,
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    following.pendingCommand = nil
    guard load.isWanted != (peer.status == .playing), following.unconfirmedChange == nil else {
      return []
    }
    guard pendingCommand.tries >= MPRISRules.commandTries else {
      following.pendingCommand = MPRISFollowing.PendingCommand(
        until: now + MPRISRules.timeoutForCommand,
        tries: pendingCommand.tries + 1
      )
      return [.send(load.isWanted ? .play : .pause, load.id)]
    }
    let place = following.predict(now)
    if load.isWanted { return pausedThere(&load, &following, at: place, now: now) }
    // The player must not play in addition to other playback.
    following.stoppedAt = place
    return [.send(.stop, load.id)] + pausedThere(&load, &following, at: place, now: now)
  }
}
