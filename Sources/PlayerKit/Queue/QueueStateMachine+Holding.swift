// What is not the track's fault: the queue waits with the entry, and tries again by itself.
extension QueueStateMachine {
  private static let longestHold = Duration.seconds(30)
  private static let longestCheck = Duration.seconds(30)

  /// Holds the queue at the entry that failed, if something is missing that every other entry would miss, too; or finds
  /// out whether it is.
  ///
  /// - Returns: whether it does.
  mutating func holds(
    _ error: PlayerError,
    _ failed: Attempt,
    followedBy next: LoadID?,
    isChecked: Bool,
    at position: Duration,
    _ turn: inout QueueTurn
  ) -> Bool {
    guard failed.alternatives.isEmpty, configuration.errorPolicy != .stop else { return false }
    if error.code == .outputFailed {
      silence(next, &turn)
      hold(.outputLost, error, failed, at: position, &turn)
      return true
    }
    // What failed ahead of time has no player any more.
    let player = failed.player ?? error.playerType.flatMap { players[$0] }
    guard error.mayMeanLostNetwork, !isChecked, let player, player.checksNetwork else {
      return false
    }
    let stage = Attempt.Stage.checkingNetwork(error, until: turn.now + Self.longestCheck)
    silence(next, &turn)
    beginAnew(failed, at: position, stage: stage, &turn)
    if let load = attempt?.load { turn.commands.append(.checkNetwork(player.ref, load)) }
    return true
  }

  /// Whether the network was gone, when that was asked because of this load.
  package mutating func networkChecked(
    _ load: LoadID,
    isLost: Bool,
    now: MonotonicInstant
  ) -> QueueStep {
    guard let failed = attempt, failed.load == load,
      case .checkingNetwork(let error, _) = failed.stage
    else { return QueueStep() }
    return turn(now) { machine, turn in
      let position = machine.playback.status.position(at: now)
      if isLost {
        machine.hold(.networkLost, error, failed, at: position, &turn)
      } else {
        machine.fail(error, followedBy: nil, isChecked: true, &turn)
      }
    }
  }

  /// Whoever is asked about the network has had its time.
  mutating func endCheckIfDue(_ turn: inout QueueTurn) {
    guard case .checkingNetwork(let error, let due) = attempt?.stage, due <= turn.now else {
      return
    }
    fail(error, followedBy: nil, isChecked: true, &turn)
  }

  /// Whether what is missing is not looked for: nobody wants to hear anything.
  var isHeldInPause: Bool { attempt?.lacks != nil && !playback.status.wantsToPlay }

  private mutating func hold(
    _ reason: SuppressionReason,
    _ error: PlayerError,
    _ failed: Attempt,
    at position: Duration,
    _ turn: inout QueueTurn
  ) {
    if failed.lacks == nil, let entry = queue.currentEntry {
      turn.record(QueueFailure(entry: entry, error: error, action: .retry))
    }
    let isLongAgo = failed.heard(at: turn.now) >= configuration.retryForgiveness
    let holds = isLongAgo ? 0 : failed.holds
    let delay = min(.seconds(1 << min(holds, 5)), Self.longestHold)
    beginAnew(failed, at: position, stage: .retrying(at: turn.now + delay), &turn)
    attempt?.holds = holds + 1
    attempt?.lacks = reason
    guard let load = attempt?.load else { return }
    step(&turn) { $0.report(.suppressed(reason), of: load, now: $1) }
  }

  /// Begins the entry anew, and remembers what was tried.
  private mutating func beginAnew(
    _ failed: Attempt,
    at position: Duration,
    stage: Attempt.Stage,
    _ turn: inout QueueTurn
  ) {
    start(
      at: position,
      reason: .skippedAfterError,
      stage: stage,
      retries: retries(before: failed, at: turn.now),
      &turn
    )
    attempt?.holds = failed.holds
    attempt?.lacks = failed.lacks
    guard let reason = failed.lacks, let load = attempt?.load else { return }
    step(&turn) { $0.report(.suppressed(reason), of: load, now: $1) }
  }

  /// The current track can sound: nothing is missing any more.
  mutating func endHold(_ turn: inout QueueTurn) {
    guard let held = attempt, held.lacks != nil else { return }
    attempt?.lacks = nil
    // The engine may lack something itself.
    guard playback.status.activeMedia?.suppression == held.lacks else { return }
    step(&turn) { $0.report(.suppressed(nil), of: held.load, now: $1) }
  }
}

extension PlayerError {
  /// Whether a network that is gone fails so.
  fileprivate var mayMeanLostNetwork: Bool {
    [.unreachable, .timedOut, .interrupted].contains(code) && isRetryable
  }
}
