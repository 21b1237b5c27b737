import PlayerKitSystem

/// One play of an entry, from its first sound until something else replaces it.
///
/// Pauses, seeks, buffering and interruptions continue the same play, and so do a restart by
/// ``QueuePlayer/previous()`` within the track and a retry after a failure. A repetition is a
/// separate play, as is one that ``QueuePlayer/play()`` begins after a stop or the end.
public struct Listening: Sendable {
  /// The entry that played.
  public let entry: QueueEntry
  /// The wall-clock time at which it began to play.
  public let date: Date
  /// The time at which it began to play, on the queue's clock.
  public let began: MonotonicInstant
  /// How long it played. A part that played twice, after a seek back, counts twice.
  public internal(set) var heard = Duration.zero
  /// How much of the track went by while it played: at rate 2, twice ``heard``.
  public internal(set) var played = Duration.zero
  /// The furthest position that was played.
  public internal(set) var reached = Duration.zero
  /// The track's length, if known.
  public internal(set) var duration: Duration?
  /// Whether the recorder's rule is fulfilled.
  public internal(set) var isQualified = false
  /// The reason why it ended; `nil` while it goes on.
  public internal(set) var end: End?

  /// The reason why a play ended.
  @nonexhaustive public enum End: Sendable, Equatable {
    /// It played to its end.
    case finished
    /// Another entry replaced it, or it began again, for this reason.
    case replaced(TransitionReason)
    /// It failed and was not retried.
    case failed(PlayerError)
    /// The queue was stopped or emptied, or lost its engine.
    case stopped
    /// The recorder was stopped or freed, or the queue freed, during the play.
    case recordingEnded
  }
}

/// An event of a ``ListeningRecorder``.
@nonexhaustive public enum ListeningEvent: Sendable {
  /// A play began. Report what is playing now.
  case began(Listening)
  /// The rule was fulfilled at this moment. Sent at most once for each play.
  case qualified(Listening)
  /// A play ended. This is its last event.
  case ended(Listening)

  /// The play that the event is about.
  public var listening: Listening {
    switch self {
    case .began(let listening), .qualified(let listening), .ended(let listening): listening
    }
  }
}
