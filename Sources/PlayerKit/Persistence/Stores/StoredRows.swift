/// The contents of a store in memory: entries, chunks of both orders, and the rest.
struct StoredRows {
  var state: StoredQueueState?
  var entries: [UInt64: StoredEntry] = [:]
  var base: [UInt32: StoredChunk] = [:]
  var shuffled: [UInt32: StoredChunk] = [:]
  private(set) var plays: [Int: StoredPlay] = [:]

  mutating func add(_ plays: [StoredPlay], first: Int) {
    for play in plays { self.plays[play.id] = play }
    // Usually few records are dropped at a time; if there are many, filtering is worth it.
    let isGone = self.plays.keys.contains { $0 < first }
    if isGone { self.plays = self.plays.filter { $0.key >= first } }
  }

  /// Returns the queue; `nil` if nothing was stored.
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
}

extension StoredRows {
  /// Applies changes, or none of them if an entry can't be encoded.
  mutating func apply(_ changes: QueueChanges) throws {
    var changed: [StoredEntry] = []
    try changes.forEachEntry { changed.append($0) }
    if changes.isComplete { self = StoredRows() }
    for id in changes.removedEntries { entries[id] = nil }
    for entry in changed { entries[entry.id] = entry }
    base.apply(changes.base)
    shuffled.apply(changes.shuffled)
    add(changes.plays, first: changes.firstPlay)
    state = changes.state
  }
}

extension [UInt32: StoredChunk] {
  /// Applies changes to the order that has these chunks.
  mutating func apply(_ changes: StoredOrderChanges) {
    if changes.isComplete { self = [:] }
    for number in changes.removed { self[number] = nil }
    for chunk in changes.relabeled {
      guard let old = self[chunk.number] else { continue }
      self[chunk.number] = StoredChunk(
        number: chunk.number,
        label: chunk.label,
        entries: old.entries
      )
    }
    for chunk in changes.changed { self[chunk.number] = chunk }
  }
}
