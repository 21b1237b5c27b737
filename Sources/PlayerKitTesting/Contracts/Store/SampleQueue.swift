import Foundation
import PlayerKit

/// A simple, slow model of a stored queue and its changes.
struct SampleQueue {
  var state = StoredQueueState()
  private(set) var entries: [UInt64: StoredEntry] = [:]
  private(set) var base: [StoredChunk] = []
  private(set) var shuffled: [StoredChunk] = []
  private(set) var plays: [StoredPlay] = []

  /// Makes a queue with its entries in chunks of three. Each order has its own chunks.
  init(entries: [StoredEntry], isShuffled: Bool = false) {
    for entry in entries { self.entries[entry.id] = entry }
    base = Self.chunks(of: entries.map(\.id))
    state.current = entries.first?.id
    state.lastEntry = entries.map(\.id).max() ?? 0
    guard isShuffled else { return }
    state.isShuffled = true
    shuffled = Self.chunks(of: entries.map(\.id).reversed())
  }

  /// Makes a queue of the minimal entries 1 to `count`.
  init(count: UInt64, isShuffled: Bool = false) {
    let entries = count == 0 ? [] : (1...count).map { Self.entry($0) }
    self.init(entries: entries, isShuffled: isShuffled)
  }

  static func entry(_ id: UInt64, _ name: String = "track") -> StoredEntry {
    StoredEntry(
      id: id,
      track: StoredTrack(
        type: "sample",
        id: "\(name) \(id)",
        metadata: TrackMetadata(title: "\(name) \(id)"),
        data: Data("{\"id\":\(id)}".utf8)
      )
    )
  }

  private static func chunks(of ids: [UInt64]) -> [StoredChunk] {
    stride(from: 0, to: ids.count, by: 3).enumerated().map { place, start in
      StoredChunk(
        number: UInt32(place) + 1,
        label: UInt64(place) << 32 | 1 << 63,
        entries: Array(ids[start..<min(start + 3, ids.count)])
      )
    }
  }

  /// Returns the queue as a store restores it.
  func stored() throws -> StoredQueue {
    try StoredQueue(state: state, entries: entries, base: base, shuffled: shuffled, plays: plays)
  }

  /// The complete queue, as changes to write.
  var complete: QueueChanges {
    QueueChanges(
      isComplete: true,
      state: state,
      entries: Array(entries.values),
      base: StoredOrderChanges(isComplete: true, changed: base),
      shuffled: StoredOrderChanges(isComplete: true, changed: shuffled),
      plays: plays
    )
  }
}

extension SampleQueue {
  /// Removes the first entry of the chunk at an index, appends new entries to it, and returns the
  /// changes.
  mutating func edit(at place: Int, adding added: [StoredEntry]) -> QueueChanges {
    let old = base[place]
    let removed = old.entries.first
    let ids = Array(old.entries.dropFirst()) + added.map(\.id)
    base[place] = StoredChunk(number: old.number, label: old.label, entries: ids)
    if let removed { entries[removed] = nil }
    for entry in added { entries[entry.id] = entry }
    state.lastEntry = max(state.lastEntry, added.map(\.id).max() ?? 0)
    if let current = state.current, entries[current] == nil { state.current = firstEntry }
    if state.current == nil { state.current = firstEntry }
    return QueueChanges(
      state: state,
      entries: added,
      removedEntries: removed.map { [$0] } ?? [],
      base: StoredOrderChanges(changed: [base[place]])
    )
  }

  /// Removes a chunk and its entries.
  mutating func removeChunk(at place: Int) -> QueueChanges {
    let old = base.remove(at: place)
    for id in old.entries { entries[id] = nil }
    if let current = state.current, entries[current] == nil { state.current = firstEntry }
    return QueueChanges(
      state: state,
      removedEntries: old.entries,
      base: StoredOrderChanges(removed: [old.number])
    )
  }

  /// Appends a chunk of new entries.
  mutating func appendChunk(_ added: [StoredEntry]) -> QueueChanges {
    let chunk = StoredChunk(
      number: (base.map(\.number).max() ?? 0) + 1,
      label: (base.map(\.label).max() ?? 1 << 63) + 1 << 16,
      entries: added.map(\.id)
    )
    base.append(chunk)
    for entry in added { entries[entry.id] = entry }
    if state.current == nil { state.current = firstEntry }
    return QueueChanges(
      state: state,
      entries: added,
      base: StoredOrderChanges(changed: [chunk])
    )
  }

  /// Records that an entry was played, and keeps only the last `limit` records.
  mutating func play(_ entry: StoredEntry, keeping limit: Int) -> QueueChanges {
    let play = StoredPlay(
      id: state.playCount,
      entry: entry,
      reason: "auto",
      date: Date(timeIntervalSinceReferenceDate: 0.1 + Double(state.playCount))
    )
    state.playCount += 1
    plays = (plays + [play]).suffix(limit)
    return QueueChanges(state: state, plays: [play], firstPlay: state.playCount - limit)
  }

  /// Erases the play history.
  mutating func erasePlays() -> QueueChanges {
    plays = []
    return QueueChanges(state: state, firstPlay: state.playCount, erasesPlays: true)
  }

  /// Turns shuffle on or off.
  mutating func setShuffled(_ isShuffled: Bool) -> QueueChanges {
    state.isShuffled = isShuffled
    let order = base.flatMap(\.entries).reversed()
    shuffled = isShuffled ? Self.chunks(of: Array(order)) : []
    return QueueChanges(
      state: state,
      shuffled: StoredOrderChanges(isComplete: true, changed: shuffled)
    )
  }

  /// Gives all chunks of the base order new labels.
  mutating func relabel() -> QueueChanges {
    base = base.enumerated().map { place, chunk in
      StoredChunk(
        number: chunk.number,
        label: UInt64(place + 1) << 40,
        entries: chunk.entries
      )
    }
    return QueueChanges(
      state: state,
      base: StoredOrderChanges(
        relabeled: base.map { StoredLabel(number: $0.number, label: $0.label) }
      )
    )
  }

  private var firstEntry: UInt64? { base.first { !$0.entries.isEmpty }?.entries.first }
}
