import PlayerKitSystem

/// The entries that a queue has played, oldest first. It is a record only and does not affect
/// playback.
///
/// Copying takes constant time. It contains the entries that began: an entry that was current while
/// nothing was loaded, and was then replaced by another, is not included. Retries after a failure
/// count as one; each repetition adds a record.
public struct PlayHistory: Sendable {
  /// An entry that began.
  public struct Record: Sendable {
    /// The entry; it may have been removed from the queue since.
    public let entry: QueueEntry
    /// The reason why it became current or began again.
    public let reason: TransitionReason
    /// When it began, by wall-clock time.
    public let date: Date

    package init(entry: QueueEntry, reason: TransitionReason, date: Date) {
      self.entry = entry
      self.reason = reason
      self.date = date
    }
  }

  /// The maximum number of records. Older ones are dropped.
  public let limit: Int
  /// The number of records ever added. The last of them is the last record of the history.
  public private(set) var total = 0
  /// The number of records kept.
  public private(set) var count = 0
  /// The value of ``total`` when the history was last erased; 0 if it never was.
  public private(set) var erasedTotal = 0

  // All chunks but the last are full, so an index can be computed, and adding a record to a history
  // that someone holds a copy of copies only one chunk.
  private var chunks: [[Record]] = []
  private var dropped = 0

  /// Creates an empty history.
  package init(limit: Int) {
    self.limit = Swift.max(0, limit)
  }

  /// Creates a history from stored records.
  ///
  /// - Parameter total: The number of records ever added, including these.
  package init(limit: Int, restoring records: [Record], total: Int) {
    self.init(limit: limit)
    for record in records { add(record) }
    // The stored value may be damaged; counting continues from there.
    self.total = Swift.min(Swift.max(total, records.count), Self.most)
  }

  package mutating func add(_ record: Record) {
    total += 1
    guard limit > 0 else { return }
    if let last = chunks.indices.last, chunks[last].count < Self.chunkSize {
      chunks[last].append(record)
    } else {
      chunks.append([record])
    }
    count += 1
    while count > limit { dropFirst() }
  }

  /// Replaces the entry of the last record with its new version, if it is the same entry.
  mutating func renewLast(_ entry: QueueEntry) {
    guard count > 0, let chunk = chunks.indices.last, let last = chunks[chunk].last,
      last.entry.id == entry.id
    else { return }
    let place = chunks[chunk].count - 1
    chunks[chunk][place] = Record(entry: entry, reason: last.reason, date: last.date)
  }

  /// Removes all records. ``total`` is kept.
  mutating func erase() {
    (chunks, dropped, count) = ([], 0, 0)
    erasedTotal = total
  }

  private mutating func dropFirst() {
    dropped += 1
    count -= 1
    guard dropped == Self.chunkSize else { return }
    chunks.removeFirst()
    dropped = 0
  }

  private static let chunkSize = 64
  private static let most = 1 << 40
}

extension PlayHistory: RandomAccessCollection {
  /// The index of the oldest record.
  public var startIndex: Int { 0 }

  /// The index after the newest record.
  public var endIndex: Int { count }

  /// The record at an index.
  public subscript(index: Int) -> Record {
    let place = dropped + index
    return chunks[place / Self.chunkSize][place % Self.chunkSize]
  }
}
