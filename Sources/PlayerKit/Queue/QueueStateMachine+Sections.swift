// Playlists in a row, and the end of the queue coming near.
extension QueueStateMachine {
  /// Makes the natural or commanded successor current; takes note where a lap ends with that.
  mutating func moveOn(to entry: EntryID, _ turn: inout QueueTurn) {
    if queue.repeatMode == .all, queue.remaining == 0 { turn.noteLap() }
    queue.advance(to: entry)
  }

  package mutating func setEndLookAhead(_ count: Int, now: MonotonicInstant) -> QueueStep {
    turn(now) { machine, _ in machine.configuration.endLookAhead = max(0, count) }
  }

  /// Whether so little is still to come that an app, or a source, is to add more.
  var isEndNear: Bool {
    guard queue.current != nil else { return false }
    switch queue.repeatMode {
    case .all: return false
    case .off, .one: return queue.remaining <= configuration.endLookAhead
    }
  }

  /// Tells that the end comes near: once, until it has gone away. Part of every turn.
  mutating func tellEnd(_ turn: inout QueueTurn) {
    if !isEndNear || endToldAt.map({ !queue.contains($0) }) == true { endToldAt = nil }
    guard endToldAt == nil, attempt != nil, isEndNear else { return }
    endToldAt = queue.entries.last?.id
    turn.noteEndNear()
  }
}

extension QueueTurn {
  /// Puts in where sections end and begin: right behind the change of the current entry.
  func withSections(_ story: [QueueChange], after: QueuePlayerStatus) -> [QueueChange] {
    var told: [QueueChange] = []
    var section = before.section
    var lastReason = TransitionReason.auto
    func turnTo(_ new: QueueSection?, _ reason: TransitionReason, isLap: Bool = false) {
      guard new != section || isLap else { return }
      if let section {
        told.append(.sectionEnded(QueueSectionEnd(section: section, reason: reason)))
      }
      if let new { told.append(.sectionBegan(new)) }
      section = new
    }
    for (index, change) in story.enumerated() {
      told.append(change)
      switch change {
      case .transition(let transition):
        // What is only shown after the end does not begin.
        let isShown = transition.reason == .queueChanged && after.endReason == .finished
        let new = isShown ? nil : transition.to?.section
        turnTo(new, transition.reason, isLap: laps.contains(index))
        lastReason = .auto
      case .failed(let failure):
        if failure.action == .skip { lastReason = .skippedAfterError }
      case .playback, .edited, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer, .ended,
        .sectionBegan, .sectionEnded,
        .willEnd, .sourceFailed:
        break
      }
    }
    turnTo(after.section, lastReason)
    return told
  }
}
