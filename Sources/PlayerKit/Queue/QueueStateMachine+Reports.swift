// What players say.
extension QueueStateMachine {
  /// Takes in what a player says about a load. Of a load that is neither current, nor to follow,
  /// nor still to be given back, nothing has any effect.
  package mutating func report(
    _ report: LoadReport,
    of load: LoadID,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      if machine.attempt?.load == load, machine.attempt?.player != nil {
        machine.takeCurrent(report, &turn)
      } else if machine.preload?.load == load {
        machine.takePreload(report, &turn)
      } else if machine.holding?.load == load, report.isTerminal {
        machine.released(&turn)
      }
    }
  }

  private mutating func takeCurrent(_ report: LoadReport, _ turn: inout QueueTurn) {
    guard let load = attempt?.load else { return }
    if report.isTerminal, holding?.load == load { holding = nil }
    switch report {
    case .loaded, .started, .position, .buffering, .seekCompleted, .duration, .suppressed,
      .wantsToPlay:
      step(&turn) { $0.report(report, of: load, now: $1) }
    case .ended(let next):
      end(followedBy: next, &turn)
    case .failed(let error, let next):
      fail(error, followedBy: next, &turn)
    case .superseded, .released:
      attempt = nil
      step(&turn) { $0.report(report, of: load, now: $1) }
      finish(.stopped, &turn)
    }
  }

  private mutating func takePreload(_ report: LoadReport, _ turn: inout QueueTurn) {
    guard case .handedOver(let player, _) = preload?.stage else { return }
    switch report {
    case .loaded(let media):
      preload?.stage = .handedOver(player, media)
    case .started(let anchor):
      failures = 0
      adoptPreload(anchor: anchor, reason: naturalReason, &turn)
    case .failed(let error, _):
      preload?.stage = .failed(error)
    case .ended, .superseded, .released:
      preload?.stage = .unavailable
    case .position, .buffering, .seekCompleted, .duration, .suppressed, .wantsToPlay:
      break
    }
  }

  // MARK: - The end of a track

  private var naturalReason: TransitionReason {
    queue.repeatMode == .one ? .repeat : .auto
  }

  /// The current track came to its natural end.
  mutating func end(followedBy next: LoadID?, _ turn: inout QueueTurn) {
    guard let load = attempt?.load else { return }
    failures = 0
    if let next, preload?.load == next {
      adoptPreload(anchor: nil, reason: naturalReason, &turn)
      return
    }
    attempt = nil
    step(&turn) { $0.report(.ended(followedBy: nil), of: load, now: $1) }
    guard let entry = queue.naturalSuccessor() else {
      finish(.finished, &turn)
      return
    }
    arrive(at: entry, reason: naturalReason, &turn)
  }

  /// What follows by itself is not wanted.
  private mutating func silence(_ load: LoadID?, _ turn: inout QueueTurn) {
    guard let load, preload?.load == load, case .handedOver(let player, _) = preload?.stage
    else { return }
    preload = nil
    holding = Holding(player: player, load: load)
    release(&turn)
  }

  /// Goes on to an entry by itself: begins it, or fails with what is known to be wrong with it.
  private mutating func arrive(
    at entry: EntryID,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    var known: PlayerError?
    if let preload, preload.entry == entry, case .failed(let error) = preload.stage,
      !error.isRetryable
    {
      known = error
    }
    let alternatives = preload?.alternatives ?? []
    queue.advance(to: entry)
    turn.note(reason, to: queue.currentEntry)
    start(reason: reason, &turn)
    if let known {
      attempt?.alternatives = alternatives
      fail(known, followedBy: nil, &turn)
    }
  }

  mutating func finish(_ reason: QueueEndReason, _ turn: inout QueueTurn) {
    attempt = nil
    queue.isAtEnd = queue.current != nil
    endReason = reason
    turn.noteEnd(reason)
  }

  // MARK: - Failures

  /// The current track failed.
  mutating func fail(_ error: PlayerError, followedBy next: LoadID?, _ turn: inout QueueTurn) {
    guard let attempt, let entry = queue.currentEntry else { return }
    let position = playback.status.position(at: turn.now)
    step(&turn) {
      $0.report(.failed(error, followedBy: nil), of: attempt.load, now: $1)
    }
    let action = action(for: error, attempt)
    turn.note(QueueFailure(entry: entry, error: error, action: action))
    if action == .skip, let next, preload?.load == next {
      adoptPreload(anchor: nil, reason: .skippedAfterError, &turn)
      return
    }
    silence(next, &turn)
    self.attempt = nil
    switch action {
    case .alternative:
      start(at: position, reason: .skippedAfterError, types: attempt.alternatives, &turn)
    case .retry:
      retryLater(attempt, at: position, &turn)
    case .stop:
      finish(.failed(count: failures, last: error), &turn)
    case .skip:
      if let successor = queue.successor() {
        arrive(at: successor, reason: .skippedAfterError, &turn)
      } else {
        finish(.finished, &turn)
      }
    }
  }

  private mutating func action(for error: PlayerError, _ attempt: Attempt) -> ErrorAction {
    if !attempt.alternatives.isEmpty { return .alternative }
    switch configuration.errorPolicy {
    case .retry(let count, _) where error.isRetryable && attempt.retries < count:
      return .retry
    case .stop:
      failures += 1
      return .stop
    case .skip, .retry:
      failures += 1
      return failures >= min(queue.count, 10) ? .stop : .skip
    }
  }

  private mutating func retryLater(
    _ failed: Attempt,
    at position: Duration,
    _ turn: inout QueueTurn
  ) {
    guard case .retry(_, let backoff) = configuration.errorPolicy else { return }
    let delay = backoff * (1 << min(failed.retries, 16))
    start(
      at: position,
      reason: .skippedAfterError,
      stage: .retrying(at: turn.now + delay),
      retries: failed.retries + 1,
      &turn
    )
  }
}

// Time.
extension QueueStateMachine {
  /// When `tick` is due; `nil`: never.
  package var deadline: MonotonicInstant? {
    var deadlines = [holding?.deadline, endOverdue].compactMap(\.self)
    if case .retrying(let instant) = attempt?.stage { deadlines.append(instant) }
    return deadlines.min()
  }

  /// When the current track is long past its end, and nobody has said so.
  private var endOverdue: MonotonicInstant? {
    guard let anchor = playback.status.anchor, anchor.speed > 0, attempt?.player != nil,
      let duration = playback.status.duration
    else { return nil }
    let rest = max(.zero, duration - anchor.position) / anchor.speed
    return anchor.instant + rest + configuration.endTolerance
  }

  /// Does what is due by now.
  package mutating func tick(now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      if let deadline = machine.holding?.deadline, deadline <= now {
        machine.released(&turn)
      }
      if case .retrying(let instant) = machine.attempt?.stage, instant <= now,
        let load = machine.attempt?.load, let track = machine.queue.currentEntry?.track
      {
        machine.attempt?.stage = .choosing
        turn.commands.append(.choose(load, track))
      }
      if let overdue = machine.endOverdue, overdue <= now {
        machine.release(&turn)
        machine.end(followedBy: nil, &turn)
      }
    }
  }
}
