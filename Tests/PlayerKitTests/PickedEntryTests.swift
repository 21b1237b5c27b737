import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("An entry picked under shuffle", .tags(.pure))
struct PickedEntryTests {
  private let fixture: QueueFixture
  private var queue: QueuePlayer { fixture.queue }

  init() throws {
    fixture = try QueueFixture((0..<8).map { "t\($0)" })
    for name in ["x", "y", "z"] { fixture.script(name, FakeMedia()) }
    queue.isShuffled = true
  }

  private var playOrder: [String] {
    queue.entries.playOrder.compactMap { queue.entries[$0]?.track.id }
  }

  private func pick(_ name: String) throws {
    try queue.play(fixture.entry(name))
    fixture.advance(.milliseconds(200))
    #expect(fixture.current == name)
    #expect(queue.isPlaying)
  }

  /// Plays `count` more tracks to their ends. Returns the tracks that sound.
  private func hear(_ count: Int) throws -> [String] {
    try (0..<count).map { _ in
      fixture.advance(.seconds(60))
      return try #require(fixture.current)
    }
  }

  /// Plays three tracks. Returns the play order.
  private func hearThree() throws -> [String] {
    fixture.begin()
    _ = try hear(2)
    return playOrder
  }

  @Test("leaves all others to come, in their order")
  func othersToCome() throws {
    let before = try hearThree()
    try pick(before[5])
    let rest = [before[3], before[4], before[6], before[7]]
    #expect(playOrder == before[..<3] + [before[5]] + rest)
    #expect(queue.entries.remaining == 4)
    #expect(try hear(4) == rest)
    fixture.advance(.seconds(60))
    #expect(queue.status.endReason == .finished)
  }

  @Test("plays again if it was played before, and then all remaining entries")
  func playedBefore() throws {
    let before = try hearThree()
    try pick(before[0])
    #expect(playOrder == [before[1], before[2], before[0]] + before[3...])
    #expect(try hear(5) == Array(before[3...]))
  }

  @Test("is followed by previous() to the entry before it, and by next() back to it")
  func previous() throws {
    let before = try hearThree()
    try pick(before[6])
    queue.previous()
    #expect(fixture.current == before[2])
    queue.next()
    #expect(fixture.current == before[6])
    queue.next()
    #expect(fixture.current == before[3])
  }

  @Test("plays before entries that were added to play next, which follow it")
  func beforePlayNext() throws {
    let before = try hearThree()
    queue.playNext(["x", "y"].map { URLTrack(path: $0) })
    try pick(before[6])
    queue.playNext(URLTrack(path: "z"))
    #expect(try hear(4) == ["x", "y", "z", before[3]])
  }

  @Test("may be one that was added to play next", arguments: ["x", "y", "z"])
  func addedToPlayNext(name: String) throws {
    let before = try hearThree()
    queue.playNext(["x", "y", "z"].map { URLTrack(path: $0) })
    try pick(name)
    #expect(try hear(3) == ["x", "y", "z"].filter { $0 != name } + [before[3]])
  }

  @Test("comes first if nothing was played before, and the entry shown before it still plays")
  func nothingPlayed() throws {
    let before = playOrder
    try pick(before[3])
    #expect(playOrder == [before[3]] + before[..<3] + before[4...])
    #expect(queue.entries.remaining == 7)
  }

  @Test("plays after an entry that was stopped")
  func stopped() throws {
    let before = try hearThree()
    queue.stop()
    try pick(before[5])
    #expect(playOrder[2...4] == [before[2], before[5], before[3]])
  }

  @Test("begins a new lap after the end of the queue")
  func afterEnd() throws {
    fixture.begin()
    _ = try hear(7)
    fixture.advance(.seconds(60))
    #expect(queue.status.endReason == .finished)
    let before = playOrder
    try pick(before[4])
    #expect(playOrder == [before[4]] + before[..<4] + before[5...])
    #expect(try hear(7) == Array(before[..<4]) + before[5...])
  }

  @Test("plays before entries that were added after the end of the queue")
  func addedAfterEnd() throws {
    fixture.begin()
    _ = try hear(7)
    fixture.advance(.seconds(60))
    queue.append(URLTrack(path: "x"))
    try pick(playOrder[4])
    #expect(try hear(1) == ["x"])
  }

  @Test("changes nothing if it is the current or the next entry")
  func inPlace() throws {
    let before = try hearThree()
    try pick(before[2])
    #expect(playOrder == before)
    try pick(before[3])
    #expect(playOrder == before)
  }

  @Test("stays in its place if a remote control goes back by itself")
  func goneBackTo() throws {
    let before = try hearThree()
    for index in [1, 0] {
      try queue.playInPlace(fixture.entry(before[index]))
      #expect(fixture.current == before[index])
    }
    #expect(playOrder == before)
  }

  @Test("keeps its place in a store")
  func kept() async throws {
    let before = try hearThree()
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: queue, in: store, clock: fixture.clock)
    persister.start()
    try await persister.flush()
    try pick(before[6])
    try await persister.flush()
    let other = try QueueFixture([])
    #expect(try await QueuePersister(of: other.queue, in: store, clock: other.clock).restore())
    #expect(Array(other.queue.entries.playOrder) == Array(queue.entries.playOrder))
    #expect(other.queue.entries.current == queue.entries.current)
  }

  @Test("moves nothing without shuffle: its successor in the queue plays after it")
  func notShuffled() throws {
    queue.isShuffled = false
    fixture.begin()
    try pick("t5")
    #expect(playOrder == fixture.order)
    #expect(try hear(2) == ["t6", "t7"])
  }
}
