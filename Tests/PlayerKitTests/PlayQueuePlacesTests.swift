import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("Changed indices of a queue", .tags(.pure))
struct PlayQueuePlacesTests {
  private static func compared(_ old: PlayQueue, _ new: PlayQueue) -> Set<Int> {
    Set(new.indices.filter { $0 >= old.count || old[$0].id != new[$0].id })
  }

  private static func changed(_ old: PlayQueue, _ new: PlayQueue) -> Set<Int> {
    new.changedIndices(since: old).reduce(into: Set()) { $0.formUnion($1) }
  }

  private static func queue(_ count: Int) -> PlayQueue {
    var queue = PlayQueue(seed: 1)
    queue.append((0..<count).map { FakeTrack("\($0)") })
    return queue
  }

  @Test("are the indices with another entry, after any edits")
  func randomEdits() throws {
    var random = SeededGenerator(seed: 7)
    for size in [0, 1, 3, 70, 700, 3_000] {
      var queue = Self.queue(size)
      for round in 0..<60 {
        let old = queue
        for _ in 0..<Int.random(in: 1...4, using: &random) {
          let place = Int.random(in: 0...queue.count, using: &random)
          switch Int.random(in: 0..<5, using: &random) {
          case 0: try queue.insert([FakeTrack("x\(round)")], at: place)
          case 1 where place < queue.count:
            try queue.move(queue[place].id, to: Int.random(in: 0..<queue.count, using: &random))
          case 2 where place < queue.count: try queue.remove(at: place..<place + 1)
          case 3:
            try queue.remove(at: place..<min(queue.count, place + 5))
          default: try queue.insert((0..<90).map { FakeTrack("y\($0)") }, at: place)
          }
        }
        #expect(Self.changed(old, queue) == Self.compared(old, queue), "size \(size)")
      }
    }
  }

  @Test("are empty if nothing changed, and otherwise sorted and separate")
  func shape() throws {
    var queue = Self.queue(1_000)
    let old = queue
    #expect(queue.changedIndices(since: old).isEmpty)
    try queue.move(queue[10].id, to: 500)
    try queue.move(queue[900].id, to: 990)
    #expect(queue.changedIndices(since: old) == [10..<501, 900..<991])
  }

  @Test("cover a whole queue that was replaced")
  func replaced() throws {
    var queue = Self.queue(20_000)
    let old = queue
    try queue.set((0..<15_000).map { FakeTrack("\($0)") })
    #expect(Self.changed(old, queue) == Set(0..<15_000))
  }
}
