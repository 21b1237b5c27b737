import struct Foundation.Date

// What was played.
extension QueueStateMachine {
  /// Tells of the entry that is current now, and records it where it is begun.
  mutating func note(_ reason: TransitionReason, begins: Bool, _ turn: inout QueueTurn) {
    turn.note(reason, to: queue.currentEntry)
    guard begins, let entry = queue.currentEntry else { return }
    record(entry, reason, at: turn.now)
  }

  /// Records an entry as begun.
  mutating func record(_ entry: QueueEntry, _ reason: TransitionReason, at now: MonotonicInstant) {
    let date = dateOfOrigin.addingTimeInterval(now.sinceOrigin / .seconds(1))
    history.add(PlayHistory.Record(entry: entry, reason: reason, date: date))
  }
}
