// Deadlines.
extension QueueStateMachine {
  /// When `tick` is due; `nil` for never.
  package var deadline: MonotonicInstant? {
    var deadlines = activeLoads.compactMap(\.deadline)
    deadlines += [
      endOverdue, skipsEndAt, preparationDeadline, sourceDeadline, inspectionDeadline,
      lyricsDeadline, timelineDeadline, fadeStepAt,
    ].compactMap(\.self)
    if case .retrying(let instant) = attempt?.stage, !isHeldInPause { deadlines.append(instant) }
    if case .checkingNetwork(_, let instant) = attempt?.stage { deadlines.append(instant) }
    if case .at(let instant, _) = sleepTimer { deadlines.append(instant) }
    return deadlines.min()
  }

  /// The time at which the current track is long past its end without a report. The player is then
  /// asked for its position. If it does not answer, or stands still, the track has ended.
  private var endOverdue: MonotonicInstant? {
    if case .asked(let due) = attempt?.confirmation { return due }
    guard let anchor = playback.status.anchor, anchor.speed > 0, attempt?.player != nil,
      let duration = playback.status.duration
    else { return nil }
    let rest = max(.zero, duration - anchor.position) / anchor.speed
    return anchor.instant + rest + configuration.endTolerance
  }

  /// Runs everything due by now.
  package mutating func tick(now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      machine.sourceTick(&turn)
      machine.inspectionTick(&turn)
      machine.lyricsTick(&turn)
      machine.endSkips(&turn)
      for held in machine.activeLoads where held.deadline.map({ $0 <= now }) == true {
        machine.released(held.load, &turn)
      }
      machine.sleepIfDue(&turn)
      machine.retryIfDue(&turn)
      machine.endCheckIfDue(&turn)
      if let overdue = machine.endOverdue, overdue <= now {
        machine.endIsOverdue(&turn)
      }
    }
  }

  /// The position is only extrapolated: the process may have been suspended, or the stated length
  /// may be wrong.
  private mutating func endIsOverdue(_ turn: inout QueueTransaction) {
    if case .asked = attempt?.confirmation {
      release(&turn)
      end(followedBy: nil, &turn)
    } else {
      let answerDue = turn.now + configuration.endTolerance
      attempt?.confirmation = .asked(until: answerDue)
      step(&turn) { machine, _ in machine.measure() }
    }
  }
}

// The sleep timer.
extension QueueStateMachine {
  package mutating func setSleepTimer(_ timer: SleepTimer?, now: MonotonicInstant) -> QueueEffects {
    turn(now) { machine, turn in
      machine.sleepTimer = timer
      machine.sleepIfDue(&turn)
    }
  }

  /// Whether playback stops after the current entry.
  var stopsHere: Bool { stopsAfterCurrent || sleepTimer == .endOfTrack }

  private mutating func sleepIfDue(_ turn: inout QueueTransaction) {
    guard case .at(let instant, _) = sleepTimer, instant <= turn.now else { return }
    sleepTimer = nil
    // A player may need a moment to pause, and must not get loud again meanwhile.
    if isFading { fadeStepAt = turn.now + Self.fadeStep }
    step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }
  }

  /// The duration of one volume step while the sound fades out.
  private static var fadeStep: Duration { .milliseconds(250) }

  private var isFading: Bool { playback.status.duckings[.sleepTimer] != nil }

  /// Lowers the sound before the sleep timer pauses, and restores it afterwards. Part of every
  /// turn.
  mutating func fadeToSleep(_ turn: inout QueueTransaction) {
    guard case .at(let instant, let fade) = sleepTimer, fade > .zero else {
      let isPausing = fadeStepAt.map { $0 > turn.now } ?? false
      if isPausing && !playback.status.wantsToPlay { return }
      fadeStepAt = nil
      if isFading { step(&turn) { $0.duck(to: nil, for: .sleepTimer, now: $1) } }
      return
    }
    let start = instant + (.zero - fade.bounded)
    // A timer may fire a little early.
    let elapsed = turn.now - start + .milliseconds(1)
    let steps = max(0, (elapsed / Self.fadeStep).rounded(.down))
    fadeStepAt = min(instant, start + Self.fadeStep * (steps + 1))
    let left = steps == 0 ? nil : 1 - steps * (Self.fadeStep / fade.bounded)
    guard left != playback.status.duckings[.sleepTimer] else { return }
    step(&turn) { $0.duck(to: left, for: .sleepTimer, now: $1) }
  }
}
