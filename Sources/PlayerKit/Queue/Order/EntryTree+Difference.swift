// What differs between two versions, without a look at what they share.
extension EntryTree {
  /// A chunk that one version has and the other has not, and the index at which it begins.
  struct Part: Sendable {
    let link: Link
    let start: Int
  }

  /// The chunks of either version that the other one does not have, in order; and those of the
  /// newer one, of all that were looked at, that have another label now.
  static func parts(
    _ old: Link?,
    _ new: Link?
  ) -> (old: [Part], new: [Part], relabeled: [Part]) {
    var old = old.map { [Part(link: $0, start: 0)] } ?? []
    var new = new.map { [Part(link: $0, start: 0)] } ?? []
    while true {
      let relabeled = cancel(&old, &new)
      let height = max(height(of: old), height(of: new))
      guard height > 0 else { return (old, new, relabeled) }
      old = old.flatMap { opened($0, at: height) }
      new = new.flatMap { opened($0, at: height) }
    }
  }

  private static func height(of parts: [Part]) -> Int {
    parts.first?.link.node.height ?? 0
  }

  /// The parts of a branch, where it is as high as that.
  private static func opened(_ part: Part, at height: Int) -> [Part] {
    guard part.link.node.height == height else { return [part] }
    var start = part.start
    return part.link.node.links.map { link in
      defer { start += link.count }
      return Part(link: link, start: start)
    }
  }

  /// Leaves out what both have. A node has one place in a version, so what is below it is shared,
  /// too.
  private static func cancel(_ old: inout [Part], _ new: inout [Part]) -> [Part] {
    var labels: [ObjectIdentifier: UInt64] = [:]
    for part in old { labels[ObjectIdentifier(part.link.node)] = part.link.label }
    let shared = new.filter { labels[ObjectIdentifier($0.link.node)] != nil }
    guard !shared.isEmpty else { return [] }
    let relabeled = shared.filter { labels[ObjectIdentifier($0.link.node)] != $0.link.label }
    let nodes = Set(shared.map { ObjectIdentifier($0.link.node) })
    old.removeAll { nodes.contains(ObjectIdentifier($0.link.node)) }
    new.removeAll { nodes.contains(ObjectIdentifier($0.link.node)) }
    return relabeled.filter { $0.link.node.height == 0 }
  }
}

extension EntryTree {
  /// What leads from an older version to this one. Entries that moved are removed and inserted,
  /// each with the place of the other.
  func difference(from old: EntryTree) -> CollectionDifference<EntryID> {
    let parts = Self.parts(old.root, root)
    let (removed, inserted) = (Self.spots(parts.old), Self.spots(parts.new))
    let newSpots = Dictionary(uniqueKeysWithValues: inserted.map { ($0.entry, $0) })
    let oldSpots = Dictionary(uniqueKeysWithValues: removed.map { ($0.entry, $0) })
    // What is shared keeps its order, so an entry that has as much of it before it as ever, and
    // keeps its order among those of its kind, has not moved.
    let candidates = removed.filter { newSpots[$0.entry]?.sharedBefore == $0.sharedBefore }
    let offsets = candidates.compactMap { newSpots[$0.entry]?.offset }
    let kept = Set(longestIncreasing(offsets).map { candidates[$0].entry })
    var changes: [CollectionDifference<EntryID>.Change] = []
    for spot in removed where !kept.contains(spot.entry) {
      let other = newSpots[spot.entry]?.offset
      changes.append(.remove(offset: spot.offset, element: spot.entry, associatedWith: other))
    }
    for spot in inserted where !kept.contains(spot.entry) {
      let other = oldSpots[spot.entry]?.offset
      changes.append(.insert(offset: spot.offset, element: spot.entry, associatedWith: other))
    }
    return CollectionDifference(changes) ?? [EntryID]().difference(from: [])
  }

  private struct Spot {
    let entry: EntryID
    let offset: Int
    let sharedBefore: Int
  }

  private static func spots(_ parts: [Part]) -> [Spot] {
    var spots: [Spot] = []
    for part in parts {
      for (place, element) in part.link.node.elements.enumerated() {
        let offset = part.start + place
        spots.append(
          Spot(entry: element.entryID, offset: offset, sharedBefore: offset - spots.count)
        )
      }
    }
    return spots
  }
}

/// The places of a longest increasing part of these numbers, which are all different.
private func longestIncreasing(_ numbers: [Int]) -> [Int] {
  // By length: the place of the smallest number that ends an increasing part of that length.
  var ends: [Int] = []
  var before = [Int?](repeating: nil, count: numbers.count)
  for (place, number) in numbers.enumerated() {
    var (low, high) = (0, ends.count)
    while low < high {
      let middle = (low + high) / 2
      if numbers[ends[middle]] < number { low = middle + 1 } else { high = middle }
    }
    before[place] = low > 0 ? ends[low - 1] : nil
    if low == ends.count { ends.append(place) } else { ends[low] = place }
  }
  var found: [Int] = []
  var next = ends.last
  while let place = next {
    found.append(place)
    next = before[place]
  }
  return found.reversed()
}
