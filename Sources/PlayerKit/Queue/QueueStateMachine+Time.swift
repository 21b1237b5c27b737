// Time.
extension QueueStateMachine {
  /// When `tick` is due; `nil`: never.
  package var deadline: MonotonicInstant? {
    var deadlines = [holding?.deadline, endOverdue, settlesAt, preparationDeadline].compactMap(
      \.self
    )
    if case .retrying(let instant) = attempt?.stage { deadlines.append(instant) }
    if case .at(let instant) = sleepTimer { deadlines.append(instant) }
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
      machine.settle(&turn)
      if let deadline = machine.holding?.deadline, deadline <= now {
        machine.released(&turn)
      }
      machine.sleepIfDue(&turn)
      machine.retryIfDue(&turn)
      if let overdue = machine.endOverdue, overdue <= now {
        machine.endIsOverdue(&turn)
      }
    }
  }

  mutating func retryIfDue(_ turn: inout QueueTurn) {
    guard let attempt, case .retrying(let instant) = attempt.stage, instant <= turn.now,
      let track = queue.currentEntry?.track
    else { return }
    self.attempt?.stage = .choosing
    turn.commands.append(.choose(attempt.load, track))
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
