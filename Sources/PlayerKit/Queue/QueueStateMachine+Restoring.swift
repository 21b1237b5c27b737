extension QueueStateMachine {
  /// Takes a queue that was kept in place of this one: paused, nothing loaded, its current entry shown
  /// at a position.
  package mutating func restore(
    _ kept: PlayQueue,
    at position: Duration,
    plays: [PlayHistory.Record] = [],
    playCount: Int = 0,
    now: MonotonicInstant
  ) -> QueueStep {
    turn(now) { machine, turn in
      let old = machine.queue
      machine.cancelPreload(&turn)
      machine.step(&turn) { $0.pause(now: $1) }
      // Not begun: what is current then is shown only.
      machine.attempt = nil
      machine.endReason = nil
      machine.endless?.isAwaited = false
      machine.queue = kept.following(old)
      machine.history = PlayHistory(
        limit: machine.history.limit,
        restoring: plays,
        total: playCount
      )
      turn.noteEdit()
      guard old.current != nil || kept.current != nil else { return }
      machine.currentChanged(at: position, &turn)
    }
  }
}
