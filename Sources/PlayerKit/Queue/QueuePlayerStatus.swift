/// A snapshot of a queue at one moment: its entries, and playback of the current one.
public struct QueuePlayerStatus: Sendable {
  /// Playback of the current entry.
  public let playback: PlayerStatus
  /// The entries, their order and modes.
  public let entries: PlayQueue
  /// The reason why the queue plays nothing; `nil` while it plays, and before it ever did.
  public let endReason: QueueEndReason?
  /// Whether playback stops when the current track ends.
  public let stopsAfterCurrent: Bool
  /// The timer that pauses playback by itself; `nil` if none is set.
  public let sleepTimer: SleepTimer?
  /// The history, including the current entry. It is a record only and does not affect playback.
  public let history: PlayHistory
  /// Whether the queue reached its end, or is empty and should play, and continues by itself when
  /// its ``QueuePlayer/source`` answers.
  public let isAwaitingMore: Bool
  /// The index of the current or last played chapter in ``chapters``; `nil` if there was none yet
  /// or nothing is loaded.
  public let currentChapter: Int?
  /// The lyrics of the current entry, adjusted to its clip; `nil` if there are none or they are not
  /// wanted (``QueuePlayer/wantsLyrics``).
  public let lyrics: Lyrics?
  /// The index of the current line in ``lyrics``, if they have times; `nil` if there was none yet.
  /// If several lines begin at once, the last of them.
  public let currentLine: Int?
  let loadedChapters: [Chapter]?

  /// The current entry; `nil` only if the queue is empty.
  public var currentEntry: QueueEntry? { entries.currentEntry }

  /// The chapters of the current entry, sorted by start. If it has a clip, the chapters that
  /// overlap the clip, with times from its start.
  public var chapters: [Chapter] { loadedChapters ?? currentEntry?.chapters ?? [] }

  /// The playlist of the current entry; `nil` if it has none or the queue has finished.
  public var section: QueueSection? { endReason == .finished ? nil : currentEntry?.section }

  /// The state of playback, one of five values.
  public var state: PlayerState { playback.state }
}

/// The reason why a queue stopped playing.
@nonexhaustive public enum QueueEndReason: Sendable, Equatable {
  /// The queue played to its end. Playing is then no longer wanted
  /// (``WantsToPlayReason/endOfItem``), and the last entry stays current.
  case finished
  /// Too many consecutive tracks failed, or one under the policy ``ErrorPolicy/stop``. Playing is
  /// then no longer wanted (``WantsToPlayReason/endOfItem``); ``QueuePlayer/play()`` and
  /// ``QueuePlayer/retry()`` try the failed entry again.
  case failed(count: Int, last: PlayerError)
  /// A command stopped the queue, or something else took its engine.
  case stopped
  /// Someone else played something on the device; `nil` if it is not known what. The current entry
  /// stays, and ``QueuePlayer/play()`` continues it where it was left.
  case takenOver(by: ForeignTrack?)
  /// All entries were removed.
  case cleared

  /// Whether playing is no longer wanted after this end.
  var endsIntent: Bool {
    switch self {
    case .finished, .failed: true
    case .stopped, .takenOver, .cleared: false
    }
  }
}
