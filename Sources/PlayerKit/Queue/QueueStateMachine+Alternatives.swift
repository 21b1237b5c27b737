// An alternative may be shorter than what failed, such as a preview: the place where that failed can
// lie behind its end.
extension QueueStateMachine {
  /// Goes to the beginning, where what was loaded ends before the place where it was to begin.
  mutating func returnWhereTooShort(upon report: LoadReport, _ turn: inout QueueTurn) {
    switch report {
    case .loaded:
      guard isAlternativeTooShort else { return }
      step(&turn) { $0.seek(to: .zero, now: $1) }
    case .seekCompleted:
      // Now it can sound, and its next end is one.
      attempt?.isAlternative = false
    case .started, .position, .buffering, .duration, .suppressed, .wantsToPlay, .ended, .failed,
      .superseded, .released:
      break
    }
  }

  /// Begins an alternative at its beginning, where it ended before it could sound.
  ///
  /// - Returns: whether it does.
  mutating func beginsAnewAsTooShort(followedBy next: LoadID?, _ turn: inout QueueTurn) -> Bool {
    guard let attempt, let player = attempt.player, isAlternativeTooShort else { return false }
    silence(next, &turn)
    let type = players.first { $0.value.ref == player }?.key
    start(
      reason: .skippedAfterError,
      types: [type].compactMap(\.self) + attempt.alternatives,
      &turn
    )
    return true
  }

  private var isAlternativeTooShort: Bool {
    guard let attempt, attempt.isAlternative, attempt.position > .zero,
      let media = playback.status.activeMedia
    else { return false }
    return media.duration.map { $0 <= attempt.position } ?? (media.stage == .opening)
  }
}
