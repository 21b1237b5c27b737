@testable import PlayerKit

/// A violation of the queue's laws.
struct Departure: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) {
    self.description = description
  }
}

/// A queue made of plain arrays, slow and obvious. It copies random choices from the real queue,
/// after it has checked the laws.
struct ModelQueue {
  var base: [EntryID] = []
  var shuffled: [EntryID]?
  var names: [EntryID: String] = [:]
  var current: EntryID?
  var isAtEnd = false
  var repeatMode = RepeatMode.off
  /// The first and last up-next entry, in play order, including all entries between them.
  var upNext: (first: EntryID, last: EntryID)?

  var order: [EntryID] { shuffled ?? base }

  func place(_ entry: EntryID) -> Int { order.firstIndex(of: entry) ?? -1 }

  /// The up-next entries that wait, from the first to the last.
  var waiting: [EntryID] {
    guard let upNext, place(upNext.first) <= place(upNext.last) else { return [] }
    return Array(order[place(upNext.first)...place(upNext.last)])
  }

  /// The last of the up-next entries that directly follow the current entry.
  var lastUpNext: EntryID? {
    guard let current, let first = upNext?.first, place(first) == place(current) + 1 else {
      return nil
    }
    return upNext?.last
  }

  /// Removes the entries that were reached.
  mutating func renewUpNext() {
    var left = waiting
    if let current, let place = left.firstIndex(of: current) { left.removeFirst(place + 1) }
    setUpNext(left)
  }

  mutating func setUpNext(_ entries: [EntryID]) {
    if let first = entries.first, let last = entries.last {
      upNext = (first, last)
    } else {
      upNext = nil
    }
  }

  // MARK: - Neighbors

  /// The next entry if it is certain, which it is not at the end of a shuffled lap.
  var successor: EntryID? {
    guard let current else { return nil }
    let place = place(current) + 1
    if place < order.count { return order[place] }
    return repeatMode == .all ? order.first : nil
  }

  var beginsShuffledLap: Bool {
    shuffled != nil && repeatMode == .all && current != nil && current == order.last
  }

  var predecessor: EntryID? {
    guard let current else { return nil }
    if place(current) > 0 { return order[place(current) - 1] }
    return repeatMode == .all ? order.last : nil
  }

  mutating func select(_ entry: EntryID) {
    current = entry
    isAtEnd = false
    renewUpNext()
  }

  mutating func pick(_ entry: EntryID, after anchor: EntryID?) {
    let index = anchor.map { place($0) + 1 } ?? 0
    if let order = shuffled, entry != current, order[index...].first != entry {
      setUpNext(trimmed(waiting, without: [entry]))
      let (played, rest) = (order[..<index], order[index...])
      shuffled = played.filter { $0 != entry } + [entry] + rest.filter { $0 != entry }
    }
    select(entry)
  }

  // MARK: - Shuffled order

  /// Copies a new order of the same entries, which begins with these.
  mutating func takeOrder(of real: PlayQueue, leading: [EntryID]) throws {
    let drawn = Array(real.playOrder)
    guard drawn.count == base.count, Set(drawn) == Set(base) else {
      throw Departure("a shuffled order lost or doubled entries")
    }
    guard Array(drawn.prefix(leading.count)) == leading else {
      throw Departure("a shuffled order does not begin with what leads")
    }
    shuffled = drawn
  }

  /// Copies the same order with additional entries among the upcoming ones.
  mutating func takeMixed(_ added: [EntryID], into real: PlayQueue) throws {
    let drawn = Array(real.playOrder)
    let new = Set(added)
    guard drawn.filter({ !new.contains($0) }) == shuffled, drawn.count == base.count else {
      throw Departure("what was mixed in changed the order of the rest")
    }
    let anchor = (lastUpNext ?? current).map { drawn.firstIndex(of: $0) ?? -1 } ?? -1
    guard let first = drawn.firstIndex(where: new.contains), first > anchor else {
      throw Departure("what was mixed in landed among what has been played, or plays next")
    }
    shuffled = drawn
  }

  // MARK: - Comparing

  func compare(with real: PlayQueue) throws {
    try expect(Array(real.map(\.id)) == base, "the entries differ")
    try expect(real.allSatisfy { names[$0.id] == $0.track.id }, "a track differs")
    try expect(Array(real.playOrder) == order, "the play orders differ")
    try expect(real.count == base.count && real.isEmpty == base.isEmpty, "the counts differ")
    try expect(real.current == current, "the current entries differ")
    try expect(real.isAtEnd == isAtEnd, "one is at its end")
    try expect(real.isShuffled == (shuffled != nil), "one is shuffled")
    try expect(real.repeatMode == repeatMode, "the modes differ")
    try expect(real.predecessor() == predecessor, "the predecessors differ")
    try expect(Array(real.waiting) == waiting, "what waits differs")
    try expect(real.currentIndex == current.flatMap { base.firstIndex(of: $0) }, "an index differs")
    try expect((real.current == nil) == base.isEmpty, "a queue without a current entry")
    if let entry = base.last {
      try expect(real.index(of: entry) == base.count - 1, "the last index differs")
      try expect(real.playIndex(of: entry) == place(entry), "a place differs")
    }
    if !beginsShuffledLap {
      var copy = real
      try expect(copy.successor() == successor, "the successors differ")
    }
  }
}

func expect(_ condition: Bool, _ what: @autoclosure () -> String) throws {
  if !condition { throw Departure(what()) }
}
