#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// What a store keeps of a queue besides its entries: little, and written each time.
public struct StoredQueueState: Sendable, Hashable, Codable {
  /// The entry that is current; `nil` only where the queue is empty.
  public var current: UInt64?
  /// Whether the current entry has been played and nothing follows.
  public var isAtEnd = false
  /// Where playback of the current entry stood.
  public var position = Duration.zero
  /// What follows the natural end.
  public var repeatMode = RepeatMode.off
  /// Whether the play order is a shuffled one.
  public var isShuffled = false
  /// The first and the last of what was added to play next and still waits.
  public var upNext: [UInt64] = []
  /// The highest number that an entry ever had: numbers are not used again.
  public var lastEntry: UInt64 = 0
  /// Counts the edits.
  public var version = 0
  /// How many records of what was played there ever were.
  public var playCount = 0
  /// From 0 (silent) to 1 (as recorded). This, ``isMuted`` and ``rate`` are `nil` where an older
  /// version wrote: then they stay as they are.
  public var volume: Double?
  /// Whether the output is silenced.
  public var isMuted: Bool?
  /// The speed of entries that have none of their own, 1 as recorded.
  public var rate: Double?
  /// What is done to the sound; `nil` where an older version wrote: then it stays as it is.
  public var processing: SoundProcessing?
  /// When playback pauses by itself; `nil`: no timer is set.
  public var sleepTimer: StoredSleepTimer?

  /// An empty queue.
  public init() {}
}

/// A sleep timer as a store keeps it.
public enum StoredSleepTimer: Sendable, Hashable, Codable {
  /// At this time of the calendar: it goes on while no process keeps the queue. Before it the sound
  /// fades out over `fadingOut`.
  case at(Date, fadingOut: Duration = .zero)
  /// Where the current track ends.
  case endOfTrack
}
