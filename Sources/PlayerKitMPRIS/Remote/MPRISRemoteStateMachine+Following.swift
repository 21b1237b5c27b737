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
    if following.takeLength(peer, stated: load.request.track.metadata.duration), following.isTold {
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
      if following.suspicion?.status == .stopped { return [] }
      following.suspicion = MPRISFollowing.Suspicion(
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
    if following.suspicion != nil { following.nextRead = now }
    following.suspicion = nil
    if load.isWanted {
      following.wish = nil
      if following.nextRead == nil { following.nextRead = now + MPRISRules.interval }
      guard !following.isMoving || before != .playing else { return [] }
      following.anchor(following.predict(now), isMoving: true, now: now)
      following.nextRead = min(following.nextRead ?? now, now + MPRISRules.shortInterval)
      return []
    }
    // The player has not received the command yet, or continues anyway. `insist` sends it again.
    guard following.wish == nil, following.isTold, before != .playing else { return [] }
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
      if following.suspicion?.status == .stopped { following.suspicion = nil }
      guard following.wish != nil else { return [] }
      following.wish = nil
      // Ask for the exact position.
      following.nextRead = now
      following.isAsked = true
      return []
    }
    guard following.wish == nil, following.isTold, following.suspicion == nil else { return [] }
    following.suspicion = MPRISFollowing.Suspicion(
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
    guard let suspicion = following.suspicion, suspicion.isVerified else { return [] }
    let position = following.scaled(peer.position)
    following.suspicion = nil
    guard suspicion.status == peer.status else {
      // The state has changed meanwhile.
      return noticeStatus(&load, &following, before: suspicion.status, now: now)
    }
    switch suspicion.status {
    case .playing:
      return []
    case .stopped:
      if let position, following.hasMoved, following.isMoving,
        position > suspicion.position + MPRISRules.shortInterval,
        following.identity.agrees(with: peer.identity), !peer.identity.isEmpty
      {
        following.lies = true
        return []
      }
      guard following.isTold || following.isNearEnd(suspicion.position) else {
        return [.report(failure(.unplayable, of: load.request), load.id)]
      }
      if following.length == nil || following.isNearEnd(suspicion.position) {
        return [.report(.ended(followedBy: nil), load.id)]
      }
      following.stoppedAt = suspicion.position
      following.nextRead = nil
      return pausedThere(&load, &following, at: suspicion.position, now: now)
    case .paused:
      let position = position ?? suspicion.position
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
        peer.status == .stopped ? opening.since + MPRISRules.patienceForStopped : nil,
        opening.stoppedSince.map { $0 + MPRISRules.bounce },
        reading == nil ? opening.nextRead : nil,
      ]
    case .following(_, let following):
      let suspicion = following.suspicion
      instants = [
        following.wish?.until, suspicion?.isVerified == false ? suspicion?.until : nil,
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
    let isStopped = peer.status == .stopped && now >= opening.since + MPRISRules.patienceForStopped
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
    if let wish = following.wish, now >= wish.until {
      actions += insist(wish, &load, &following, now: now)
    }
    if let suspicion = following.suspicion, !suspicion.isVerified, now >= suspicion.until {
      following.suspicion?.isVerified = true
      // A pending answer may be older.
      actions += ask(anew: true)
    }
    if let next = following.nextRead, now >= next { actions += ask() }
    return actions
  }

  /// Repeats a command that had no effect.
  private func insist(
    _ wish: MPRISFollowing.Wish,
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    following.wish = nil
    guard load.isWanted != (peer.status == .playing), following.suspicion == nil else { return [] }
    guard wish.tries >= MPRISRules.wishes else {
      following.wish = MPRISFollowing.Wish(
        until: now + MPRISRules.patienceForWish,
        tries: wish.tries + 1
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
