// What the app commands.
extension QueueStateMachine {
  package mutating func play(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      if machine.attempt == nil, machine.queue.current != nil {
        machine.startAgain(wantsToPlay: true, &turn)
      } else {
        machine.step(&turn) { $0.play(now: $1) }
      }
    }
  }

  package mutating func pause(
    reason: WantsToPlayReason = .user,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in machine.step(&turn) { $0.pause(reason: reason, now: $1) } }
  }

  /// Tries again what failed: the same entry at the same position, with all its players.
  package mutating func retry(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      if case .retrying = machine.attempt?.stage {
        machine.failures = 0
        machine.attempt?.retries = 0
        machine.attempt?.stage = .retrying(at: now)
        machine.retryIfDue(&turn)
      } else if machine.attempt == nil, machine.playback.status.error != nil {
        machine.startAgain(wantsToPlay: machine.playback.status.wantsToPlay, &turn)
      }
    }
  }

  package mutating func beginInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      machine.step(&turn) { $0.beginInterruption(reason, now: $1) }
    }
  }

  package mutating func endInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in machine.step(&turn) { $0.endInterruption(reason, now: $1) } }
  }

  package mutating func duck(
    to factor: Double?,
    for reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in machine.step(&turn) { $0.duck(to: factor, for: reason, now: $1) } }
  }

  /// Loads the current entry without playing it.
  package mutating func prepare(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      guard machine.attempt == nil else { return }
      machine.startAgain(wantsToPlay: machine.playback.status.wantsToPlay, &turn)
    }
  }

  package mutating func seek(to position: Duration, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in machine.step(&turn) { $0.seek(to: position, now: $1) } }
  }

  package mutating func change(_ change: OutputChange, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in machine.step(&turn) { $0.change(change, now: $1) } }
  }

  package mutating func next(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      guard let entry = machine.queue.successor() else { return }
      machine.queue.advance(to: entry)
      machine.goToCurrent(&turn)
    }
  }

  package mutating func previous(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      let position = machine.playback.status.position(at: now)
      if position <= machine.configuration.restartThreshold,
        let entry = machine.queue.predecessor()
      {
        machine.queue.select(entry)
        machine.goToCurrent(&turn)
      } else if machine.attempt == nil, machine.isEngaged, machine.queue.current != nil {
        machine.restart(&turn)
      } else {
        machine.step(&turn) { $0.seek(to: .zero, now: $1) }
      }
    }
  }

  package mutating func play(
    _ entry: EntryID,
    at position: Duration,
    now: MonotonicInstant
  ) throws(QueueError) -> QueueStep {
    guard queue[entry] != nil else { throw .unknownEntry(entry) }
    return turn(now) { machine, turn in
      machine.queue.select(entry)
      machine.failures = 0
      machine.skip(at: position, wantsToPlay: true, &turn)
    }
  }

  package mutating func stop(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      guard machine.attempt != nil else { return }
      let position = machine.playback.status.position(at: now)
      machine.cancelPreload(&turn)
      machine.cue(at: position, reason: .userSelected, &turn)
      machine.step(&turn) { $0.pause(now: $1) }
      machine.endReason = .stopped
      turn.noteEnd(.stopped)
    }
  }

  package mutating func setRepeatMode(_ mode: RepeatMode, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, _ in machine.queue.repeatMode = mode }
  }

  package mutating func setShuffled(_ isShuffled: Bool, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, _ in machine.queue.setShuffled(isShuffled) }
  }

  package mutating func setStopsAfterCurrent(_ stops: Bool, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, _ in machine.stopsAfterCurrent = stops }
  }

  // MARK: - Edits

  /// Edits the queue, all or nothing, and sees to what that means for the current entry.
  ///
  /// - Parameter position: where a newly current entry begins.
  package mutating func edit(
    at position: Duration = .zero,
    now: MonotonicInstant,
    _ body: (inout PlayQueue) throws(QueueError) -> Void
  ) throws(QueueError) -> QueueStep {
    var edited = queue
    try body(&edited)
    return take(edited, at: position, now: now)
  }

  mutating func currentChanged(at position: Duration, _ turn: inout QueueTurn) {
    failures = 0
    note(.queueChanged, begins: attempt != nil && !queue.isAtEnd, &turn)
    if queue.current == nil {
      cancelPreload(&turn)
      step(&turn) { $0.unload(now: $1) }
      step(&turn) { machine, _ in machine.forget() }
      attempt = nil
      endReason = .cleared
      turn.noteEnd(.cleared)
    } else if queue.isAtEnd {
      cancelPreload(&turn)
      let (wasPlaying, ended) = (attempt != nil, endReason)
      cue(at: .zero, reason: .queueChanged, &turn)
      if wasPlaying { finish(.finished, &turn) } else { endReason = ended }
    } else if attempt != nil {
      start(at: position, reason: .queueChanged, &turn)
    } else {
      cue(at: position, reason: .queueChanged, &turn)
    }
  }

  // MARK: - Players

  /// Adds a player for a type, in place of an earlier one.
  package mutating func add(
    _ player: PlayerRef,
    for type: PlayerType,
    group: GaplessGroup?,
    canClip: Bool = true,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      machine.remove(type, &turn)
      machine.players[type] = Registration(ref: player, group: group, canClip: canClip)
    }
  }

  /// Takes a player out. What it plays fails as `noPlayer`.
  package mutating func removePlayer(for type: PlayerType, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in machine.remove(type, &turn) }
  }

  private mutating func remove(_ type: PlayerType, _ turn: inout QueueTurn) {
    guard let registration = players[type] else { return }
    if case .handedOver(registration.ref, _) = preload?.stage { cancelPreload(&turn) }
    let isCurrent =
      attempt?.player == registration.ref
      || attempt?.stage == .awaitingRelease(registration.ref)
    if holding?.player == registration.ref { release(&turn) }
    players[type] = nil
    guard isCurrent, let track = queue.currentEntry?.track else { return }
    let error = PlayerError(.noPlayer, "The player of this track was removed.")
    fail(error.attributed(to: track, playerType: type), followedBy: nil, &turn)
  }

  // MARK: - Parts

  /// Begins, or shows, the entry that a command made current.
  private mutating func goToCurrent(_ turn: inout QueueTurn) {
    failures = 0
    if isEngaged {
      skip(&turn)
    } else {
      note(.userSelected, begins: false, &turn)
      cue(at: .zero, reason: .userSelected, &turn)
    }
  }

  /// Begins the current entry after an end, a failure, or for the first time.
  mutating func startAgain(wantsToPlay: Bool, _ turn: inout QueueTurn) {
    failures = 0
    note(.userSelected, begins: true, &turn)
    start(
      at: playback.status.resumeAt,
      wantsToPlay: wantsToPlay,
      reason: .userSelected,
      &turn
    )
  }

  private mutating func restart(_ turn: inout QueueTurn) {
    failures = 0
    note(.userSelected, begins: true, &turn)
    start(reason: .userSelected, &turn)
  }

  /// Shows the current entry without loading it.
  private mutating func cue(
    at position: Duration,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    guard let entry = queue.currentEntry else { return }
    step(&turn) { $0.cue(entry.track, clip: entry.clip, at: position, reason: reason, now: $1) }
    attempt = nil
    endReason = nil
  }
}
