/// One change of a queue or its playback, with the status it belongs to.
public struct QueuePlayerEvent: StatusEvent {
  /// What changed.
  public let change: QueueChange
  /// The status after the turn in which it changed. ``QueuePlayer/status`` is this one or a
  /// newer one.
  public let status: QueuePlayerStatus
  /// When it happened, on the queue's clock; the same for all events of a turn. Observers hear of
  /// it a little later.
  public let instant: MonotonicInstant

  /// The playback of the current entry.
  public static func playback(of status: QueuePlayerStatus) -> PlayerStatus { status.playback }

  /// Whether a newer status can take its place for a listener that is slow.
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

/// What can change about a queue and its playback.
@nonexhaustive public enum QueueChange: Sendable {
  /// The current entry changed, or begins anew.
  case transition(QueueTransition)
  /// Playback of the current entry changed. Never one of ``PlaybackChange/track(_:reason:)``,
  /// ``PlaybackChange/failed(_:)`` and ``PlaybackChange/ended(_:)``, of which the queue tells
  /// itself.
  case playback(PlaybackChange)
  /// The queue was edited.
  case edited(PlayQueue)
  /// A queue that was kept took the place of this one; no edit of it is meant.
  case restored(PlayQueue)
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
  /// Another playlist is played from now on.
  case sectionBegan(QueueSection)
  /// A playlist is not played any more.
  case sectionEnded(QueueSectionEnd)
  /// The end comes near: so many entries are still to come behind the current one, no more than
  /// ``QueuePlayer/endLookAhead``. Told once each time, while something is loaded; again after it
  /// went away, by an edit or a step back. Never under ``RepeatMode/all``.
  case willEnd(remaining: Int)
  /// More is known of this entry: somebody has looked into its media. Once for each such finding;
  /// it stands in ``QueueEntry/metadata`` from then on. No edit is meant.
  case metadata(QueueEntry)
  /// A chapter of the current entry is heard from now on: the one at `index` in
  /// ``QueuePlayerStatus/chapters``. Also behind a seek.
  case chapter(Chapter, index: Int)
  /// The words of the current entry were found, or are none any more (`nil`).
  case lyrics(Lyrics?)
  /// A line of the words is heard from now on: the one at `index` in ``QueuePlayerStatus/lyrics``.
  /// Also behind a seek. Only of words with times. Of several that begin at once, each has its
  /// event, in order: the last 16, where a file has more.
  case line(Lyrics.Line, index: Int)
  /// What was played before is forgotten (``QueuePlayer/eraseHistory()``).
  case historyErased
  /// A question to the ``QueuePlayer/source`` came to nothing.
  case sourceFailed(QueueSourceFailure)
}

/// The end of a playlist in a queue.
public struct QueueSectionEnd: Sendable {
  /// The playlist.
  public let section: QueueSection
  /// Why it ended: ``TransitionReason/auto`` where it was played to its end, or ended with the
  /// queue; what left it otherwise.
  public let reason: TransitionReason
}

/// A change of the current entry, or its beginning anew. It carries the positions: no discontinuity
/// comes beside it. The first ``QueuePlayer/play()`` of an entry that is current already is none.
public struct QueueTransition: Sendable {
  /// The entry before; `nil` where there was none.
  public let from: QueueEntry?
  /// The entry that is current now; `nil` where the queue is empty.
  public let to: QueueEntry?
  /// Why.
  public let reason: TransitionReason
  /// Where ``from`` was left; zero where there was none.
  public let fromPosition: Duration
  /// Where ``to`` begins, or is to begin; zero where there is none.
  public let toPosition: Duration
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
