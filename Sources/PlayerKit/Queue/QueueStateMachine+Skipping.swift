// Going to another entry on command: at once where that is prepared, and once for many commands.
extension QueueStateMachine {
  /// Begins the entry that a command made current, in place of what plays.
  ///
  /// The first of several such commands begins its entry at once. Those that follow within
  /// `settleTime` let nothing sound and open nothing, until none has come for as long: so a burst of
  /// them loads two entries, its first and its last.
  mutating func skip(
    at position: Duration = .zero,
    wantsToPlay: Bool? = nil,
    _ turn: inout QueueTurn
  ) {
    let isBurst = settlesAt.map { turn.now < $0 } ?? false
    let settlesAt = turn.now + configuration.settleTime
    self.settlesAt = configuration.settleTime > .zero ? settlesAt : nil
    note(.userSelected, begins: !isBurst, &turn)
    if isBurst {
      release(&turn)
      start(
        at: position,
        wantsToPlay: wantsToPlay,
        reason: .userSelected,
        stage: .settling(until: settlesAt),
        &turn
      )
    } else {
      // The track's types are read anew; where they still say the same, what is prepared begins.
      start(
        at: position,
        wantsToPlay: wantsToPlay,
        reason: .userSelected,
        keepsPreload: position <= .zero && isPreloaded(queue.current),
        &turn
      )
    }
  }

  private func isPreloaded(_ entry: EntryID?) -> Bool {
    guard let preload, preload.entry == entry, case .handedOver = preload.stage else {
      return false
    }
    return true
  }

  /// Begins what was handed over ahead of time, now that a player was chosen for the current entry.
  ///
  /// - Returns: false where that is not what was prepared, or it is to begin elsewhere.
  mutating func beginPrepared(on player: PlayerRef, _ turn: inout QueueTurn) -> Bool {
    guard attempt?.usesPreload == true else { return false }
    attempt?.usesPreload = false
    guard case .handedOver(player, _) = preload?.stage, let media = playback.status.activeMedia,
      media.position <= .zero, media.seek == nil
    else { return false }
    return beginPreloaded(reason: .userSelected, &turn)
  }

  /// Opens what a burst of commands has come to.
  mutating func settle(_ turn: inout QueueTurn) {
    guard let deadline = settlesAt, deadline <= turn.now else { return }
    settlesAt = nil
    guard case .settling = attempt?.stage, let load = attempt?.load,
      let entry = queue.currentEntry
    else { return }
    attempt?.stage = .choosing
    record(entry, .userSelected, at: turn.now)
    turn.commands.append(.choose(load, entry.track))
  }

  /// Begins the current entry from what was handed over ahead of time.
  ///
  /// - Returns: false where nothing was, or of another entry.
  mutating func beginPreloaded(
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) -> Bool {
    guard let next = preload, next.entry == queue.current, let entry = queue.currentEntry,
      case .handedOver(let player, let media) = next.stage, let before = next.follows
    else { return false }
    let wantsToPlay = playback.status.maySound
    preload = nil
    tellRefusals(of: next, &turn)
    // Changes went to the player before.
    turn.commands.append(.change(player, playback.status.audibleSettings))
    turn.commands.append(
      .beginPreloaded(player, next.load, after: before, wantsToPlay: wantsToPlay)
    )
    attempt = Attempt(
      load: next.load,
      stage: .on(player),
      alternatives: next.alternatives,
      isUncertain: next.anchor == nil
    )
    holding = Holding(player: player, load: next.load)
    endReason = nil
    queue.isAtEnd = false
    step(&turn) {
      $0.adopt(
        entry.track,
        clip: entry.clip,
        load: next.load,
        media: media,
        anchor: next.anchor,
        isHeard: next.anchor != nil,
        reason: reason,
        now: $1
      )
    }
    return true
  }

  /// What was begun from what had been handed over is not there any more: the track before it ended
  /// in the same moment. Then it is loaded as any other.
  mutating func beginAnew(_ turn: inout QueueTurn) {
    let position = playback.status.position(at: turn.now)
    holding = nil
    start(at: position, reason: .userSelected, &turn)
  }
}
