/// What a store has, in memory: entries, chunks of both orders, and the rest.
struct StoredRows {
  private(set) var state: StoredQueueState?
  private(set) var entries: [UInt64: StoredEntry] = [:]
  private(set) var base: [UInt32: StoredChunk] = [:]
  private(set) var shuffled: [UInt32: StoredChunk] = [:]
  private(set) var plays: [Int: StoredPlay] = [:]

  mutating func removeAll() {
    self = StoredRows()
  }

  mutating func set(_ state: StoredQueueState) {
    self.state = state
  }

  mutating func put(_ entry: StoredEntry) {
    entries[entry.id] = entry
  }

  mutating func remove(entries ids: [UInt64]) {
    for id in ids { entries[id] = nil }
  }

  mutating func add(_ plays: [StoredPlay], first: Int) {
    for play in plays { self.plays[play.id] = play }
    // Few go at once, and where many do, it is worth it.
    let isGone = self.plays.keys.contains { $0 < first }
    if isGone { self.plays = self.plays.filter { $0.key >= first } }
  }

  mutating func apply(base changes: StoredOrderChanges) {
    Self.apply(changes, to: &base)
  }

  mutating func apply(shuffled changes: StoredOrderChanges) {
    Self.apply(changes, to: &shuffled)
  }

  /// The queue; `nil` where nothing was kept.
  func queue() throws(QueueStoreError) -> StoredQueue? {
    guard let state else { return nil }
    return try StoredQueue(
      state: state,
      entries: entries,
      base: Array(base.values),
      shuffled: Array(shuffled.values),
      plays: Array(plays.values)
    )
  }

  private static func apply(_ changes: StoredOrderChanges, to chunks: inout [UInt32: StoredChunk]) {
    if changes.isComplete { chunks = [:] }
    for number in changes.removed { chunks[number] = nil }
    for chunk in changes.relabeled {
      guard let old = chunks[chunk.number] else { continue }
      chunks[chunk.number] = StoredChunk(
        number: chunk.number,
        label: chunk.label,
        entries: old.entries
      )
    }
    for chunk in changes.changed { chunks[chunk.number] = chunk }
  }
}

extension StoredRows {
  /// Takes in changes: nothing of them where an entry can't be encoded.
  mutating func apply(_ changes: QueueChanges) throws {
    var changed: [StoredEntry] = []
    try changes.forEachEntry { changed.append($0) }
    if changes.isComplete { removeAll() }
    remove(entries: changes.removedEntries)
    for entry in changed { put(entry) }
    apply(base: changes.base)
    apply(shuffled: changes.shuffled)
    add(changes.plays, first: changes.firstPlay)
    set(changes.state)
  }
}
