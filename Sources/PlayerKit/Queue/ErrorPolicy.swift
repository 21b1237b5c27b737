/// What a queue does about a track that fails.
///
/// Before any of these, the next player type that the track names is tried.
@nonexhaustive public enum ErrorPolicy: Sendable, Hashable {
  /// Goes on with the next track. After as many failures in a row as the queue has entries, at most
  /// ``QueuePlayer/Configuration/maximumFailures``, it stops: a failure counts where nothing more is
  /// tried for the track. A track that is heard to its end begins the count anew, and so does a
  /// command that goes to an entry.
  case skip
  /// Stops at the track.
  case stop
  /// Tries again up to `count` times where that can help, after `backoff`, which doubles each time up
  /// to ``QueuePlayer/Configuration/maximumBackoff``; then skips. Below 0 counts as 0. Where the
  /// track has played for ``QueuePlayer/Configuration/retryForgiveness``, the count begins anew.
  case retry(count: Int, backoff: Duration)

  /// Three more tries, after 1, 2 and 4 seconds.
  public static let retry = ErrorPolicy.retry(count: 3, backoff: .seconds(1))
}

/// What a queue did about a failure.
@nonexhaustive public enum ErrorAction: String, Sendable, Hashable, CaseIterable {
  /// Went on with the next track.
  case skip
  /// Stopped.
  case stop
  /// Will try again.
  case retry
  /// Tries the next player type that the track names.
  case alternative
}
