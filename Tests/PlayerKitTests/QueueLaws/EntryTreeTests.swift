import TestSupport
import Testing

@testable import PlayerKit

/// Replaces an entry in a tree with small chunks, so that a few of them make a deep tree.
private struct Card: OrderedEntry, Equatable {
  let entryID: EntryID
  static var chunkCapacity: Int { 4 }
  static var fanOut: Int { 4 }

  init(_ number: Int) {
    entryID = EntryID(scope: 1, serial: number)
  }
}

@Suite("A tree of entries", .tags(.pure))
struct EntryTreeTests {
  @Test("equals an array after any sequence of edits")
  func sequences() throws {
    for seed in 0..<50 as Range<UInt64> {
      try run(seed: seed, steps: 60)
    }
  }

  private func run(seed: UInt64, steps: Int) throws {
    var random = SeededGenerator(seed: seed)
    var (tree, array, last) = (EntryTree<Card>(), [Card](), 0)
    var versions: [(EntryTree<Card>, [Card])] = []
    for _ in 0..<steps {
      if array.count < 200, Int.random(in: 0...2, using: &random) > 0 {
        // Sometimes many, and often at the place of earlier insertions.
        let most = Int.random(in: 0...5, using: &random) == 0 ? 60 : 3
        let new = (0..<Int.random(in: 0...most, using: &random)).map { Card(last + 1 + $0) }
        let place = Bool.random(using: &random) ? array.count / 2 : array.count
        let range = place..<Int.random(in: place...min(place + 2, array.count), using: &random)
        last += new.count
        tree.replaceSubrange(range, with: ContiguousArray(new))
        array.replaceSubrange(range, with: new)
      } else if Bool.random(using: &random) {
        let start = Int.random(in: 0...array.count, using: &random)
        let range = start..<Int.random(in: start...array.count, using: &random)
        tree.replaceSubrange(range, with: [])
        array.replaceSubrange(range, with: [])
      } else {
        let gone = Set(array.shuffled(using: &random).prefix(array.count / 3).map(\.entryID))
        tree.remove(gone)
        array.removeAll { gone.contains($0.entryID) }
      }
      try #require(tree.flaw == nil, "seed \(seed)")
      try #require(Array(tree.elements(0..<tree.count)) == array, "seed \(seed)")
      for (index, card) in array.enumerated() {
        try #require(tree.index(of: card.entryID) == index, "seed \(seed)")
        try #require(tree[index] == card, "seed \(seed)")
      }
      versions.append((tree, array))
    }
    for (version, cards) in versions {
      try #require(Array(version.elements(0..<version.count)) == cards, "seed \(seed)")
      try #require(version.flaw == nil, "seed \(seed)")
      let difference = tree.difference(from: version)
      let ids = cards.map(\.entryID).applying(difference)
      try #require(ids == array.map(\.entryID), "seed \(seed)")
    }
  }

  @Test("finds labels if all entries are inserted at one index")
  func oneSpot() throws {
    var tree = EntryTree<Card>(count: 8, Card.init)
    for number in 8..<2_000 {
      tree.replaceSubrange(4..<4, with: [Card(number)])
    }
    #expect(tree.flaw == nil)
    #expect(tree.count == 2_000)
    #expect(tree[4] == Card(1_999))
  }

  @Test("finds labels at both ends")
  func ends() throws {
    var tree = EntryTree<Card>(count: 8, Card.init)
    for number in 4..<1_000 {
      tree.replaceSubrange(0..<0, with: [Card(2 * number)])
      tree.append([Card(2 * number + 1)])
    }
    #expect(tree.flaw == nil)
    #expect(tree[0] == Card(1_998))
  }

  @Test("stays shallow after most entries are removed")
  func shallow() throws {
    var tree = EntryTree<Card>(count: 4_000, Card.init)
    tree.remove((0..<4_000).filter { $0 % 500 != 0 }.map { Card($0).entryID })
    #expect(tree.count == 8)
    #expect(tree.flaw == nil)
    #expect((tree.root?.node.height ?? 0) <= 3)
    #expect(tree.chunks.count <= 8)
  }

  @Test("computes a difference without visiting shared parts")
  func sharedParts() throws {
    let old = EntryTree<Card>(count: 4_000, Card.init)
    var new = old
    new.replaceSubrange(2_000..<2_001, with: [Card(5_000)])
    let parts = EntryTree.parts(old.root, new.root)
    #expect(parts.old.count == 1)
    #expect(parts.new.count == 1)
    #expect(new.difference(from: old).count == 2)
  }

  @Test("reports an entry that crossed shared parts as moved")
  func crossing() throws {
    var old = EntryTree<Card>(count: 12, Card.init)
    old.remove([1, 2, 3].map { Card($0).entryID })
    var new = old
    new.remove([Card(0).entryID])
    new.append([Card(0)])
    let difference = new.difference(from: old)
    #expect(difference.count == 2)
    let ids = old.elements(0..<old.count).map(\.entryID)
    #expect(ids.applying(difference) == new.elements(0..<new.count).map(\.entryID))
  }
}

extension EntryTree {
  /// The fault of the tree, if any.
  fileprivate var flaw: String? {
    var (label, chunkCount, found) = (UInt64(0), 0, 0)
    func check(_ link: Link) -> String? {
      let node = link.node
      guard node.height > 0 else {
        chunkCount += 1
        found += node.elements.count
        guard link.label > label else { return "labels do not grow" }
        label = link.label
        guard chunks[node.number] == link.label else { return "the table has another label" }
        guard (1...Self.capacity).contains(node.elements.count) else { return "a chunk's size" }
        guard node.elements.count == link.count else { return "a chunk's count" }
        let isPlaced = node.elements.allSatisfy { places[$0.entryID.serial] == node.number }
        return isPlaced ? nil : "an entry is said to be elsewhere"
      }
      guard (1...Self.fanOut).contains(node.links.count) else { return "a branch's size" }
      guard link.label == node.links.first?.label else { return "a branch's label" }
      guard link.count == node.links.reduce(0, { $0 + $1.count }) else { return "a count" }
      guard node.links.allSatisfy({ $0.node.height == node.height - 1 }) else { return "a height" }
      return node.links.lazy.compactMap(check).first
    }
    if let flaw = root.flatMap(check) { return flaw }
    if chunkCount != chunks.count { return "chunks that are nowhere" }
    var keys = 0
    places.forEachKey { _ in keys += 1 }
    return keys == found ? nil : "entries that are nowhere"
  }
}
