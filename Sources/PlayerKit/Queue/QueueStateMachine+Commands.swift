// Commands of the app.
extension QueueStateMachine {
  package mutating func play(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      guard machine.attempt == nil, !machine.isAwaitingMore, machine.queue.current != nil else {
        machine.step(&turn) { $0.want(true, reason: .user, now: $1) }
        machine.awaitFirst()
        return
      }
      if machine.continueFromEnd(&turn) { return }
      machine.startAgain(wantsToPlay: true, &turn)
    }
  }

  package mutating func togglePlayPause(now: MonotonicInstant) -> QueueEffects {
    let isUnderWay = attempt != nil || isAwaitingMore || queue.isEmpty
    return playback.status.wantsToPlay && isUnderWay ? pause(now: now) : play(now: now)
  }

  package mutating func pause(
    reason: WantsToPlayReason = .user,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in machine.step(&turn) { $0.pause(reason: reason, now: $1) } }
  }

  /// Retries the failed entry at the same position, with all its players.
  package mutating func retry(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      if case .retrying = machine.attempt?.stage {
        machine.failures = 0
        machine.attempt?.retries = 0
        machine.chooseAgain(&turn)
      } else if machine.attempt == nil, machine.playback.status.error != nil {
        machine.startAgain(wantsToPlay: machine.wantsToPlayAgain, &turn)
      }
    }
  }

  package mutating func beginInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      machine.step(&turn) { $0.beginInterruption(reason, now: $1) }
    }
  }

  package mutating func endInterruption(
    _ reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in machine.step(&turn) { $0.endInterruption(reason, now: $1) } }
  }

  package mutating func duck(
    to factor: Double?,
    for reason: SuppressionReason,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in machine.step(&turn) { $0.duck(to: factor, for: reason, now: $1) } }
  }

  /// Loads the current entry without playing it. Has no effect at the end of the queue, where
  /// playing begins with another entry.
  package mutating func prepare(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      guard machine.attempt == nil, !machine.continuesFromEnd else { return }
      machine.startAgain(wantsToPlay: machine.playback.status.wantsToPlay, &turn)
    }
  }

  /// Seeks to a position; `id` identifies the request to the player.
  package mutating func seek(
    to position: Duration,
    id: SeekID? = nil,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      machine.step(&turn) { $0.seek(to: position, id: id, now: $1) }
      // After the end, playing continues there, unless that position is again the end.
      guard machine.attempt == nil, machine.queue.isAtEnd || machine.queue.afterEnd != nil else {
        return
      }
      if let duration = machine.playback.status.duration, position >= duration { return }
      machine.queue.isAtEnd = false
    }
  }

  package mutating func change(_ change: OutputChange, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      machine.step(&turn) { $0.change(change, now: $1) }
      // A new rate for an entry with its own rate applies for this time only.
      guard machine.queue.currentEntry?.item.rate == nil else { return }
      machine.defaultRate = machine.playback.status.rate
    }
  }

  package mutating func next(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in machine.goToNext(.userSelected, &turn) }
  }

  package mutating func previous(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in machine.goToPrevious(.userSelected, &turn) }
  }

  package mutating func play(
    _ entry: EntryID,
    at position: Duration? = nil,
    isMoved: Bool = true,
    now: MonotonicInstant
  ) throws(QueueError) -> QueueEffects {
    guard queue[entry] != nil else { throw .unknownEntry(entry) }
    return turn(now) { machine, turn in
      let anchor = machine.lastPlayed
      if isMoved { machine.queue.pick(entry, after: anchor) } else { machine.queue.select(entry) }
      machine.failures = 0
      machine.skip(at: position, wantsToPlay: true, &turn)
    }
  }

  package mutating func stop(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      guard machine.attempt != nil || machine.isAwaitingMore else {
        machine.step(&turn) { $0.pause(now: $1) }
        return
      }
      let isOver = machine.isAwaitingMore
      let position = isOver ? .zero : machine.playback.status.position(at: now)
      let duration = machine.playback.status.duration
      machine.cancelPreload(&turn)
      machine.cue(at: position, duration: duration, reason: .userSelected, &turn)
      machine.step(&turn) { $0.pause(now: $1) }
      machine.activity = .idle(.stopped)
      turn.end = .stopped
    }
  }

  package mutating func setRepeatMode(_ mode: RepeatMode, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.queue.repeatMode = mode }
  }

  package mutating func setShuffled(_ isShuffled: Bool, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.queue.setShuffled(isShuffled) }
  }

  package mutating func setStopsAfterCurrent(_ stops: Bool, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.stopsAfterCurrent = stops }
  }

  package mutating func eraseHistory(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, _ in machine.history.erase() }
  }

  // MARK: - Parts

  /// Goes to the next entry, for the given reason.
  mutating func goToNext(_ reason: TransitionReason, _ turn: inout QueueTransaction) {
    guard let entry = queue.successor() else { return }
    advance(to: entry, &turn)
    goToCurrent(reason, &turn)
  }

  /// Goes to the previous entry or begins again, for the given reason.
  mutating func goToPrevious(_ reason: TransitionReason, _ turn: inout QueueTransaction) {
    let status = playback.status
    let isAtBeginning = status.position(at: turn.now) <= configuration.restartThreshold
    if !isPlayedOut, isAtBeginning || !status.isSeekable, let entry = queue.predecessor() {
      queue.select(entry)
      goToCurrent(reason, &turn)
    } else if attempt == nil, isEngaged, queue.current != nil {
      failures = 0
      announce(reason, at: .zero, begins: true, &turn)
      start(at: .zero, wantsToPlay: wantsToPlayAgain, reason: reason, &turn)
    } else {
      step(&turn) { $0.seek(to: .zero, now: $1) }
    }
  }

  /// Begins the new current entry, or only shows it.
  private mutating func goToCurrent(_ reason: TransitionReason, _ turn: inout QueueTransaction) {
    failures = 0
    if isEngaged {
      skip(wantsToPlay: wantsToPlayAgain, reason: reason, &turn)
    } else {
      let position = beginning(of: queue.current, reason)
      announce(reason, at: position, begins: false, &turn)
      cue(at: position, reason: reason, &turn)
    }
  }

  /// Whether the queue is at its end, even if it was restored.
  private var hasEnded: Bool {
    queue.afterEnd != nil && !isAwaitingMore && endReason?.endsIntent != false
  }

  /// Whether `play()` begins with another entry. A last entry that failed is retried, unless others
  /// follow.
  private var continuesFromEnd: Bool {
    mutating get { hasEnded && (queue.isAtEnd || queue.successor() != nil) }
  }

  /// The last entry in play order that was played in this lap; `nil` if there is none, as after the
  /// end of the queue. An entry that the queue only shows does not count as played.
  private var lastPlayed: EntryID? {
    guard let current = queue.current,
      !hasEnded || queue.remaining > 0 && queue.afterEnd?.isReordered == false
    else { return nil }
    guard case .idle(nil) = activity, !queue.isAtEnd,
      playback.status.resumeAt == beginning(of: current, .userSelected)
    else { return current }
    return queue.playIndex(of: current).flatMap { $0 > 0 ? queue.playOrder[$0 - 1] : nil }
  }

  /// After the end of the queue, plays the first entry that was added since, or else the first of a
  /// new lap.
  ///
  /// - Returns: `false` if the queue is not at its end, or if its only entry should begin again.
  private mutating func continueFromEnd(_ turn: inout QueueTransaction) -> Bool {
    guard continuesFromEnd else { return false }
    let ended = queue.current
    if let next = queue.successor() { advance(to: next, &turn) } else { queue.startNewLap() }
    guard queue.current != ended else { return false }
    failures = 0
    let position = beginning(of: queue.current, .userSelected)
    announce(.userSelected, at: position, begins: true, &turn)
    start(at: position, wantsToPlay: true, reason: .userSelected, &turn)
    return true
  }

  /// Begins the current entry after an end, after a failure, or for the first time. If it had
  /// played to its end, this is reported as a transition, because the entry begins again.
  private mutating func startAgain(wantsToPlay: Bool, _ turn: inout QueueTransaction) {
    failures = 0
    let position = playback.status.resumeAt
    if playback.status.endReason == .ended {
      announce(.userSelected, at: position, begins: true, &turn)
    } else {
      recordPlay(.userSelected, at: turn.now)
    }
    start(at: position, wantsToPlay: wantsToPlay, reason: .userSelected, &turn)
  }

  /// Shows the current entry without loading it.
  ///
  /// - Parameter duration: Its length, if already known.
  mutating func cue(
    at position: Duration,
    duration: Duration? = nil,
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) {
    guard let entry = queue.currentEntry else { return }
    step(&turn) {
      $0.cue(entry.playbackItem, at: position, duration: duration, reason: reason, now: $1)
    }
    activity = .idle(nil)
  }
}
