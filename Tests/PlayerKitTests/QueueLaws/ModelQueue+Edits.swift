@testable import PlayerKit

// The edits, on arrays. Each gets the real queue after the same edit, to copy its random choices.
extension ModelQueue {
  mutating func set(_ ids: [EntryID], startAt start: Int, _ real: PlayQueue) throws {
    base = ids
    current = ids.isEmpty ? nil : ids[start]
    isAtEnd = false
    upNext = nil
    if shuffled != nil {
      shuffled = []
      try takeOrder(of: real, leading: [current].compactMap(\.self))
    }
  }

  mutating func insert(_ ids: [EntryID], at index: Int, _ real: PlayQueue) throws {
    guard !ids.isEmpty else { return }
    base.insert(contentsOf: ids, at: index)
    if current == nil {
      current = ids[0]
      if shuffled != nil { try takeOrder(of: real, leading: [ids[0]]) }
    } else if shuffled != nil {
      try takeMixed(ids, into: real)
    }
  }

  mutating func playNext(_ ids: [EntryID]) {
    guard let last = ids.last else { return }
    guard let current else {
      base = ids
      if shuffled != nil { shuffled = ids }
      self.current = ids[0]
      setUpNext(Array(ids.dropFirst()))
      return
    }
    let running = lastUpNext
    let before = running ?? current
    base.insert(contentsOf: ids, at: (base.firstIndex(of: before) ?? -1) + 1)
    if let place = shuffled?.firstIndex(of: before) {
      shuffled?.insert(contentsOf: ids, at: place + 1)
    }
    let first = running == nil ? ids[0] : upNext?.first ?? ids[0]
    upNext = (first, last)
  }

  mutating func playLater(_ ids: [EntryID]) {
    base += ids
    if shuffled != nil { shuffled? += ids }
    current = current ?? ids.first
  }

  mutating func move(_ ids: [EntryID], to index: Int) {
    var moved = base.filter { !ids.contains($0) }
    moved.insert(contentsOf: ids, at: index)
    guard moved != base else { return }
    if shuffled == nil { setUpNext(trimmed(waiting, without: ids)) }
    base = moved
    if shuffled == nil { renewUpNext() }
  }

  mutating func replace(_ old: EntryID, with new: EntryID) {
    let change = { (entry: EntryID) in entry == old ? new : entry }
    base = base.map(change)
    shuffled = shuffled?.map(change)
    upNext = upNext.map { (change($0.first), change($0.last)) }
    if current == old {
      current = new
      isAtEnd = false
    }
  }

  mutating func remove(_ ids: [EntryID], _ real: PlayQueue) throws {
    guard !ids.isEmpty else { return }
    let isGone = { (entry: EntryID) in ids.contains(entry) }
    let before = self
    let left = trimmed(waiting, without: ids)
    base.removeAll(where: isGone)
    shuffled?.removeAll(where: isGone)
    setUpNext(left)
    if let old = before.current, isGone(old) {
      let later = before.order[(before.place(old) + 1)...].first { !isGone($0) }
      if let later {
        current = later
        isAtEnd = false
      } else if repeatMode == .all, !base.isEmpty {
        isAtEnd = false
        current = order.first
        if shuffled != nil {
          try takeOrder(of: real, leading: [])
          current = order.first
          upNext = nil
        }
      } else {
        current = before.order.last { !isGone($0) }
        isAtEnd = current != nil
      }
    }
    renewUpNext()
  }

  mutating func removeAll() {
    guard !base.isEmpty else { return }
    base = []
    shuffled = shuffled.map { _ in [] }
    current = nil
    isAtEnd = false
    upNext = nil
  }

  mutating func shuffle(_ isOn: Bool, _ real: PlayQueue) throws {
    guard isOn != (shuffled != nil) else { return }
    if isOn {
      try takeOrder(of: real, leading: [current].compactMap(\.self) + waiting)
    } else {
      shuffled = nil
      renewUpNext()
    }
  }

  /// Advances to the successor in the real queue. `advanced` has already done so.
  mutating func advance(to next: EntryID, _ advanced: PlayQueue) throws {
    if beginsShuffledLap {
      try expect(base.contains(next), "a stranger follows")
      try expect(next != current || base.count == 1, "a lap begins with what ended the last one")
      if base.count > 1 {
        try takeOrder(of: advanced, leading: [next])
        upNext = nil
      }
    } else {
      try expect(next == successor, "something else follows")
    }
    select(next)
  }

  /// The list without these ids at its ends.
  func trimmed(_ row: [EntryID], without ids: [EntryID]) -> [EntryID] {
    let rest = row.drop { ids.contains($0) }
    guard let last = rest.lastIndex(where: { !ids.contains($0) }) else { return [] }
    return rest[...last].filter { _ in true }
  }
}
