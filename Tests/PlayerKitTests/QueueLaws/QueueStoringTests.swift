import TestSupport
import Testing

@testable import PlayerKit

/// The contents of a store: chunks by number.
private struct Shelf<Element: Sendable> {
  var chunks: [UInt32: QueueChunk<Element>] = [:]

  mutating func write(_ changes: QueueChunkChanges<Element>) {
    for number in changes.removed { chunks[number] = nil }
    for (number, label) in changes.relabeled {
      guard let old = chunks[number] else { continue }
      chunks[number] = QueueChunk(number: number, label: label, elements: old.elements)
    }
    for chunk in changes.changed { chunks[chunk.number] = chunk }
  }

  var read: [QueueChunk<Element>] { chunks.values.sorted { $0.label < $1.label } }
}

@Suite("A queue and its store", .tags(.pure))
struct QueueStoringTests {
  private func tracks(_ count: Int) -> [any Track] {
    (0..<count).map { LawTrack(id: "\($0)") }
  }

  @Test("agree after any edits, which write only the chunks that changed")
  func incrementally() throws {
    for seed in 0..<20 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      var queue = PlayQueue(seed: seed)
      var (base, shuffled) = (Shelf<QueueEntry>(), Shelf<EntryID>())
      var written: PlayQueue?
      for _ in 0..<60 {
        try edit(&queue, using: &random)
        guard Int.random(in: 0...2, using: &random) == 0 else { continue }
        base.write(queue.baseChanges(since: written))
        shuffled.write(queue.shuffledChanges(since: written))
        written = queue
        let restored = try PlayQueue(
          restoring: base.read,
          shuffled: shuffled.read,
          marks: queue.marks
        )
        expectSame(restored, queue)
      }
    }
  }

  private func edit(_ queue: inout PlayQueue, using random: inout SeededGenerator) throws {
    let place = Int.random(in: 0...queue.count, using: &random)
    switch Int.random(in: 0...7, using: &random) {
    case 0: queue.append(tracks(Int.random(in: 0...200, using: &random)))
    case 1: try queue.insert(tracks(2), at: place)
    case 2: queue.playNext(tracks(2))
    case 3: queue.isShuffled.toggle()
    case 4: try queue.remove(at: place..<min(queue.count, place + 90))
    case 5: try queue.set(tracks(100), startAt: 50)
    case 6: if let next = queue.successor() { queue.advance(to: next) }
    default:
      guard place < queue.count else { return }
      try queue.move(queue[place].id, to: queue.count / 2)
    }
  }

  private func expectSame(_ one: PlayQueue, _ other: PlayQueue) {
    #expect(one.map(\.id) == other.map(\.id))
    #expect(one.map(\.track.id) == other.map(\.track.id))
    #expect(Array(one.playOrder) == Array(other.playOrder))
    // Each restored queue numbers its new entries from a different start.
    var marks = other.marks
    marks.lastEntry = one.marks.lastEntry
    #expect(one.marks == marks)
    #expect(one.waiting == other.waiting)
  }

  @Test("change a chunk or two for a single edit")
  func singleEdit() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(10_000))
    queue.isShuffled = true
    let old = queue
    try queue.move(queue[7_000].id, to: 20)
    let changes = queue.baseChanges(since: old)
    #expect(changes.changed.count <= 4)
    #expect(changes.removed.isEmpty)
    #expect(queue.shuffledChanges(since: old).isEmpty)
  }

  @Test("change a chunk or two for an entry picked under shuffle")
  func pick() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(10_000))
    queue.isShuffled = true
    let old = queue
    queue.pick(queue.playOrder[7_000], after: queue.current)
    let changes = queue.shuffledChanges(since: old)
    #expect(changes.changed.count <= 4)
    #expect(changes.removed.isEmpty)
    #expect(queue.baseChanges(since: old).isEmpty)
  }

  @Test("agree after labels were spread again")
  func relabeled() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(300))
    var shelf = Shelf<QueueEntry>()
    shelf.write(queue.baseChanges(since: nil))
    let old = queue
    for _ in 0..<4_000 { try queue.insert(tracks(1), at: 100) }
    let changes = queue.baseChanges(since: old)
    #expect(!changes.relabeled.isEmpty)
    shelf.write(changes)
    expectSame(try PlayQueue(restoring: shelf.read, marks: queue.marks), queue)
  }

  @Test("continue after a restart with the restored data")
  func afterRestart() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(1_000), startAt: 3)
    var shelf = Shelf<QueueEntry>()
    shelf.write(queue.baseChanges(since: nil))
    var restored = try PlayQueue(restoring: shelf.read, marks: queue.marks)
    let read = restored
    let added = try restored.insert(tracks(1), at: 500)
    #expect(queue[added[0]] == nil)
    let changes = restored.baseChanges(since: read)
    #expect(changes.changed.count <= 2)
    shelf.write(changes)
    expectSame(try PlayQueue(restoring: shelf.read, marks: restored.marks), restored)
  }

  @Test("agree in flat orders, too")
  func flat() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(300), startAt: 3)
    queue.isShuffled = true
    queue.repeatMode = .all
    queue.playNext(tracks(2))
    let restored = try PlayQueue(
      restoring: Array(queue),
      playOrder: Array(queue.playOrder),
      marks: queue.marks
    )
    expectSame(restored, queue)
  }

  @Test("never issue an identity again after a restart")
  func identities() throws {
    var queue = PlayQueue(seed: 1)
    let gone = queue.append(tracks(3))
    queue.removeAll()
    var restored = try PlayQueue(restoring: [QueueEntry](), marks: queue.marks)
    #expect(!restored.append(tracks(3)).contains { gone.contains($0) })
  }

  @Test("refuse stored data that contradict each other")
  func contradictions() throws {
    var queue = PlayQueue(seed: 1)
    try queue.set(tracks(200))
    queue.isShuffled = true
    let base = queue.baseChanges(since: nil).changed
    let order = queue.shuffledChanges(since: nil).changed
    let marks = queue.marks
    var stranger = marks
    stranger.current = 7
    var nobody = marks
    nobody.current = nil
    let first = try #require(base.first)
    let twice = QueueChunk(number: 99, label: .max - 1, elements: first.elements)
    let again = QueueChunk(number: first.number, label: .max - 1, elements: base[1].elements)
    let empty = QueueChunk<QueueEntry>(number: 99, label: .max - 1, elements: [])
    let foreign = QueueEntry(id: EntryID(number: 5), item: QueueItem(LawTrack(id: "x")))
    let others = QueueChunk(number: 99, label: .max - 1, elements: [foreign])
    let all: [([QueueChunk<QueueEntry>], [QueueChunk<EntryID>], StoredQueueState)] = [
      (base, order, stranger), (base, order, nobody), (base, [], marks), ([], order, marks),
      (base.reversed(), order, marks), (base + [twice], order, marks),
      (base + [again], order, marks), (base + [empty], order, marks),
      (base + [others], order, marks), (Array(base.dropLast()), order, marks), ([], [], marks),
    ]
    for (base, order, marks) in all {
      #expect(throws: QueueInconsistency.self) {
        try PlayQueue(restoring: base, shuffled: order, marks: marks)
      }
    }
    #expect(throws: Never.self) {
      try PlayQueue(restoring: base, shuffled: order, marks: marks)
    }
  }
}
