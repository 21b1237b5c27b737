import PlayerKitSystem

/// The state of a queue apart from its entries. It is small and written each time.
public struct StoredQueueState: Sendable, Hashable, Codable {
  /// The number of the current entry; `nil` only if the queue is empty.
  public var current: UInt64?
  /// Whether the current entry has been played and none follows.
  public var isAtEnd = false
  /// The position in the current entry.
  public var position = Duration.zero
  /// The repeat mode.
  public var repeatMode = RepeatMode.off
  /// Whether the play order is shuffled.
  public var isShuffled = false
  /// The first and the last entry that were added to play next and still wait.
  public var upNext: [UInt64] = []
  /// The highest number of any entry so far, because numbers are not reused.
  public var lastEntry: UInt64 = 0
  /// The number of edits.
  public var version = 0
  /// The number of history records ever added.
  public var playCount = 0
  /// The volume, from 0 (silent) to 1 (as recorded). This, ``isMuted`` and ``rate`` are `nil` if an
  /// older version wrote the state; the settings are then unchanged.
  public var volume: Double?
  /// Whether the output is muted.
  public var isMuted: Bool?
  /// The speed of entries without their own rate; 1 is as recorded.
  public var rate: Double?
  /// The processing of the sound; `nil` if an older version wrote the state. The processing is then
  /// unchanged.
  public var processing: SoundProcessing?
  /// The timer that pauses playback by itself; `nil` if none is set.
  public var sleepTimer: StoredSleepTimer?

  /// Creates the state of an empty queue.
  public init() {}
}

/// A sleep timer in a store.
public enum StoredSleepTimer: Sendable, Hashable, Codable {
  /// At this wall-clock time, even if no process runs the queue meanwhile. Before it, the sound
  /// fades out over `fadingOut`.
  case at(Date, fadingOut: Duration = .zero)
  /// At the end of the current track.
  case endOfTrack
}
