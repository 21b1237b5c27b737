// The sleep timer.
extension QueueStateMachine {
  package mutating func setSleepTimer(_ timer: SleepTimer?, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, turn in
      machine.sleepTimer = timer
      machine.sleepIfDue(&turn)
    }
  }

  /// Whether nothing follows the current entry by itself.
  var stopsHere: Bool { stopsAfterCurrent || sleepTimer == .endOfTrack }

  mutating func sleepIfDue(_ turn: inout QueueTurn) {
    guard case .at(let instant) = sleepTimer, instant <= turn.now else { return }
    sleepTimer = nil
    step(&turn) { $0.pause(reason: .sleepTimer, now: $1) }
  }
}
