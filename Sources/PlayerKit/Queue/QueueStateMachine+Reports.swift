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
      if report.showsLife { attempt?.answerDue = nil }
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
      preload?.stage = .failed(error, at: turn.now)
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
    goOn(to: queue.naturalSuccessor(), reason: naturalReason, &turn)
  }

  /// Goes on to what follows by itself, unless nothing does or it is to stop here.
  private mutating func goOn(
    to entry: EntryID?,
    reason: TransitionReason,
    _ turn: inout QueueTurn
  ) {
    guard let entry else {
      finish(.finished, &turn)
      return
    }
    guard !stopsAfterCurrent else {
      step(&turn) { $0.pause(reason: .endOfItem, now: $1) }
      finish(.stopped, &turn)
      return
    }
    arrive(at: entry, reason: reason, &turn)
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
    if let preload, preload.entry == entry, case .failed(let error, let instant) = preload.stage,
      !error.isRetryable || turn.now - instant < configuration.failureFreshness
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
    stopsAfterCurrent = false
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
      goOn(to: queue.successor(), reason: .skippedAfterError, &turn)
    }
  }

  private mutating func action(for error: PlayerError, _ attempt: Attempt) -> ErrorAction {
    if !attempt.alternatives.isEmpty { return .alternative }
    switch configuration.errorPolicy {
    case .retry(let count, _) where error.isRetryable && retries(before: attempt) < count:
      return .retry
    case .stop:
      failures += 1
      return .stop
    case .skip, .retry:
      failures += 1
      return failures >= min(queue.count, 10) ? .stop : .skip
    }
  }

  /// How often the same was tried in vain; where it played for a while, that began anew.
  private func retries(before attempt: Attempt) -> Int {
    let played = playback.status.resumeAt - attempt.position
    return played >= configuration.retryForgiveness ? 0 : attempt.retries
  }

  private mutating func retryLater(
    _ failed: Attempt,
    at position: Duration,
    _ turn: inout QueueTurn
  ) {
    guard case .retry(_, let backoff) = configuration.errorPolicy else { return }
    let retries = retries(before: failed)
    let delay = backoff * (1 << min(retries, 16))
    start(
      at: position,
      reason: .skippedAfterError,
      stage: .retrying(at: turn.now + delay),
      retries: retries + 1,
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

  /// When the current track is long past its end, and nobody has said so: then its player is asked,
  /// and where it does not answer, or stands still, the track has ended.
  private var endOverdue: MonotonicInstant? {
    if let due = attempt?.answerDue { return due }
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
        machine.endIsOverdue(&turn)
      }
    }
  }

  /// Time is only extrapolated: the process may have been suspended, the stated length be wrong.
  private mutating func endIsOverdue(_ turn: inout QueueTurn) {
    if attempt?.answerDue == nil {
      attempt?.answerDue = turn.now + configuration.endTolerance
      step(&turn) { machine, _ in machine.measure() }
    } else {
      release(&turn)
      end(followedBy: nil, &turn)
    }
  }
}

extension LoadReport {
  /// Whether it tells that the load goes on.
  fileprivate var showsLife: Bool {
    switch self {
    case .position(let anchor): anchor.speed > 0
    case .loaded, .started, .buffering, .seekCompleted, .duration, .suppressed, .wantsToPlay: true
    case .ended, .failed, .superseded, .released: false
    }
  }
}
