// What is to follow is made ready ahead of time.
extension QueueStateMachine {
  /// Sees to it that exactly what follows now is what the player knows, as soon as that is wanted.
  mutating func renewPreload(_ turn: inout QueueTurn) {
    preparesAt = nil
    if attempt?.usesPreload == true { return }
    guard canPrepare, let next = queue.naturalSuccessor(), let entry = queue[next] else {
      cancelPreload(&turn)
      return
    }
    if preload?.entry == next {
      tryAgain(entry, &turn)
      return
    }
    cancelPreload(&turn)
    // While somebody leafs through the queue, what follows is not asked for.
    guard settlesAt == nil, !isPausedForLong(at: turn.now) else { return }
    preparesAt = preparationDue(at: turn.now)
    guard let due = preparesAt, due <= turn.now else { return }
    preparesAt = nil
    let load = ids.nextLoad()
    preload = Preload(entry: next, load: load)
    turn.commands.append(.choose(load, entry.track))
  }

  /// Whether what follows by itself could be handed over.
  private var canPrepare: Bool {
    guard let player = attempt?.player, playback.status.activeMedia?.stage == .open,
      group(of: player) != nil, !stopsHere
    else { return false }
    // A live stream has no end that anything could follow.
    return !playback.status.isLive
  }

  /// From when on what follows is to be prepared, as playback goes now; `nil`: that is not known.
  private func preparationDue(at now: MonotonicInstant) -> MonotonicInstant? {
    guard let anchor = playback.status.anchor else { return nil }
    switch configuration.preparation {
    case .early:
      return now
    case .beforeEnd(let lead):
      guard let duration = playback.status.duration else { return nil }
      let fade = OutputSettings.overlap(playback.status.crossfade, of: duration)
      let rest = duration - fade - lead - anchor.position
      if rest <= .zero { return now }
      return anchor.speed > 0 ? anchor.instant + rest / anchor.speed : nil
    }
  }

  // MARK: - Pauses

  /// Notes since when nobody wants to hear anything, or something holds it back.
  mutating func notePause(at now: MonotonicInstant) {
    let isPaused = attempt != nil && !wantsSound
    pausedSince = isPaused ? pausedSince ?? now : nil
  }

  private var wantsSound: Bool {
    playback.status.wantsToPlay && playback.status.suppressions.isEmpty
  }

  private func isPausedForLong(at now: MonotonicInstant) -> Bool {
    pausedSince.map { now - $0 >= configuration.longPause } ?? false
  }

  // MARK: - Handing over

  mutating func cancelPreload(_ turn: inout QueueTurn) {
    if case .handedOver(let player, _) = preload?.stage, let load = preload?.load {
      turn.commands.append(.cancelPreload(player, load))
    }
    preload = nil
  }

  mutating func choosePreload(among types: [PlayerType], _ turn: inout QueueTurn) {
    guard var preload, case .choosing = preload.stage, let attempt, let player = attempt.player,
      let entry = queue[preload.entry]
    else { return }
    let candidates = playable(types, entry)
    preload.follows = attempt.load
    if let type = candidates.first, let registration = players[type],
      registration.group == group(of: player)
    {
      preload.stage = .handedOver(registration.ref, nil)
      preload.alternatives = Array(candidates.dropFirst())
      turn.commands.append(
        .preload(
          registration.ref,
          preload.load,
          entry.track,
          clip: entry.clip,
          after: attempt.load
        )
      )
    } else {
      preload.stage = .unavailable
      preload.alternatives = candidates
    }
    self.preload = preload
  }

  // MARK: - Failures ahead of time

  /// What was to follow failed: the next player type is tried. Where there is none, the same again
  /// after a while, if that can help. Nobody is told before the entry is reached.
  mutating func failPreload(_ error: PlayerError, _ turn: inout QueueTurn) {
    guard var failed = preload else { return }
    guard failed.alternatives.isEmpty else {
      failed.refusals.append(error)
      failed.load = ids.nextLoad()
      failed.stage = .choosing
      preload = failed
      choosePreload(among: failed.alternatives, &turn)
      return
    }
    failed.stage = .failed(error, at: turn.now)
    let mostTries =
      error.isRetryable ? configuration.preparationTries : error.mayMeanExpired ? 1 : 0
    if failed.tries < mostTries {
      failed.retryAt = turn.now + configuration.preparationBackoff * (1 << failed.tries)
    }
    preload = failed
  }

  /// When what follows is to be prepared, or tried again; `nil`: never by time alone.
  var preparationDeadline: MonotonicInstant? {
    preparesAt ?? (wantsSound ? preload?.retryAt : nil)
  }

  private mutating func tryAgain(_ entry: QueueEntry, _ turn: inout QueueTurn) {
    guard let failed = preload, let instant = failed.retryAt, instant <= turn.now,
      wantsSound
    else { return }
    let load = ids.nextLoad()
    preload = Preload(entry: failed.entry, load: load, tries: failed.tries + 1)
    turn.commands.append(.choose(load, entry.track))
  }

  /// Tells, now that the entry is reached, which of its player types failed ahead of time.
  func tellRefusals(of preload: Preload, _ turn: inout QueueTurn) {
    guard let entry = queue[preload.entry] else { return }
    for error in preload.refusals {
      turn.note(QueueFailure(entry: entry, error: error, action: .alternative))
    }
  }

  // MARK: - Arriving

  /// Goes on to an entry by itself: begins it, or fails with what is known to be wrong with it.
  mutating func arrive(
    at entry: EntryID,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    moveOn(to: entry, &turn)
    note(reason, begins: true, &turn)
    guard let known = preload, known.entry == entry else {
      start(reason: reason, &turn)
      return
    }
    switch known.stage {
    case .handedOver:
      if beginPreloaded(reason: reason, &turn) { return }
    // Where it was to be tried again, that is done now.
    case .failed(let error, let instant)
    where known.retryAt == nil
      && (!error.isRetryable || turn.now - instant < configuration.failureFreshness):
      tellRefusals(of: known, &turn)
      start(reason: reason, &turn)
      fail(error, followedBy: nil, &turn)
      return
    case .unavailable where !known.refusals.isEmpty:
      tellRefusals(of: known, &turn)
      start(reason: reason, types: known.alternatives, &turn)
      return
    case .choosing, .unavailable, .failed:
      break
    }
    start(reason: reason, &turn)
  }

  /// The load that was handed over ahead of time is the one that sounds now.
  mutating func adoptPreload(
    anchor: PositionAnchor?,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    guard let next = preload, case .handedOver(let player, let media) = next.stage,
      let entry = queue[next.entry]
    else { return }
    preload = nil
    moveOn(to: next.entry, &turn)
    // Changes went to the player before.
    if attempt?.player != player {
      turn.commands.append(.change(player, playback.status.audibleSettings))
    }
    attempt = Attempt(load: next.load, stage: .on(player), alternatives: next.alternatives)
    holding = Holding(player: player, load: next.load)
    endReason = nil
    note(reason, begins: true, &turn)
    tellRefusals(of: next, &turn)
    step(&turn) {
      $0.adopt(
        entry.track,
        clip: entry.clip,
        load: next.load,
        media: media,
        anchor: anchor,
        reason: reason,
        now: $1
      )
    }
  }
}

extension PlayerError {
  /// Whether it is what servers say of an address that has expired: then it is worth finding anew.
  fileprivate var mayMeanExpired: Bool {
    switch httpStatus {
    case 401, 403, 404, 410: true
    default: false
    }
  }
}
