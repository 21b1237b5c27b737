/// Hears what a ``QueuePlayer`` does. Every method has an empty default.
///
/// An observer is held weakly and called on the isolation that it was added from, in the order in
/// which things happened, which is the same for all. All events of a turn carry the same status.
/// It may command the queue, and add and remove observers, from inside any of these.
///
/// A view model of the main actor says where it conforms, unless its module is isolated to the main
/// actor by default, or infers isolated conformances; nothing needs to be `Sendable`:
///
/// ```swift
/// @MainActor final class Model: @MainActor QueuePlayerObserver { … }
/// ```
public protocol QueuePlayerObserver: AnyObject {
  /// Any change, before the method of that change.
  func queuePlayer(_ queue: QueuePlayer, didEmit event: QueuePlayerEvent)

  /// The current entry changed, or begins anew.
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

  /// The position jumped within the current entry. A transition carries its positions itself.
  func queuePlayer(
    _ queue: QueuePlayer,
    didJump jump: PositionDiscontinuity,
    status: QueuePlayerStatus
  )

  /// The queue was edited, restored or shuffled, its repeat mode changed, or where it is to stop.
  func queuePlayer(_ queue: QueuePlayer, didChangeQueue status: QueuePlayerStatus)

  /// More is known of an entry, the current one or any other: somebody has looked into its media.
  func queuePlayer(
    _ queue: QueuePlayer,
    didFindMetadataOf entry: QueueEntry,
    status: QueuePlayerStatus
  )

  /// A chapter of the current entry is heard from now on: the one at `index` in
  /// ``QueuePlayerStatus/chapters``.
  func queuePlayer(
    _ queue: QueuePlayer,
    didReachChapter chapter: Chapter,
    at index: Int,
    status: QueuePlayerStatus
  )

  /// The words of the current entry were found, or are none any more.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeLyrics lyrics: Lyrics?,
    status: QueuePlayerStatus
  )

  /// A line of the words is heard from now on: the one at `index` in ``QueuePlayerStatus/lyrics``.
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

  /// Another playlist is played from now on.
  func queuePlayer(
    _ queue: QueuePlayer,
    didBeginSection section: QueueSection,
    status: QueuePlayerStatus
  )

  /// A playlist is not played any more.
  func queuePlayer(
    _ queue: QueuePlayer,
    didEndSection end: QueueSectionEnd,
    status: QueuePlayerStatus
  )

  /// The end comes near: the time to append. `remaining` entries are still to come.
  func queueWillEnd(_ queue: QueuePlayer, remaining: Int, status: QueuePlayerStatus)

  /// A question to the source came to nothing.
  func queuePlayer(
    _ queue: QueuePlayer,
    sourceDidFail failure: QueueSourceFailure,
    status: QueuePlayerStatus
  )

  /// Playback waits for bytes, or no longer does.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeBuffering isBuffering: Bool,
    status: QueuePlayerStatus
  )

  /// The stream told another title, or something else about itself; `nil`: another track is loaded,
  /// which has told nothing yet.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeMetadata metadata: StreamMetadata?,
    status: QueuePlayerStatus
  )

  /// Volume, mute, rate or another setting of the output changed.
  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeSettings settings: OutputSettings,
    status: QueuePlayerStatus
  )

  /// The observer is more than 1,000 turns behind. Of those, it hears only transitions, failures,
  /// ends, sections, jumps of the position and completed seeks, as one turn; in place of all else
  /// comes this status, behind them.
  func queuePlayer(_ queue: QueuePlayer, didFallBehind status: QueuePlayerStatus)

  /// Closes each turn: all that changed together. The place to redraw.
  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent])

  /// While playing, at the interval that the observer asked for.
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
