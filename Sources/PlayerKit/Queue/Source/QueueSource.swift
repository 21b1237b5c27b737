/// Makes a queue endless: the queue asks it for more entries when the end is near.
///
/// ```swift
/// struct Radio: QueueSource {
///   func more(for request: QueueSourceRequest) async throws -> [QueueItem] {
///     try await service.recommendations(after: request.played.last).map { QueueItem($0) }
///   }
/// }
/// queue.source = Radio()
/// ```
public protocol QueueSource: Sendable {
  /// Returns items to append to the queue; empty if there are none at the moment.
  ///
  /// Called in its own task, and never again before it has returned or its task was canceled. The
  /// task is canceled if the source is removed, the queue is emptied, replaced or freed, or after
  /// ``QueuePlayer/Configuration/sourceTimeout``. The result of a canceled task is dropped.
  ///
  /// An error or an empty result is reported as ``QueueChange/sourceFailed(_:)``. The queue asks
  /// again after a wait that doubles each time, as long as music plays.
  func more(for request: QueueSourceRequest) async throws -> [QueueItem]
}

/// The context of a question to a ``QueueSource``.
public struct QueueSourceRequest: Sendable {
  /// The present queue: all entries, and the current one.
  public let entries: PlayQueue
  /// The history; the last record is the current entry.
  public let played: PlayHistory
  /// The number of upcoming entries after the current one, in play order.
  public let remaining: Int
  /// The number of consecutive failed questions before this one.
  public let failures: Int
}

/// A failed question to a ``QueueSource``.
public struct QueueSourceFailure: Sendable {
  /// The cause of the failure.
  @nonexhaustive public enum Cause: Sendable {
    /// The source threw.
    case error(any Error)
    /// The source returned nothing.
    case empty
    /// The source did not answer in time.
    case timedOut
  }

  /// The cause of the failure.
  public let cause: Cause
  /// The number of consecutive failures, including this one.
  public let failures: Int
  /// The wait before the source is asked again, if music plays then; sooner if the queue reaches
  /// its end first. `nil` if the queue has ended.
  public let retryAfter: Duration?
}
