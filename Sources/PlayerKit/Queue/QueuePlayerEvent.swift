/// A change of a queue or its playback, with the resulting status.
public struct QueuePlayerEvent: StatusEvent {
  /// The change.
  public let change: QueueChange
  /// The status after the turn of this change. ``QueuePlayer/status`` is this one or a newer one.
  public let status: QueuePlayerStatus
  /// The time of the change, on the queue's clock; the same for all events of a turn. Observers
  /// receive it a little later.
  public let instant: MonotonicInstant

  /// The playback of the current entry.
  public static func playback(of status: QueuePlayerStatus) -> PlayerStatus { status.playback }

  /// Whether a newer status can replace this event for a slow listener.
  public var isCoalescible: Bool {
    switch change {
    case .edited, .restored, .repeatMode, .shuffle, .stopsAfterCurrent, .sleepTimer, .metadata,
      .historyErased, .chapter, .lyrics, .line:
      true
    case .playback(let change): change.isCoalescible
    case .transition, .failed, .ended, .sectionBegan, .sectionEnded, .willEnd, .sourceFailed: false
    }
  }
}

/// The kinds of changes of a queue and its playback.
@nonexhaustive public enum QueueChange: Sendable {
  /// The current entry changed or begins again.
  case transition(QueueTransition)
  /// Playback of the current entry changed. Never ``PlaybackChange/track(_:reason:)``,
  /// ``PlaybackChange/failed(_:)`` or ``PlaybackChange/ended(_:)``, for which the queue has its own
  /// changes.
  case playback(PlaybackChange)
  /// The queue was edited.
  case edited(PlayQueue)
  /// A restored queue replaced this one; it does not count as an edit.
  case restored(PlayQueue)
  /// The repeat mode changed.
  case repeatMode(RepeatMode)
  /// Shuffle was turned on or off.
  case shuffle(Bool)
  /// Stopping after the current track was turned on or off.
  case stopsAfterCurrent(Bool)
  /// The sleep timer was set, or it was canceled or has fired (`nil`).
  case sleepTimer(SleepTimer?)
  /// A track failed. Sent exactly once for each failure.
  case failed(QueueFailure)
  /// The queue stopped playing.
  case ended(QueueEndReason)
  /// The queue began to play another playlist.
  case sectionBegan(QueueSection)
  /// The queue stopped playing a playlist.
  case sectionEnded(QueueSectionEnd)
  /// The end is near: this many entries are upcoming after the current one, at most
  /// ``QueuePlayer/endLookAhead``. Sent once, while something is loaded, and again after an edit or
  /// a step back has moved the end away. Never sent under ``RepeatMode/all``.
  case willEnd(remaining: Int)
  /// Metadata was found in the media of this entry. Sent once for each finding;
  /// ``QueueEntry/metadata`` includes it from then on. It does not count as an edit.
  case metadata(QueueEntry)
  /// Playback reached a chapter of the current entry: the one at `index` in
  /// ``QueuePlayerStatus/chapters``. Also sent after a seek.
  case chapter(Chapter, index: Int)
  /// The lyrics of the current entry were found, or there are none any more (`nil`).
  case lyrics(Lyrics?)
  /// Playback reached a line of the lyrics: the one at `index` in ``QueuePlayerStatus/lyrics``.
  /// Also sent after a seek, but only for lyrics with times. If several lines begin at once, each
  /// has its event, in order, up to the last 16.
  case line(Lyrics.Line, index: Int)
  /// The history was erased (``QueuePlayer/eraseHistory()``).
  case historyErased
  /// A question to the ``QueuePlayer/source`` failed.
  case sourceFailed(QueueSourceFailure)
}

/// The end of a playlist in a queue.
public struct QueueSectionEnd: Sendable {
  /// The playlist.
  public let section: QueueSection
  /// The reason for the end: ``TransitionReason/auto`` if the playlist played to its end or ended
  /// with the queue; otherwise the reason for leaving it.
  public let reason: TransitionReason
}

/// A change of the current entry, or a new beginning of the same one. It includes the positions, so
/// no discontinuity is sent with it. The first ``QueuePlayer/play()`` of the current entry is not a
/// transition.
public struct QueueTransition: Sendable {
  /// The previous entry; `nil` if there was none.
  public let from: QueueEntry?
  /// The current entry; `nil` if the queue is empty.
  public let to: QueueEntry?
  /// The reason for the transition.
  public let reason: TransitionReason
  /// The position at which ``from`` was left; zero if there was none.
  public let fromPosition: Duration
  /// The position at which ``to`` begins or will begin; zero if there is none.
  public let toPosition: Duration
}

/// A failure of an entry.
public struct QueueFailure: Sendable {
  /// The entry that failed.
  public let entry: QueueEntry
  /// The error of the entry.
  public let error: PlayerError
  /// The queue's reaction.
  public let action: ErrorAction
}
