/// Collects the effects of one input, so that observers receive a turn as a whole. It omits
/// playback states that came and went within the turn, but not tracks and their failures.
struct QueueTransaction {
  enum Contents {
    case same, edited, restored
  }

  let now: MonotonicInstant
  let before: QueuePlayerStatus
  /// Transitions and failures, in the order in which they happened.
  private var story: [QueueChange] = []
  private var lastEntry: QueueEntry?
  private var jump: PlaybackChange?
  private var seekCompleted: PlaybackChange?
  private var unsupported: PlaybackChange?
  var end: QueueEndReason?
  var contents = Contents.same
  var isEndNear = false
  /// Entries with new findings.
  var findings: [QueueEntry] = []
  /// Chapters and lines that playback reached.
  var heard: [QueueChange] = []
  private var sourceFailures: [QueueSourceFailure] = []
  /// The indices in the story of transitions into another lap.
  private var laps: Set<Int> = []
  var commands: [QueueCommand] = []

  init(before: QueuePlayerStatus, now: MonotonicInstant) {
    self.before = before
    lastEntry = before.currentEntry
    self.now = now
  }

  /// Records a change of the current entry.
  ///
  /// - Parameters:
  ///   - left: The position of the previous entry.
  ///   - position: The position where the new entry begins.
  mutating func record(
    _ reason: TransitionReason,
    to entry: QueueEntry?,
    from left: Duration,
    at position: Duration
  ) {
    let transition = QueueTransition(
      from: lastEntry,
      to: entry,
      reason: reason,
      fromPosition: lastEntry == nil ? .zero : left,
      toPosition: entry == nil ? .zero : position
    )
    story.append(.transition(transition))
    lastEntry = entry
    jump = nil
  }

  mutating func record(_ failure: QueueFailure) {
    story.append(.failed(failure))
  }

  mutating func record(_ failure: QueueSourceFailure) {
    sourceFailures.append(failure)
  }

  /// Marks the next transition as one into another lap.
  mutating func recordLap() {
    laps.insert(story.count)
  }

  /// Keeps the changes of a playback step that the status alone does not show.
  mutating func record(_ changes: [PlaybackChange]) {
    let beginsTrack = changes.contains { if case .track = $0 { true } else { false } }
    let isTold = story.contains { if case .transition = $0 { true } else { false } }
    for change in changes {
      switch change {
      // A transition carries its own positions.
      case .discontinuity: jump = beginsTrack && isTold ? nil : change
      case .seekCompleted: seekCompleted = change
      case .unsupported: unsupported = change
      case .track, .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration, .metadata,
        .format, .settings, .capabilities, .bufferedPosition, .failed, .ended:
        break
      }
    }
  }

  func effects(after: QueuePlayerStatus) -> QueueEffects {
    var changes: [QueueChange] =
      switch contents {
      case .same: []
      case .edited: [.edited(after.entries)]
      case .restored: [.restored(after.entries)]
      }
    if before.entries.repeatMode != after.entries.repeatMode {
      changes.append(.repeatMode(after.entries.repeatMode))
    }
    if before.entries.isShuffled != after.entries.isShuffled {
      changes.append(.shuffle(after.entries.isShuffled))
    }
    if before.stopsAfterCurrent != after.stopsAfterCurrent {
      changes.append(.stopsAfterCurrent(after.stopsAfterCurrent))
    }
    if contents != .restored, before.history.erasedTotal != after.history.erasedTotal {
      changes.append(.historyErased)
    }
    if before.sleepTimer != after.sleepTimer { changes.append(.sleepTimer(after.sleepTimer)) }
    changes += storyWithSections(after: after)
    changes += findings.map { .metadata($0) }
    let seen = PlaybackChange.between(before.playback, after.playback, now: now)
    let answers = [unsupported, seekCompleted].compactMap(\.self)
    for change in [jump].compactMap(\.self) + seen + answers {
      switch change {
      case .track, .failed, .ended: break
      case .discontinuity, .wantsToPlay, .suppression, .ducking, .buffering, .state, .duration,
        .metadata, .format, .settings, .unsupported, .capabilities, .bufferedPosition,
        .seekCompleted:
        changes.append(.playback(change))
      }
    }
    if before.lyrics != after.lyrics { changes.append(.lyrics(after.lyrics)) }
    changes += heard
    changes += sourceFailures.map { .sourceFailed($0) }
    if isEndNear { changes.append(.willEnd(remaining: after.entries.remaining)) }
    if let end { changes.append(.ended(end)) }
    return QueueEffects(changes: changes, commands: commands, instant: now)
  }

  /// Returns the story, with ends and beginnings of sections directly after their transitions.
  private func storyWithSections(after: QueuePlayerStatus) -> [QueueChange] {
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
        // An entry that the queue only shows after its end does not begin.
        let isShown = transition.reason == .queueChanged && after.endReason == .finished
        let new = isShown ? nil : transition.to?.section
        turnTo(new, transition.reason, isLap: laps.contains(index))
        lastReason = .auto
      case .failed(let failure):
        if failure.action == .skip { lastReason = .skippedAfterError }
      case .playback, .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer,
        .ended, .sectionBegan, .sectionEnded, .willEnd, .metadata, .chapter, .lyrics, .line,
        .historyErased, .sourceFailed:
        break
      }
    }
    turnTo(after.section, lastReason)
    return told
  }
}
