/// Everything about a queue at one moment: its entries, and playback of the current one.
public struct QueuePlayerStatus: Sendable {
  /// Playback of the current entry.
  public let playback: PlayerStatus
  /// The entries, their order and modes.
  public let entries: PlayQueue
  /// Why the queue plays nothing; `nil` while it does, and before it ever did.
  public let endReason: QueueEndReason?
  /// Whether playback stops where the current track ends.
  public let stopsAfterCurrent: Bool
  /// When playback pauses by itself; `nil`: no timer is set.
  public let sleepTimer: SleepTimer?
  /// What was played before, and what is played now: a record only, nothing follows from it.
  public let history: PlayHistory
  /// Whether the queue came to its end, or is empty and to play, and goes on by itself when its
  /// ``QueuePlayer/source`` answers.
  public let isAwaitingMore: Bool
  /// Which of the ``chapters`` is heard, or was heard last; `nil`: none yet, and while nothing is
  /// loaded.
  public let currentChapter: Int?
  /// The words of the current entry, as its clip sees them; `nil`: there are none, or nobody wants
  /// them (``QueuePlayer/wantsLyrics``).
  public let lyrics: Lyrics?
  /// Which line of the ``lyrics`` is heard, where they have times; `nil`: none yet. Of several that
  /// begin at once: the last.
  public let currentLine: Int?
  let loadedChapters: [Chapter]?

  /// The entry that is current; `nil` only where the queue is empty.
  public var currentEntry: QueueEntry? { entries.currentEntry }

  /// The chapters of the current entry, by their beginnings. Where it has a clip: those within it,
  /// at least in part. Their times count from its start.
  public var chapters: [Chapter] { loadedChapters ?? currentEntry?.chapters ?? [] }

  /// The playlist that is played: that of the current entry, unless the queue was played to its
  /// end.
  public var section: QueueSection? { endReason == .finished ? nil : currentEntry?.section }

  /// The five-valued state of playback.
  public var state: PlayerState { playback.state }
}

/// Why a queue stopped playing.
@nonexhaustive public enum QueueEndReason: Sendable, Equatable {
  /// It was played to its end. Playing is not wanted any more then
  /// (``WantsToPlayReason/endOfItem``), and the last entry stays current.
  case finished
  /// Too many tracks failed in a row, or one under the policy ``ErrorPolicy/stop``. Playing is not
  /// wanted any more then (``WantsToPlayReason/endOfItem``); ``QueuePlayer/play()`` and
  /// ``QueuePlayer/retry()`` try the failed entry again.
  case failed(count: Int, last: PlayerError)
  /// A command stopped it, or something else took its engine.
  case stopped
  /// Somebody else had the device play something else; `nil` where it is not known what. The
  /// current entry stays, and ``QueuePlayer/play()`` goes on with it where it was left.
  case takenOver(by: ForeignTrack?)
  /// It was emptied.
  case cleared

  /// Whether the wish to play is over with it.
  var endsIntent: Bool {
    switch self {
    case .finished, .failed: true
    case .stopped, .takenOver, .cleared: false
    }
  }
}
