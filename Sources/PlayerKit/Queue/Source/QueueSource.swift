/// Makes a queue endless: it is asked for more when the end of the queue comes near.
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
  /// What is to be added at the end of the queue; nothing, where there is nothing at the moment.
  ///
  /// Called in a task of its own, never again before it has returned or its task was cancelled:
  /// with the source taken away, the queue emptied or replaced, the queue gone, or after
  /// ``QueuePlayer/Configuration/sourceTimeout``. What a cancelled one returns is dropped.
  ///
  /// An error, and an empty answer, is told as ``QueueChange/sourceFailed(_:)`` and asked again
  /// after a while that doubles each time, as long as music plays.
  func more(for request: QueueSourceRequest) async throws -> [QueueItem]
}

/// What a ``QueueSource`` is told when it is asked.
public struct QueueSourceRequest: Sendable {
  /// The queue as it is: all entries, and which one is current.
  public let entries: PlayQueue
  /// What was played before, and what is played now, the last.
  public let played: PlayHistory
  /// How many entries are still to come behind the current one, in play order.
  public let remaining: Int
  /// How many questions in a row came to nothing before this one.
  public let failures: Int
}

/// A question to a ``QueueSource`` that came to nothing.
public struct QueueSourceFailure: Sendable {
  /// Why it did.
  @nonexhaustive public enum Cause: Sendable {
    /// The source threw.
    case error(any Error)
    /// There was nothing.
    case empty
    /// There was no answer in time.
    case timedOut
  }

  /// Why.
  public let cause: Cause
  /// How many came to nothing in a row, this one included.
  public let failures: Int
  /// After how long the source is asked again, if music plays then; sooner where the queue comes to
  /// its end before. `nil`: the queue has ended.
  public let retryAfter: Duration?
}
