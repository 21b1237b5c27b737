/// Observes a ``QueuePlayer``. Every method has an empty default.
///
/// An observer is held weakly and called on the isolation that it was added from. Events come in
/// the order in which they happened, which is the same for all observers. All events of a turn
/// carry the same status. An observer may command the queue, and add and remove observers, inside
/// any of these methods.
///
/// A view model on the main actor conforms with `@MainActor` as below, unless its module is
/// isolated to the main actor by default or infers isolated conformances. Nothing needs to be
/// `Sendable`:
///
/// ```swift
/// @MainActor final class Model: @MainActor QueuePlayerObserver { … }
/// ```
public protocol QueuePlayerObserver: AnyObject {
  /// Called for every change, before the method for that change.
  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent)

  /// The current entry changed or begins again.
  func queuePlayer(
    _ queue: QueuePlayer,
    didTransition transition: QueueTransition,
    status: QueuePlayerStatus
  )

  /// The state of playback changed.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeStateFrom old: PlayerState,
    status: QueuePlayerStatus
  )

  /// The position jumped within the current entry. Transitions carry their own positions.
  func queuePlayer(
    _ queue: QueuePlayer,
    didJump jump: PositionDiscontinuity,
    status: QueuePlayerStatus
  )

  /// The queue was edited, restored or shuffled, or its repeat mode, its sleep timer, its history
  /// or where it stops changed.
  func queuePlayer(_ queue: QueuePlayer, didChangeQueue status: QueuePlayerStatus)

  /// Metadata was found in the media of an entry, the current one or another.
  func queuePlayer(
    _ queue: QueuePlayer,
    didFindMetadataOf entry: QueueEntry,
    status: QueuePlayerStatus
  )

  /// Playback reached a chapter of the current entry: the one at `index` in
  /// ``QueuePlayerStatus/chapters``.
  func queuePlayer(
    _ queue: QueuePlayer,
    didReachChapter chapter: Chapter,
    at index: Int,
    status: QueuePlayerStatus
  )

  /// The lyrics of the current entry were found, or there are none any more.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeLyrics lyrics: Lyrics?,
    status: QueuePlayerStatus
  )

  /// Playback reached a line of the lyrics: the one at `index` in ``QueuePlayerStatus/lyrics``.
  func queuePlayer(
    _ queue: QueuePlayer,
    didReachLine line: Lyrics.Line,
    at index: Int,
    status: QueuePlayerStatus
  )

  /// A track failed.
  func queuePlayer(
    _ queue: QueuePlayer,
    didFail failure: QueueFailure,
    status: QueuePlayerStatus
  )

  /// The queue stopped playing.
  func queuePlayer(
    _ queue: QueuePlayer,
    didEnd reason: QueueEndReason,
    status: QueuePlayerStatus
  )

  /// The queue began to play another playlist.
  func queuePlayer(
    _ queue: QueuePlayer,
    didBeginSection section: QueueSection,
    status: QueuePlayerStatus
  )

  /// The queue stopped playing a playlist.
  func queuePlayer(
    _ queue: QueuePlayer,
    didEndSection end: QueueSectionEnd,
    status: QueuePlayerStatus
  )

  /// The end is near; append entries now. `remaining` entries are upcoming.
  func queueWillEnd(_ queue: QueuePlayer, remaining: Int, status: QueuePlayerStatus)

  /// A question to the source failed.
  func queuePlayer(
    _ queue: QueuePlayer,
    sourceDidFail failure: QueueSourceFailure,
    status: QueuePlayerStatus
  )

  /// Playback began or stopped waiting for bytes.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeBuffering isBuffering: Bool,
    status: QueuePlayerStatus
  )

  /// The stream sent new metadata about itself, such as another title; `nil` if another track is
  /// loaded, which has not sent any yet.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeMetadata metadata: StreamMetadata?,
    status: QueuePlayerStatus
  )

  /// Volume, mute, rate or another output setting changed.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeSettings settings: OutputSettings,
    status: QueuePlayerStatus
  )

  /// The observer lagged by more than 1,000 turns. It receives only their transitions, failures,
  /// ends, sections, position jumps and completed seeks, as one turn, followed by this status.
  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus)

  /// Closes each turn, with all its changes. Redraw here.
  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent])

  /// Called during playback at the interval that the observer asked for.
  func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition)
}

extension QueuePlayerObserver {
  /// Does nothing.
  public func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didTransition transition: QueueTransition,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didChangeStateFrom old: PlayerState,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didJump jump: PositionDiscontinuity,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(_ queue: QueuePlayer, didChangeQueue status: QueuePlayerStatus) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didReachChapter chapter: Chapter,
    at index: Int,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didChangeLyrics lyrics: Lyrics?,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didReachLine line: Lyrics.Line,
    at index: Int,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didFindMetadataOf entry: QueueEntry,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didFail failure: QueueFailure,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didEnd reason: QueueEndReason,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didBeginSection section: QueueSection,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didEndSection end: QueueSectionEnd,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queueWillEnd(_ queue: QueuePlayer, remaining: Int, status: QueuePlayerStatus) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    sourceDidFail failure: QueueSourceFailure,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didChangeBuffering isBuffering: Bool,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didChangeMetadata metadata: StreamMetadata?,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(
    _ queue: QueuePlayer,
    didChangeSettings settings: OutputSettings,
    status: QueuePlayerStatus
  ) {}
  /// Does nothing.
  public func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus) {}
  /// Does nothing.
  public func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {}
  /// Does nothing.
  public func queuePlayer(_ queue: QueuePlayer, didReach position: PlaybackPosition) {}
}
