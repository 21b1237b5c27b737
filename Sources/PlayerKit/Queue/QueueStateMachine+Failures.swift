// What is done about failures.
extension QueueStateMachine {
  /// The current track failed.
  mutating func fail(_ error: PlayerError, followedBy next: LoadID?, _ turn: inout QueueTurn) {
    guard let attempt, let entry = queue.currentEntry else { return }
    let position = playback.status.position(at: turn.now)
    step(&turn) {
      $0.report(.failed(error, followedBy: nil), of: attempt.load, now: $1)
    }
    let action = action(for: error, attempt)
    turn.note(QueueFailure(entry: entry, error: error, action: action))
    if action == .skip, let next, preload?.load == next {
      adoptPreload(anchor: nil, reason: .skippedAfterError, &turn)
      return
    }
    silence(next, &turn)
    self.attempt = nil
    switch action {
    case .alternative:
      start(at: position, reason: .skippedAfterError, types: attempt.alternatives, &turn)
      self.attempt?.isAlternative = true
    case .retry:
      retryLater(attempt, at: position, &turn)
    case .stop:
      finish(.failed(count: failures, last: error), &turn)
    case .skip:
      goOn(to: queue.successor(), reason: .skippedAfterError, &turn)
    }
  }

  private mutating func action(for error: PlayerError, _ attempt: Attempt) -> ErrorAction {
    if !attempt.alternatives.isEmpty { return .alternative }
    switch configuration.errorPolicy {
    case .retry(let count, _) where error.isRetryable && retries(before: attempt) < count:
      return .retry
    case .stop:
      failures += 1
      return .stop
    case .skip, .retry:
      failures += 1
      return failures >= min(queue.count, max(configuration.maximumFailures, 1)) ? .stop : .skip
    }
  }

  /// How often the same was tried in vain; where it played for a while, that began anew.
  private func retries(before attempt: Attempt) -> Int {
    let played = playback.status.resumeAt - attempt.position
    return played >= configuration.retryForgiveness ? 0 : attempt.retries
  }

  private mutating func retryLater(
    _ failed: Attempt,
    at position: Duration,
    _ turn: inout QueueTurn
  ) {
    guard case .retry(_, let backoff) = configuration.errorPolicy else { return }
    let retries = retries(before: failed)
    let longest = max(.zero, configuration.maximumBackoff)
    let delay = min(min(max(.zero, backoff), longest) * (1 << min(retries, 16)), longest)
    start(
      at: position,
      reason: .skippedAfterError,
      stage: .retrying(at: turn.now + delay),
      retries: retries + 1,
      &turn
    )
  }
}
