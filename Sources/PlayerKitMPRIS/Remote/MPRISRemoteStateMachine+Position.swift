import PlayerKit

// The other player's position in our track.
extension MPRISRemoteStateMachine {
  /// Handles the answer to a query of all properties, including the position.
  func look(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    if following.unconfirmedChange?.isVerified == true {
      let actions = judge(&load, &following, now: now)
      if actions.endsLoad || following.stoppedAt != nil { return actions }
      return actions + place(&load, &following, now: now)
    }
    return place(&load, &following, now: now)
  }

  private func place(
    _ load: inout Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    guard following.stoppedAt == nil else { return [] }
    // A stopped player may report any position.
    guard peer.status != .stopped || following.lies else { return [] }
    guard following.isReported else {
      following.nextRead = now + MPRISRules.shortInterval
      return tellOnceThere(&load, &following, now: now)
    }
    guard let position = following.scaled(peer.position) else { return [] }
    if let seek = following.seek {
      guard following.isPlaced(position, now: now) || now >= seek.since + MPRISRules.timeoutForSeek
      else {
        following.nextRead = now + MPRISRules.shortInterval
        return []
      }
      // Some players don't seek and report no error: use the actual position.
      return settle(seek, load, &following, at: position, now: now)
    }
    return notice(position, load, &following, now: now)
  }

  private func settle(
    _ seek: MPRISFollowing.Seek,
    _ load: Load,
    _ following: inout MPRISFollowing,
    at position: Duration,
    now: MonotonicInstant
  ) -> [Action] {
    following.seek = nil
    following.lastMove = (position, now)
    following.anchor(position, isMoving: following.isMoving, now: now)
    following.nextRead = following.isMoving ? now + MPRISRules.interval : nil
    guard let id = seek.id else { return [] }
    return [.report(.seekCompleted(id, following.told(now)), load.id)]
  }

  private func notice(
    _ position: Duration,
    _ load: Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    let predicted = following.predict(now)
    let isNew = position != following.lastMove?.position
    if !isNew, following.isMoving {
      return noticeStanding(position, load, &following, now: now)
    }
    // Some players always report 0. Assume that they play.
    if following.lastMove != nil { following.hasMoved = true }
    following.lastMove = (position, now)
    if position == .zero, !following.hasMoved { return [] }
    var actions: [Action] = []
    if following.isStalled {
      following.isStalled = false
      following.anchor(position, isMoving: true, now: now)
      actions = [.report(.buffering(false), load.id)]
    } else if following.isMoving, position < MPRISRules.endTolerance,
      following.isNearEnd(predicted)
    {
      // The player repeats the track.
      return [.report(.ended(followedBy: nil), load.id), .send(.stop, load.id)]
    }
    return actions + correct(to: position, load, &following, now: now)
  }

  /// Handles a position that stands still although the player reports that it plays.
  private func noticeStanding(
    _ position: Duration,
    _ load: Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    guard following.hasMoved, let last = following.lastMove else { return [] }
    let time = now - last.at
    guard time >= MPRISRules.frozen else { return [] }
    if following.isNearEnd(position) {
      return [.report(.ended(followedBy: nil), load.id), .send(.stop, load.id)]
    }
    if time >= MPRISRules.lost {
      let error = PlayerError(.interrupted, "The other player has not gone on for long.")
      return [.report(failure(error, of: load.request), load.id), .send(.stop, load.id)]
    }
    guard !following.isStalled else { return [] }
    following.isStalled = true
    let anchor = PositionAnchor(position: position, speed: 0, instant: now)
    return [.report(.position(anchor), load.id), .report(.buffering(true), load.id)]
  }

  /// Corrects the position: another user sought, or it is slightly off.
  private func correct(
    to position: Duration,
    _ load: Load,
    _ following: inout MPRISFollowing,
    now: MonotonicInstant
  ) -> [Action] {
    let error = abs(position - following.predict(now))
    let isAsked = following.isAsked
    following.isAsked = false
    guard error >= MPRISRules.exactness || isAsked else { return [] }
    following.anchor(position, isMoving: following.isMoving, now: now)
    let anchor = following.told(now)
    return [
      .report(error > MPRISRules.jump ? .remote(.seek(anchor)) : .position(anchor), load.id)
    ]
  }

  /// Handles a jump of the position.
  mutating func seeked(to told: Duration, now: MonotonicInstant) -> [Action] {
    guard case .following(let load, var following) = state, following.isReported,
      following.stoppedAt == nil
    else { return [] }
    if let last = following.lastJump, now < last + MPRISRules.seekedInterval {
      let soon = now + MPRISRules.seekedInterval
      following.nextRead = min(following.nextRead ?? soon, soon)
      state = .following(load, following)
      return []
    }
    following.lastJump = now
    let position = following.scaled(max(.zero, told)) ?? .zero
    var actions: [Action] = []
    if let seek = following.seek {
      if following.isPlaced(position, now: now) {
        actions = settle(seek, load, &following, at: position, now: now)
      }
    } else {
      following.lastMove = (position, now)
      actions = correct(to: position, load, &following, now: now)
    }
    state = .following(load, following)
    return actions
  }
}
