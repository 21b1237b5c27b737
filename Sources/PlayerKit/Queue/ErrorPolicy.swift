/// What a queue does about a track that fails.
///
/// Before any of these, the next player type that the track names is tried.
public enum ErrorPolicy: Sendable, Hashable {
  /// Goes on with the next track. After as many failures in a row as the queue has entries, at most
  /// ten, it stops.
  case skip
  /// Stops at the track.
  case stop
  /// Tries again up to `count` times where that can help, after `backoff`, which doubles each time;
  /// then skips.
  case retry(count: Int, backoff: Duration)

  /// Three more tries, after 1, 2 and 4 seconds.
  public static let retry = ErrorPolicy.retry(count: 3, backoff: .seconds(1))
}

/// What a queue did about a failure.
public enum ErrorAction: String, Sendable, Hashable, CaseIterable {
  /// Went on with the next track.
  case skip
  /// Stopped.
  case stop
  /// Will try again.
  case retry
  /// Tries the next player type that the track names.
  case alternative
}
