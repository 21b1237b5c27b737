// An alternative may be shorter than what failed, such as a preview: the place where that failed can
// lie behind its end.
extension QueueStateMachine {
  /// Goes to the beginning, where what was loaded ends before the place where it was to begin.
  mutating func returnWhereTooShort(_ turn: inout QueueTurn) {
    guard let attempt, attempt.isAlternative, attempt.position > .zero,
      let duration = playback.status.duration, duration <= attempt.position
    else { return }
    self.attempt?.position = .zero
    step(&turn) { $0.seek(to: .zero, now: $1) }
  }

  /// Begins an alternative at its beginning, where it ended before it could sound.
  ///
  /// - Returns: whether it does.
  mutating func beginsAnewAsTooShort(followedBy next: LoadID?, _ turn: inout QueueTurn) -> Bool {
    guard let attempt, attempt.isAlternative, attempt.position > .zero, let player = attempt.player,
      playback.status.activeMedia?.stage == .opening
    else { return false }
    silence(next, &turn)
    let type = players.first { $0.value.ref == player }.map { [$0.key] }
    start(
      reason: .skippedAfterError,
      types: (type ?? []) + attempt.alternatives,
      &turn
    )
    return true
  }
}
