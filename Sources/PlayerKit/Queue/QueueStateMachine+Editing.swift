// Edits and restored queues.
extension QueueStateMachine {
  /// Edits the queue, all or nothing.
  ///
  /// - Parameter position: The position where a newly current entry begins; `nil` for the start
  ///   position of its item.
  package mutating func edit(
    at position: Duration? = nil,
    now: MonotonicInstant,
    _ body: (inout PlayQueue) throws(QueueError) -> Void
  ) throws(QueueError) -> QueueEffects {
    var edited = queue
    try body(&edited)
    return replaceQueue(by: edited, at: position, now: now)
  }

  /// Applies a queue that was edited elsewhere, and handles the consequences for the current entry.
  /// The queue here must not have changed since.
  ///
  /// - Parameters:
  ///   - position: The position where a newly current entry begins; `nil` for the start position of
  ///     its item.
  ///   - plays: Whether a newly current entry plays even if playing was not wanted before.
  package mutating func replaceQueue(
    by edited: PlayQueue,
    at position: Duration? = nil,
    plays: Bool = false,
    now: MonotonicInstant
  ) -> QueueEffects {
    guard !edited.isSame(as: queue) else { return QueueEffects() }
    return turn(now) { machine, turn in
      let old = machine.queue
      machine.queue = edited.following(old)
      if machine.queue.version != old.version { turn.contents = .edited }
      guard machine.queue.current != old.current else { return }
      let position = position ?? machine.beginning(of: edited.current, .queueChanged)
      // A queue that was empty begins if playing was wanted before.
      let plays = plays || old.current == nil && machine.playback.status.wantsToPlay
      machine.currentChanged(at: position, plays: plays, reason: .queueChanged, &turn)
    }
  }

  /// Removes all entries. If the queue is empty, stops instead: playing is no longer wanted, and
  /// the wait for the source ends.
  package mutating func removeAll(now: MonotonicInstant) -> QueueEffects {
    guard !queue.isEmpty else { return stop(now: now) }
    var edited = queue
    edited.removeAll()
    return replaceQueue(by: edited, now: now)
  }

  /// Replaces this queue with a restored one: paused, with nothing loaded, showing its current
  /// entry at a position.
  package mutating func restore(
    _ kept: PlayQueue,
    at position: Duration,
    plays: [PlayHistory.Record] = [],
    playCount: Int = 0,
    settings: OutputSettings? = nil,
    sleepTimer: SleepTimer? = nil,
    now: MonotonicInstant
  ) -> QueueEffects {
    turn(now) { machine, turn in
      let old = machine.queue
      machine.cancelPreload(&turn)
      machine.restartInspection(&turn)
      machine.step(&turn) { $0.pause(now: $1) }
      // Nothing has begun, so the current entry is only shown.
      machine.activity = .idle(nil)
      machine.queue = kept.following(old)
      // The order of a shuffle depends on the seed of this queue alone.
      machine.queue.generator = old.generator
      machine.history = PlayHistory(
        limit: machine.history.limit,
        restoring: plays,
        total: playCount
      )
      if let settings {
        machine.step(&turn) { $0.change(.all(settings), reason: .restored, now: $1) }
        machine.defaultRate = settings.rate
        // An entry with its own rate gets it again, even if it was current before.
        machine.ratedEntry = nil
      }
      if let sleepTimer { machine.sleepTimer = sleepTimer }
      turn.contents = .restored
      guard old.current != nil || kept.current != nil else { return }
      machine.currentChanged(at: position, reason: .restored, &turn)
    }
  }

  /// Begins or shows the entry that an edit made current.
  ///
  /// - Parameter plays: Whether it plays even if playing was not wanted before.
  mutating func currentChanged(
    at position: Duration,
    plays: Bool = false,
    reason: TransitionReason,
    _ turn: inout QueueTransaction
  ) {
    failures = 0
    let position = queue.isAtEnd ? .zero : position
    let begins = (plays || attempt != nil || isAwaitingMore) && !queue.isAtEnd
    announce(reason, at: position, begins: begins, &turn)
    if queue.current == nil {
      cancelPreload(&turn)
      step(&turn) { $0.unload(now: $1) }
      step(&turn) { machine, _ in machine.forget() }
      step(&turn) { $0.pause(now: $1) }
      activity = .idle(.cleared)
      turn.end = .cleared
    } else if queue.isAtEnd {
      cancelPreload(&turn)
      let before = activity
      cue(at: position, reason: reason, &turn)
      switch before {
      case .loading, .awaitingMore: awaitMoreOrFinish(&turn)
      case .idle: activity = before
      }
    } else if begins {
      start(at: position, wantsToPlay: plays ? true : nil, reason: reason, &turn)
    } else {
      cue(at: position, reason: reason, &turn)
    }
  }
}

extension PlayQueue {
  private func hasEntries(of other: PlayQueue) -> Bool {
    version == other.version && base.root?.node === other.base.root?.node
  }

  /// Returns whether both are the same version. Entries are not compared.
  func isSame(as other: PlayQueue) -> Bool {
    hasEntries(of: other) && shuffled?.root?.node === other.shuffled?.root?.node
      && isShuffled == other.isShuffled && current == other.current && isAtEnd == other.isAtEnd
      && repeatMode == other.repeatMode && nextLapFirst == other.nextLapFirst
  }

  /// Returns this queue as a successor of `old`: its counters never go back, even if it is an
  /// earlier version.
  func following(_ old: PlayQueue) -> PlayQueue {
    var queue = self
    if !hasEntries(of: old) { queue.version = Swift.max(version, old.version + 1) }
    queue.revision = Swift.max(revision, old.revision &+ 1)
    queue.findings = Swift.max(findings, old.findings)
    return queue
  }
}
