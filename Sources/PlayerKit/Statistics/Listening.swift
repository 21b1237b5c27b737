#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// One play of an entry: from its first sound until something else took its place.
///
/// Pauses, seeks, waits for bytes and interruptions go on with the same play, and so do a restart
/// by ``QueuePlayer/previous()`` from within the track, and a retry after a failure. A repetition
/// is a play of its own; so is what ``QueuePlayer/play()`` begins after a stop or the end.
public struct Listening: Sendable {
  /// What was played.
  public let entry: QueueEntry
  /// When it began to sound, by the calendar.
  public let date: Date
  /// When it began to sound, on the queue's clock.
  public let began: MonotonicInstant
  /// How long it sounded. What was heard twice, after a seek back, counts twice.
  public internal(set) var heard = Duration.zero
  /// How much of the track went by while it sounded: at the rate 2, twice ``heard``.
  public internal(set) var played = Duration.zero
  /// The furthest position that was heard.
  public internal(set) var reached = Duration.zero
  /// The track's length, as far as it is known.
  public internal(set) var duration: Duration?
  /// Whether the rule of the recorder is fulfilled.
  public internal(set) var isQualified = false
  /// Why it ended; `nil` while it goes on.
  public internal(set) var end: End?

  /// Why a play ended.
  @nonexhaustive public enum End: Sendable, Equatable {
    /// It came to its end.
    case finished
    /// Another entry took its place, or it was begun anew, for this reason.
    case replaced(TransitionReason)
    /// It failed, and was not tried again.
    case failed(PlayerError)
    /// The queue was stopped or emptied, or lost its engine.
    case stopped
    /// The recorder was stopped or freed, or the queue freed, in the middle.
    case recordingEnded
  }
}

/// What a ``ListeningRecorder`` tells.
@nonexhaustive public enum ListeningEvent: Sendable {
  /// A play began to sound: the time to tell what is playing now.
  case began(Listening)
  /// The rule is fulfilled since this moment; once for each play at most.
  case qualified(Listening)
  /// A play ended. Nothing follows about it.
  case ended(Listening)

  /// The play that it is about.
  public var listening: Listening {
    switch self {
    case .began(let listening), .qualified(let listening), .ended(let listening): listening
    }
  }
}
