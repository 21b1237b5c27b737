// Handling of failures.
extension QueueStateMachine {
  /// Handles a failure of the current track.
  ///
  /// - Parameter isChecked: Whether a check has shown that the network is available.
  mutating func fail(
    _ error: PlayerError,
    followedBy next: LoadID?,
    isChecked: Bool = false,
    _ turn: inout QueueTransaction
  ) {
    guard let attempt, let entry = queue.currentEntry else { return }
    let position = playback.status.position(at: turn.now)
    step(&turn) {
      $0.report(.failed(error, followedBy: nil), of: attempt.load, now: $1)
    }
    if let expansion = error.expansion, mayExpand {
      silence(next, &turn)
      expandCurrent(entry, into: expansion.items, at: position, &turn)
      return
    }
    if holds(error, attempt, followedBy: next, isChecked: isChecked, at: position, &turn) { return }
    let action = action(for: error, attempt, at: turn.now)
    let isWrongGuess =
      action == .alternative && error.code == .unsupportedFormat && entry.track is any GuessedMedia
    if !isWrongGuess { turn.record(QueueFailure(entry: entry, error: error, action: action)) }
    if action == .skip, let next, preload?.load == next {
      adoptPreload(anchor: nil, reason: .skippedAfterError, &turn)
      return
    }
    silence(next, &turn)
    self.attempt = nil
    switch action {
    case .alternative:
      let stage = Attempt.Stage.choosing(.remaining(attempt.alternatives))
      let retries = retries(before: attempt, at: turn.now)
      start(at: position, reason: .skippedAfterError, stage: stage, retries: retries, &turn)
      self.attempt?.failedAt = position
    case .retry:
      retryLater(retries(before: attempt, at: turn.now), at: position, &turn)
    case .stop:
      finish(.failed(count: failures, last: error), &turn)
    case .skip:
      proceed(to: queue.successor(), reason: .skippedAfterError, &turn)
    }
  }

  private mutating func action(
    for error: PlayerError,
    _ attempt: Attempt,
    at now: MonotonicInstant
  ) -> ErrorAction {
    if !attempt.alternatives.isEmpty { return .alternative }
    switch configuration.errorPolicy {
    case .retry(let count, _) where error.isRetryable && retries(before: attempt, at: now) < count:
      return .retry
    case .stop:
      failures += 1
      return .stop
    case .skip, .retry:
      failures += 1
      let maximum = max(configuration.maximumFailures, 1)
      // Lists count only if there are many, so that failures and lists together come to an end.
      let isEnough =
        failures >= maximum || failures + expansions >= max(maximum, Self.maximumExpansions + 1)
      return failures >= queue.count || isEnough ? .stop : .skip
    }
  }

  /// Returns the number of failed attempts. It is reset once the track has played for a while.
  func retries(before attempt: Attempt, at now: MonotonicInstant) -> Int {
    attempt.heard(at: now) >= configuration.retryForgiveness ? 0 : attempt.retries
  }

  private mutating func retryLater(
    _ retries: Int,
    at position: Duration,
    _ turn: inout QueueTransaction
  ) {
    guard case .retry(_, let backoff) = configuration.errorPolicy else { return }
    let delay = backoff.doubled(retries, upTo: configuration.maximumBackoff)
    start(
      at: position,
      reason: .skippedAfterError,
      stage: .retrying(at: turn.now + delay),
      retries: retries + 1,
      &turn
    )
  }

  mutating func retryIfDue(_ turn: inout QueueTransaction) {
    guard !isHeldInPause, case .retrying(let instant) = attempt?.stage, instant <= turn.now else {
      return
    }
    chooseAgain(&turn)
  }
}

// An alternative may be shorter than the track that failed, such as a preview, so the position of
// the failure can lie past its end.
extension QueueStateMachine {
  /// Seeks to the beginning if the loaded media ends before the position where it was to begin.
  mutating func returnIfTooShort(upon report: LoadEvent, _ turn: inout QueueTransaction) {
    if case .loaded = report, isAlternativeTooShort { step(&turn) { $0.seek(to: .zero, now: $1) } }
    // Now it can play, so its next end is a real one.
    if case .seekCompleted = report { attempt?.failedAt = nil }
  }

  /// Restarts an alternative at its beginning if it ended before it could play.
  ///
  /// - Returns: Whether it does.
  mutating func restartsAsTooShort(followedBy next: LoadID?, _ turn: inout QueueTransaction) -> Bool
  {
    guard let attempt, let player = attempt.player, isAlternativeTooShort else { return false }
    silence(next, &turn)
    let stage = Attempt.Stage.choosing(.remaining([player.type] + attempt.alternatives))
    start(
      at: .zero,
      reason: .skippedAfterError,
      stage: stage,
      retries: attempt.retries,
      &turn
    )
    return true
  }

  private var isAlternativeTooShort: Bool {
    guard let failedAt = attempt?.failedAt, failedAt > .zero,
      let media = playback.status.activeMedia
    else { return false }
    return media.duration.map { $0 <= failedAt } ?? (media.stage == .opening)
  }
}
