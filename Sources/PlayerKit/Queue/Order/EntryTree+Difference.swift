// Compares two versions, skipping their shared parts.
extension EntryTree {
  /// A chunk that only one version has, and the index at which it begins.
  struct Part: Sendable {
    let link: Link
    let start: Int
  }

  /// Returns the chunks of each version that the other does not have, in order, and the visited
  /// chunks of the newer version that have another label now.
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

  /// Returns the parts of a branch if it has the given height.
  private static func opened(_ part: Part, at height: Int) -> [Part] {
    guard part.link.node.height == height else { return [part] }
    var start = part.start
    return part.link.node.links.map { link in
      defer { start += link.count }
      return Part(link: link, start: start)
    }
  }

  /// Removes what both have in common. A node occurs once in a version, so everything below it is
  /// shared, too.
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
  /// Returns the changes from an older version to this one. An entry that moved is removed and
  /// inserted, each with the index of the other.
  func difference(from old: EntryTree) -> CollectionDifference<EntryID> {
    let parts = Self.parts(old.root, root)
    let (removed, inserted) = (Self.spots(parts.old), Self.spots(parts.new))
    let newSpots = Dictionary(uniqueKeysWithValues: inserted.map { ($0.entry, $0) })
    let oldSpots = Dictionary(uniqueKeysWithValues: removed.map { ($0.entry, $0) })
    // Shared entries keep their order. So an entry has not moved if it has as many shared entries
    // before it as ever, and keeps its order among such entries.
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

/// Returns the indices of a longest increasing subsequence of distinct numbers.
private func longestIncreasing(_ numbers: [Int]) -> [Int] {
  // By length: the index of the smallest number that ends an increasing subsequence of that length.
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
