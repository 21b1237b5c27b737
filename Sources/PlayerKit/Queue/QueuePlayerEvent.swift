/// One change of a queue or its playback, with the status it belongs to.
public struct QueuePlayerEvent: StatusEvent {
  /// What changed.
  public let change: QueueChange
  /// The status after the turn in which it changed. ``QueuePlayer/queueStatus`` is this one or a
  /// newer one.
  public let status: QueuePlayerStatus

  /// The playback of the current entry.
  public static func playback(of status: QueuePlayerStatus) -> PlayerStatus { status.playback }
}

/// What can change about a queue and its playback.
public enum QueueChange: Sendable {
  /// The current entry changed, or begins anew.
  case transition(QueueTransition)
  /// Playback of the current entry changed. Never one of ``PlaybackChange/track(_:reason:)``,
  /// ``PlaybackChange/failed(_:)`` and ``PlaybackChange/ended(_:)``, of which the queue tells itself.
  case playback(PlaybackChange)
  /// The queue was edited.
  case edited(PlayQueue)
  /// What is repeated changed.
  case repeatMode(RepeatMode)
  /// Shuffle was turned on or off.
  case shuffle(Bool)
  /// Stopping after the current track was turned on or off.
  case stopsAfterCurrent(Bool)
  /// The sleep timer was set, was cancelled, or had its time (`nil`).
  case sleepTimer(SleepTimer?)
  /// A track failed; exactly one of these comes for each failure.
  case failed(QueueFailure)
  /// The queue stopped playing.
  case ended(QueueEndReason)
}

/// A change of the current entry.
public struct QueueTransition: Sendable {
  /// The entry before; `nil` where there was none.
  public let from: QueueEntry?
  /// The entry that is current now; `nil` where the queue is empty.
  public let to: QueueEntry?
  /// Why.
  public let reason: TransitionReason
}

/// A failure of one entry.
public struct QueueFailure: Sendable {
  /// The entry that failed.
  public let entry: QueueEntry
  /// Why it failed.
  public let error: PlayerError
  /// What the queue does about it.
  public let action: ErrorAction
}
