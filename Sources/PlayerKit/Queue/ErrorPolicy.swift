/// How a queue reacts to a track that fails.
///
/// Before applying the policy, the queue tries the next player type of the track.
@nonexhaustive public enum ErrorPolicy: Sendable, Hashable {
  /// Continues with the next track. Stops after as many consecutive failures as the queue has
  /// entries, but at most ``QueuePlayer/Configuration/maximumFailures``. A failure counts once
  /// nothing more is tried for its track. A track that plays to its end resets the count, as does a
  /// command that goes to an entry.
  case skip
  /// Stops at the track.
  case stop
  /// Retries up to `count` times if that can help, after `backoff`, which doubles each time up to
  /// ``QueuePlayer/Configuration/maximumBackoff``; then skips. A negative count counts as 0. The
  /// count is reset after the track has played for ``QueuePlayer/Configuration/retryForgiveness``.
  case retry(count: Int, backoff: Duration)

  /// Three retries, after 1, 2 and 4 seconds.
  public static let retry = ErrorPolicy.retry(count: 3, backoff: .seconds(1))
}

/// How a queue reacted to a failure.
@nonexhaustive public enum ErrorAction: String, Sendable, Hashable, CaseIterable {
  /// The queue continued with the next track.
  case skip
  /// The queue stopped.
  case stop
  /// The queue will retry.
  case retry
  /// The queue tries the next player type of the track.
  case alternative
}
