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

  /// An empty queue.
  public init() {}
}
