// Failures that are not the track's fault: the queue waits with the entry and retries
// automatically.
extension QueueStateMachine {
  private static let longestHold = Duration.seconds(30)
  private static let longestCheck = Duration.seconds(30)

  /// Holds the queue at the failed entry if the output or the network is missing, or starts the
  /// check that determines this.
  ///
  /// - Returns: Whether it does. If not, the error policy applies.
  mutating func holds(
    _ error: PlayerError,
    _ failed: Attempt,
    followedBy next: LoadID?,
    isChecked: Bool,
    at position: Duration,
    _ turn: inout QueueTransaction
  ) -> Bool {
    guard failed.alternatives.isEmpty, configuration.errorPolicy != .stop else { return false }
    if error.code == .outputFailed {
      silence(next, &turn)
      hold(.outputLost, error, failed, at: position, &turn)
      return true
    }
    // A load that failed ahead of time has no player any more.
    let player = failed.player ?? error.playerType.flatMap { players[$0] }
    guard error.mayMeanLostNetwork, !isChecked, let player, player.checksNetwork else {
      return false
    }
    let stage = Attempt.Stage.checkingNetwork(error, until: turn.now + Self.longestCheck)
    silence(next, &turn)
    startOver(failed, at: position, stage: stage, lacks: failed.lacks, &turn)
    if let load = attempt?.load { turn.commands.append(.checkNetwork(player.ref, load)) }
    return true
  }

  /// Handles the result of `checkNetwork`. A result for an earlier load has no effect.
  package mutating func networkChecked(
    _ load: LoadID,
    isLost: Bool,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard let failed = attempt, failed.load == load,
      case .checkingNetwork(let error, _) = failed.stage
    else { return QueueEffects() }
    return turn(now) { machine, turn in
      let position = machine.playback.status.position(at: now)
      if isLost {
        machine.hold(.networkLost, error, failed, at: position, &turn)
      } else {
        machine.fail(error, followedBy: nil, isChecked: true, &turn)
      }
    }
  }

  /// Handles a network check that has timed out.
  mutating func endCheckIfDue(_ turn: inout QueueTransaction) {
    guard case .checkingNetwork(let error, let due) = attempt?.stage, due <= turn.now else {
      return
    }
    fail(error, followedBy: nil, isChecked: true, &turn)
  }

  /// Whether the queue is waiting but does not retry because it is paused.
  var isHeldInPause: Bool { attempt?.lacks != nil && !playback.status.wantsToPlay }

  private mutating func hold(
    _ reason: SuppressionReason,
    _ error: PlayerError,
    _ failed: Attempt,
    at position: Duration,
    _ turn: inout QueueTransaction
  ) {
    if failed.lacks == nil, let entry = queue.currentEntry {
      turn.record(QueueFailure(entry: entry, error: error, action: .retry))
    }
    let holds = holds(before: failed, at: turn.now)
    let delay = Duration.seconds(1).doubled(holds, upTo: Self.longestHold)
    let stage = Attempt.Stage.retrying(at: turn.now + delay)
    startOver(failed, at: position, stage: stage, lacks: reason, &turn)
    attempt?.holds = holds + 1
  }

  /// Returns how often the entry was postponed in a row. The count is reset once the track has
  /// played for a while.
  private func holds(before failed: Attempt, at now: MonotonicInstant) -> Int {
    failed.heard(at: now) >= configuration.retryForgiveness ? 0 : failed.holds
  }

  /// Starts the entry over and keeps count of that.
  ///
  /// - Parameter reason: What is missing; `nil` if unknown.
  private mutating func startOver(
    _ failed: Attempt,
    at position: Duration,
    stage: Attempt.Stage,
    lacks reason: SuppressionReason?,
    _ turn: inout QueueTransaction
  ) {
    start(
      at: position,
      reason: .skippedAfterError,
      stage: stage,
      retries: retries(before: failed, at: turn.now),
      &turn
    )
    let holds = holds(before: failed, at: turn.now)
    attempt?.holds = holds
    attempt?.lacks = reason
    guard let reason, let load = attempt?.load else { return }
    step(&turn) { $0.report(.suppressed(reason), of: load, now: $1) }
  }

  /// Ends the wait: the current track can play, and nothing is missing any more.
  mutating func endHold(_ turn: inout QueueTransaction) {
    guard let held = attempt, held.lacks != nil else { return }
    attempt?.lacks = nil
    // The engine may have reported its own suppression.
    guard playback.status.activeMedia?.suppression == held.lacks else { return }
    step(&turn) { $0.report(.suppressed(nil), of: held.load, now: $1) }
  }
}

extension PlayerError {
  /// Whether a lost network can cause this failure.
  fileprivate var mayMeanLostNetwork: Bool {
    [.unreachable, .timedOut, .interrupted].contains(code) && isRetryable
  }
}
