/// A chunk of a queue in a store: some consecutive entries.
package struct QueueChunk<Element: Sendable>: Sendable {
  /// The number of the chunk; after the chunk is gone, another chunk may reuse it. Greater than 0,
  /// less than 2³¹.
  package let number: UInt32
  /// The chunk's place: labels increase from the front of the order to the back.
  package let label: UInt64
  /// The elements of the chunk, in order.
  package let elements: ContiguousArray<Element>

  package init(number: UInt32, label: UInt64, elements: ContiguousArray<Element>) {
    self.number = number
    self.label = label
    self.elements = elements
  }
}

/// The changes from the chunks of an earlier version to the chunks of a later one.
package struct QueueChunkChanges<Element: Sendable>: Sendable {
  /// New chunks and chunks with changed contents; each replaces the chunk of the same number.
  package var changed: [QueueChunk<Element>] = []
  /// Chunks with a new label and unchanged contents.
  package var relabeled: [(number: UInt32, label: UInt64)] = []
  /// The numbers of removed chunks.
  package var removed: [UInt32] = []

  /// Whether there is nothing to write.
  package var isEmpty: Bool { changed.isEmpty && relabeled.isEmpty && removed.isEmpty }
}

/// The reason why stored data does not form a queue.
package struct QueueInconsistency: Error, Sendable, Hashable, CustomStringConvertible {
  package let description: String

  init(_ description: String) {
    self.description = description
  }
}

// MARK: - Writing

extension PlayQueue {
  /// The state of the queue without its entries and their orders. The number of the last entry
  /// identifies the queue even if it is empty.
  package var marks: StoredQueueState {
    var marks = StoredQueueState()
    marks.current = current?.number
    marks.upNext = [upNext?.first, upNext?.last].compactMap { $0?.number }
    marks.isAtEnd = isAtEnd
    marks.isShuffled = isShuffled
    marks.repeatMode = repeatMode
    marks.version = version
    marks.lastEntry = EntryID(scope: scope, serial: serials.last).number
    return marks
  }

  /// The chunks of the base order that differ from an earlier version; all chunks if there is none.
  /// Parts that both versions share are skipped.
  package func baseChanges(since old: PlayQueue?) -> QueueChunkChanges<QueueEntry> {
    base.changes(since: old?.base)
  }

  /// The same for the shuffled order, which is empty while the queue is not shuffled.
  package func shuffledChanges(since old: PlayQueue?) -> QueueChunkChanges<EntryID> {
    (shuffled ?? EntryTree()).changes(since: old?.shuffled)
  }
}

// MARK: - Reading

extension PlayQueue {
  /// Restores a queue with the stored entries, orders and chunks, so that later changes are
  /// relative to the stored data.
  ///
  /// - Parameters:
  ///   - base: The chunks of the base order, sorted by label.
  ///   - shuffled: The chunks of the shuffled order; empty if the queue is not shuffled.
  ///   - seed: The seed for shuffling from now on.
  /// - Throws: ``QueueInconsistency`` if these do not form a queue.
  package init(
    restoring base: [QueueChunk<QueueEntry>],
    shuffled: [QueueChunk<EntryID>] = [],
    marks: StoredQueueState,
    seed: UInt64 = .random(in: .min ... .max)
  ) throws(QueueInconsistency) {
    self.init(seed: seed)
    try restore(base, shuffled, marks)
  }

  /// Restores a queue from flat orders, with new chunks; otherwise as above.
  package init(
    restoring entries: [QueueEntry],
    playOrder: [EntryID]? = nil,
    marks: StoredQueueState,
    seed: UInt64 = .random(in: .min ... .max)
  ) throws(QueueInconsistency) {
    var marks = marks
    marks.isShuffled = playOrder != nil
    try self.init(
      restoring: Self.chunks(entries),
      shuffled: Self.chunks(playOrder ?? []),
      marks: marks,
      seed: seed
    )
  }

  private static func chunks<Element: OrderedEntry>(_ all: [Element]) -> [QueueChunk<Element>] {
    guard !all.isEmpty else { return [] }
    let fill = Element.chunkCapacity
    let labels = ChunkLabels.spread((all.count - 1) / fill + 1)
    return (0..<labels.count).map { index in
      let part = all[index * fill..<Swift.min((index + 1) * fill, all.count)]
      return QueueChunk(
        number: UInt32(truncatingIfNeeded: index + 1),
        label: labels[index],
        elements: ContiguousArray(part)
      )
    }
  }

  /// More entries than any queue has, with room for the numbers of later entries.
  private static let maximumEntries = 1 << 39

  private mutating func restore(
    _ base: [QueueChunk<QueueEntry>],
    _ shuffled: [QueueChunk<EntryID>],
    _ marks: StoredQueueState
  ) throws(QueueInconsistency) {
    self.base = try EntryTree(restoring: base)
    let last = EntryID(number: marks.lastEntry)
    let highest = Swift.max(last.serial, self.base.serials.last ?? 0)
    let scope = (first?.id ?? last).scope
    if scope != 0 { self.scope = scope }
    guard highest < Self.maximumEntries, marks.version < Self.maximumEntries else {
      throw QueueInconsistency("it counts more entries, or edits, than there can be")
    }
    // Other copies of the stored queue also issue numbers, so each copy continues at a random one.
    serials = EntrySerials(from: .random(in: 1..<Self.maximumEntries / 2, using: &generator))
    if marks.isShuffled {
      let order = try EntryTree(restoring: shuffled)
      guard order.serials == self.base.serials, isEmpty || order[0]?.scope == scope else {
        throw QueueInconsistency("the orders differ in their entries")
      }
      self.shuffled = order
    }
    current = marks.current.map(EntryID.init)
    guard (current == nil) == isEmpty, current.map({ index(of: $0) != nil }) ?? true
    else { throw QueueInconsistency("the current entry is none") }
    isAtEnd = marks.isAtEnd && !isEmpty
    repeatMode = marks.repeatMode
    if isAtEnd, remaining == 0, repeatMode != .all { afterEnd = AfterEnd() }
    version = Swift.max(0, marks.version)
    if marks.upNext.count == 2 {
      let waiting = marks.upNext.map(EntryID.init)
      upNext = UpNext(first: waiting[0], last: waiting[1])
      renewUpNext()
    }
  }
}

extension EntryTree {
  fileprivate func changes(since old: EntryTree?) -> QueueChunkChanges<Element> {
    let parts = Self.parts(old?.root, root)
    var changes = QueueChunkChanges<Element>()
    changes.changed = parts.new.map { part in
      let node = part.link.node
      return QueueChunk(number: node.number, label: part.link.label, elements: node.elements)
    }
    changes.relabeled = parts.relabeled.map { ($0.link.node.number, $0.link.label) }
    let left = Set(parts.new.map(\.link.node.number))
    changes.removed = parts.old.map(\.link.node.number).filter { !left.contains($0) }
    return changes
  }

  fileprivate init(restoring stored: [QueueChunk<Element>]) throws(QueueInconsistency) {
    self.init()
    var links: ContiguousArray<Link> = []
    links.reserveCapacity(stored.count)
    for chunk in stored {
      guard chunk.number > 0, chunk.number < 1 << 31, chunks[chunk.number] == 0 else {
        throw QueueInconsistency("two chunks of the number \(chunk.number)")
      }
      guard chunk.label > links.last?.label ?? 0, chunk.label < .max else {
        throw QueueInconsistency("chunk \(chunk.number) is not in its place")
      }
      guard (1...Self.capacity).contains(chunk.elements.count) else {
        throw QueueInconsistency("chunk \(chunk.number) has \(chunk.elements.count) entries")
      }
      let scope = stored.first?.elements.first?.entryID.scope
      guard chunk.elements.allSatisfy({ $0.entryID.scope == scope }) else {
        throw QueueInconsistency("chunk \(chunk.number) has entries of another queue")
      }
      place(chunk.elements[...], in: chunk.number)
      chunks.add(chunk.label, number: chunk.number)
      links.append(.chunk(chunk.number, chunk.elements, label: chunk.label))
    }
    root = assemble(links)
    guard serials.count == count else { throw QueueInconsistency("an entry is there twice") }
  }

  /// The serial numbers of all entries, from low to high.
  fileprivate var serials: ContiguousArray<Int> {
    var serials: ContiguousArray<Int> = []
    places.forEachKey { serials.append($0) }
    return serials
  }
}
