// Going to another entry on command: at once where that is prepared, and once for many commands.
extension QueueStateMachine {
  /// Begins the entry that a command made current, in place of what plays.
  ///
  /// The first of several such commands begins its entry at once. Those that follow within
  /// `debounce` let nothing sound and open nothing, until none has come for as long: so a burst of
  /// them loads two entries, its first and its last.
  ///
  /// - Parameter position: where it begins; `nil`: where its item says.
  mutating func skip(
    at position: Duration? = nil,
    wantsToPlay: Bool? = nil,
    reason: TransitionReason = .userSelected,
    _ turn: inout QueueTurn
  ) {
    let isBurst = burstEndsAt.map { turn.now < $0 } ?? false
    let burstEnd = turn.now + configuration.debounce
    burstEndsAt = configuration.debounce > .zero ? burstEnd : nil
    let position = position ?? beginning(of: queue.current, reason)
    announce(reason, at: position, begins: !isBurst, &turn)
    var stage = Attempt.Stage.choosing(.all)
    if isBurst {
      release(&turn)
      stage = .debouncing(until: burstEnd)
    } else if position <= .zero, preload?.entry == queue.current, preload?.handover != nil {
      // The track's types are read anew; where they still say the same, what is prepared begins.
      stage = .choosing(.preloaded)
    }
    start(at: position, wantsToPlay: wantsToPlay, reason: reason, stage: stage, &turn)
  }

  /// Begins what was handed over ahead of time, now that a player was chosen for the current entry.
  ///
  /// - Returns: false where that is not what was prepared, or it is to begin elsewhere.
  mutating func beginPrepared(on player: Registration, _ turn: inout QueueTurn) -> Bool {
    guard preload?.handover?.player == player, let media = playback.status.activeMedia,
      media.position <= .zero, media.seek == nil
    else { return false }
    return beginPreloaded(reason: .userSelected, &turn)
  }

  /// Opens what a burst of commands has come to.
  mutating func endBurst(_ turn: inout QueueTurn) {
    guard let deadline = burstEndsAt, deadline <= turn.now else { return }
    burstEndsAt = nil
    guard case .debouncing = attempt?.stage else { return }
    recordPlay(.userSelected, at: turn.now)
    chooseAnew(&turn)
  }

  /// Has the track's player types read for the attempt that waited.
  mutating func chooseAnew(_ turn: inout QueueTurn) {
    guard let load = attempt?.load, let track = queue.currentEntry?.track else { return }
    attempt?.stage = .choosing(.all)
    turn.commands.append(.choose(load, track))
  }

  /// Begins the current entry from what was handed over ahead of time.
  ///
  /// - Returns: false where nothing was, or of another entry.
  mutating func beginPreloaded(
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) -> Bool {
    guard let next = preload, next.entry == queue.current, let handover = next.handover else {
      return false
    }
    // Changes went to the player before.
    applySettings(to: handover.player, &turn)
    turn.commands.append(
      .beginPreloaded(
        handover.player.ref,
        next.load,
        after: handover.follows,
        wantsToPlay: playback.status.maySound
      )
    )
    let anchor = handover.anchor
    adopt(
      next,
      handover,
      anchor == nil ? .unconfirmed : .confirmed,
      anchor: anchor,
      isHeard: anchor != nil,
      reason: reason,
      &turn
    )
    return true
  }
}
