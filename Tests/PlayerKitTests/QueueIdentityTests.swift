import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Identities of entries", .tags(.pure))
struct QueueIdentityTests {
  private func track(_ name: String) -> URLTrack { URLTrack(path: name) }

  @Test("are not issued by two copies of a queue")
  func copies() throws {
    var queue = PlayQueue()
    queue.append([track("a"), track("b")])
    var copy = queue
    let own = queue.append(track("c"))
    let other = copy.append(track("d"))
    #expect(own != other)
    #expect(!queue.contains(other))
    #expect(copy[own] == nil)
  }

  @Test("distinguish the playing entry from another copy's entry at the same index")
  func replacing() async throws {
    let fixture = try QueueFixture(["a"])
    var draft = fixture.queue.entries
    let drafted = draft.append(track("draft"))
    let live = fixture.queue.append(track("live"))
    fixture.script("live", FakeMedia())
    fixture.script("draft", FakeMedia())
    try fixture.queue.play(live)
    fixture.advance(.milliseconds(100))
    try fixture.queue.edit { $0 = draft }
    fixture.advance(.seconds(1))
    #expect(fixture.queue.status.currentEntry?.track.id == fixture.queue.playback.track?.id)
    #expect(fixture.queue.entries[drafted]?.track.id == "draft")
    #expect(fixture.queue.entries[live] == nil)
  }

  @Test("are not issued by two queues restored from one store", .timeLimit(.minutes(3)))
  func kept() async throws {
    let fixture = try QueueFixture(["a", "b"])
    let stored = try await stored(fixture)
    let queues = try (0..<2).map { _ in
      let other = try QueueFixture([])
      try other.queue.restore(stored)
      return other.queue
    }
    #expect(queues[0].entries.map(\.id) == queues[1].entries.map(\.id))
    let first = (0..<50).map { queues[0].append(track("x \($0)")) }
    let second = (0..<50).map { queues[1].append(track("y \($0)")) }
    #expect(Set(first).isDisjoint(with: second))
    #expect(Set(first).isDisjoint(with: fixture.queue.entries.map(\.id)))
  }

  private func stored(_ fixture: QueueFixture) async throws -> StoredQueue {
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: fixture.queue, in: store, clock: fixture.clock)
    persister.start()
    try await persister.close()
    await store.reopen()
    return try #require(try await store.restore())
  }

  @Test("can be made from their text, and from no other")
  func text() throws {
    var queue = PlayQueue()
    let entry = queue.append(track("a"))
    #expect(EntryID(entry.description) == entry)
    let data = try JSONEncoder().encode([entry])
    #expect(try JSONDecoder().decode([EntryID].self, from: data) == [entry])
    for text in ["", "0", "-1", "+1", "01", " 1", "1x", "9223372036854775808"] {
      #expect(EntryID(text) == nil, "\(text)")
    }
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([EntryID].self, from: Data(#"["x"]"#.utf8))
    }
  }
}

@Suite("An item of a queue", .tags(.pure))
struct QueueItemTests {
  @Test("begins at its start position, whenever the queue comes to it")
  func startPosition() async throws {
    let fixture = try QueueFixture(["a"])
    fixture.script("b", FakeMedia())
    fixture.script("c", FakeMedia())
    let b = fixture.queue.append(QueueItem(URLTrack(path: "b"), startingAt: .seconds(40)))
    fixture.queue.append(URLTrack(path: "c"))
    fixture.begin()
    fixture.advance(.seconds(60) + .milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.queue.position == .seconds(40))
    #expect(fixture.state == .play)
    #expect(await fixture.told().filter { $0.hasPrefix("jump") } == [])
    fixture.queue.previous()
    #expect(fixture.queue.position == .zero)
    fixture.queue.next()
    fixture.advance(.seconds(1))
    fixture.queue.previous()
    #expect(fixture.current == "b")
    #expect(fixture.queue.position == .seconds(40))
    try fixture.queue.play(b, at: .seconds(5))
    #expect(fixture.queue.position == .seconds(5))
  }

  @Test("begins at position 0 when it repeats")
  func repeated() throws {
    let fixture = try QueueFixture([])
    fixture.script("a", FakeMedia())
    try fixture.queue.set([QueueItem(URLTrack(path: "a"), startingAt: .seconds(40))])
    #expect(fixture.queue.position == .seconds(40))
    fixture.queue.repeatMode = .one
    fixture.begin()
    fixture.advance(.seconds(21))
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .seconds(1))
  }

  @Test("plays at its own rate, and the next one at the queue's rate")
  func rate() throws {
    let fixture = try QueueFixture(["a"])
    for name in ["b", "c"] { fixture.script(name, FakeMedia()) }
    fixture.queue.append(QueueItem(URLTrack(path: "b"), rate: 1.5))
    fixture.queue.append(URLTrack(path: "c"))
    fixture.begin()
    fixture.advance(.seconds(60))
    #expect(fixture.current == "b")
    #expect(fixture.queue.rate == 1.5)
    fixture.advance(.seconds(10))
    #expect(fixture.queue.position == .seconds(15))
    #expect(fixture.engine.output.rate == 1.5)
    fixture.queue.rate = 2
    fixture.queue.next()
    fixture.advance(.milliseconds(100))
    #expect(fixture.queue.rate == 1)
    #expect(fixture.engine.output.rate == 1)
    fixture.queue.rate = 0.5
    fixture.queue.previous()
    fixture.advance(.seconds(1))
    #expect(fixture.current == "b")
    #expect(fixture.queue.rate == 1.5)
    fixture.queue.next()
    #expect(fixture.queue.rate == 0.5)
  }

  @Test("is restored with its start position, its rate, and its latest data")
  func kept() async throws {
    let fixture = try QueueFixture((0..<200).map { "track \($0)" })
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: fixture.queue, in: store, clock: fixture.clock)
    persister.start()
    let entry = try fixture.queue.insert(
      QueueItem(URLTrack(path: "z"), startingAt: .seconds(9), rate: 1.5, userInfo: ["a": "b"]),
      at: 100
    )
    try await persister.flush()
    let version = fixture.queue.entries.version
    try fixture.queue.update(entry, userInfo: ["read": "yes"])
    #expect(fixture.queue.entries.version == version + 1)
    try await persister.close()
    await store.reopen()
    let other = try QueueFixture([])
    try other.queue.restore(try #require(try await store.restore()))
    let item = try #require(other.queue.entries[entry]?.item)
    #expect(item.startPosition == .seconds(9))
    #expect(item.rate == 1.5)
    #expect(item.userInfo == ["read": "yes"])
    #expect(other.queue.entries.index(of: entry) == 100)
  }

  @Test("keeps playing while its data change")
  func update() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(5))
    let load = fixture.queue.playback.load
    let entry = try fixture.entry("a")
    try fixture.queue.update(entry, userInfo: ["x": "y"])
    #expect(fixture.queue.status.currentEntry?.item.userInfo == ["x": "y"])
    #expect(fixture.queue.playback.load == load)
    #expect(fixture.queue.position == .seconds(5))
    let stranger = PlayQueue.oneEntry
    #expect(throws: QueueError.unknownEntry(stranger)) {
      try fixture.queue.update(stranger, userInfo: [:])
    }
  }

  @Test("can be added alone, and from any sequence")
  func sequences() throws {
    let queue = QueuePlayer()
    let tracks = ["a", "b", "c"].map { URLTrack(path: $0) }
    let any: any Track = URLTrack(path: "d")
    queue.append(tracks[1...])
    queue.append(tracks.lazy.filter { $0.id == "a" }.map { QueueItem($0) })
    queue.append(any)
    queue.append(QueueItem(any))
    queue.append([any, tracks[0]])
    queue.append([])
    #expect(queue.entries.map(\.track.id) == ["b", "c", "a", "d", "d", "d", "a"])
  }

  @Test("is edited with typed errors unless the edit throws others")
  func typedErrors() throws {
    struct Other: Error {}
    let queue = QueuePlayer()
    let stranger = PlayQueue.oneEntry
    do {
      try queue.edit { (queue) throws(QueueError) in try queue.move(stranger, to: 0) }
      Issue.record("Nothing was thrown.")
    } catch {
      let typed: QueueError = error
      #expect(typed == .unknownEntry(stranger))
    }
    #expect(throws: Other.self) {
      try queue.edit { queue in
        queue.append(URLTrack(path: "a"))
        throw Other()
      }
    }
    #expect(queue.entries.isEmpty)
    let added = try queue.edit { $0.append(URLTrack(path: "a")) }
    #expect(queue.entries.current == added)
  }
}

extension PlayQueue {
  fileprivate static var oneEntry: EntryID {
    var queue = PlayQueue()
    return queue.append(URLTrack(path: "stranger"))
  }
}
