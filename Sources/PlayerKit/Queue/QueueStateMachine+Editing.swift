extension QueueStateMachine {
  /// Takes in the queue as it was edited elsewhere, since when it has not changed here, and sees to
  /// what that means for the current entry.
  ///
  /// - Parameter position: where a newly current entry begins.
  package mutating func take(
    _ edited: PlayQueue,
    at position: Duration = .zero,
    now: MonotonicInstant
  ) -> QueueStep {
    guard edited.revision != queue.revision || !edited.hasEntries(of: queue) else {
      return QueueStep()
    }
    return turn(now) { machine, turn in
      let old = machine.queue
      machine.queue = edited.following(old)
      if machine.queue.version != old.version { turn.noteEdit() }
      guard machine.queue.current != old.current else { return }
      machine.currentChanged(at: position, &turn)
    }
  }
}

extension PlayQueue {
  fileprivate func hasEntries(of other: PlayQueue) -> Bool {
    version == other.version && base.root?.node === other.base.root?.node
  }

  /// This one as what comes after `old`: what is counted never goes back, also where it is an earlier
  /// version, so that it has no entry again that was another one.
  fileprivate func following(_ old: PlayQueue) -> PlayQueue {
    var queue = self
    if !hasEntries(of: old) { queue.version = max(version, old.version + 1) }
    queue.revision = max(revision, old.revision &+ 1)
    if scope == old.scope { queue.lastSerial = max(lastSerial, old.lastSerial) }
    return queue
  }
}
