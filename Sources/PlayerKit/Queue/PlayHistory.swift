#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// What a queue has played, the oldest first: a record only, from which nothing follows.
///
/// A value that is copied in constant time. It holds what was begun: an entry that was current while
/// nothing was loaded, and then another one was, is not in it. Tries of the same after a failure are
/// one; each repetition is one more.
public struct PlayHistory: Sendable {
  /// One entry that was begun.
  public struct Record: Sendable {
    /// The entry; it may have been removed from the queue since.
    public let entry: QueueEntry
    /// Why it became current, or began anew.
    public let reason: TransitionReason
    /// When, by the calendar.
    public let date: Date

    package init(entry: QueueEntry, reason: TransitionReason, date: Date) {
      self.entry = entry
      self.reason = reason
      self.date = date
    }
  }

  /// The most records that are kept: older ones fall away.
  public let limit: Int
  /// How many records there ever were. The last of them is the last of the history.
  public private(set) var total = 0
  /// The number of records kept.
  public private(set) var count = 0
  /// How many records there had ever been when it was erased last; 0 where it never was.
  public private(set) var erasedTotal = 0

  // All but the last are full, so that a place is found by reckoning, and a record added to a history
  // that somebody holds a copy of copies one chunk only.
  private var chunks: [[Record]] = []
  private var dropped = 0

  /// An empty history.
  package init(limit: Int) {
    self.limit = Swift.max(0, limit)
  }

  /// A history that was kept.
  ///
  /// - Parameter total: how many records there ever were, with these.
  package init(limit: Int, restoring records: [Record], total: Int) {
    self.init(limit: limit)
    for record in records { add(record) }
    // What was kept may be damaged: it counts on from there.
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

  /// Puts what an entry turned out to be in the place of the last record, where that is the entry's.
  mutating func renewLast(_ entry: QueueEntry) {
    guard count > 0, let chunk = chunks.indices.last, let last = chunks[chunk].last,
      last.entry.id == entry.id
    else { return }
    let place = chunks[chunk].count - 1
    chunks[chunk][place] = Record(entry: entry, reason: last.reason, date: last.date)
  }

  /// Forgets all records. Their number counts on.
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
  /// The place of the oldest record.
  public var startIndex: Int { 0 }

  /// Behind the newest record.
  public var endIndex: Int { count }

  /// The record at a place.
  public subscript(index: Int) -> Record {
    let place = dropped + index
    return chunks[place / Self.chunkSize][place % Self.chunkSize]
  }
}
