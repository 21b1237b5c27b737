import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The history", .tags(.pure))
struct HistoryTests {
  @Test("records what began, why, and when")
  func records() throws {
    let fixture = try QueueFixture()
    let start = fixture.clock.date
    #expect(fixture.queue.status.history.isEmpty)
    fixture.begin()
    fixture.advance(.seconds(60))
    fixture.queue.next()
    let history = fixture.queue.status.history
    #expect(history.map(\.entry.track.id) == ["a", "b", "c"])
    #expect(history.map(\.reason) == [.userSelected, .auto, .userSelected])
    #expect(history.map { $0.date.timeIntervalSince(start).rounded() } == [0, 60, 60])
  }

  @Test("omits entries that did not play, and retries after a failure")
  func leavesOut() throws {
    let fixture = try QueueFixture { $0.errorPolicy = .retry(count: 2, backoff: .seconds(1)) }
    fixture.queue.next()
    fixture.script("c", .failing(.serverError))
    fixture.queue.next()
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.script("c", FakeMedia())
    fixture.advance(.seconds(10))
    #expect(fixture.state == .play)
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["c"])
  }

  @Test("can be erased, which is reported once, and keeps counting")
  func erased() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(60))
    let before = fixture.queue.status.history
    fixture.queue.eraseHistory()
    fixture.queue.eraseHistory()
    #expect(fixture.queue.status.history.isEmpty && before.count == 2)
    #expect(fixture.queue.status.history.total == 2)
    #expect(fixture.current == "b" && fixture.state == .play)
    fixture.queue.next()
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["c"])
    #expect(fixture.queue.status.history.total == 3)
    #expect(await fixture.told().count { $0 == "history erased" } == 1)
  }

  @Test("keeps each repetition, and entries that were removed since")
  func repetitions() throws {
    let fixture = try QueueFixture(["a"])
    fixture.queue.repeatMode = .one
    fixture.begin()
    fixture.advance(.seconds(121))
    fixture.queue.removeAll()
    let history = fixture.queue.status.history
    #expect(history.map(\.entry.track.id) == ["a", "a", "a"])
    #expect(history.last?.reason == .repeat)
  }

  @Test("is bounded, and an older copy does not change", arguments: [0, 1, 63, 64, 65, 200])
  func bounded(limit: Int) throws {
    let fixture = try QueueFixture {
      $0.historyLimit = limit
      $0.debounce = .zero
    }
    fixture.begin()
    var older: PlayHistory?
    for round in 1...300 {
      fixture.queue.seek(to: .zero)
      try fixture.queue.play(fixture.entry(["a", "b", "c"][round % 3]))
      if round == 150 { older = fixture.queue.status.history }
    }
    let history = fixture.queue.status.history
    let names = (0...300).map { ["a", "b", "c"][$0 % 3] }
    #expect(history.count == limit)
    #expect(history.total == 301)
    #expect(history.map(\.entry.track.id) == names.suffix(limit))
    #expect(older?.map(\.entry.track.id) == names.prefix(151).suffix(limit))
  }

  @Test("contains only the first and the last entry of rapid skips")
  func bursts() throws {
    let fixture = try QueueFixture(["a", "b", "c", "d", "e"])
    fixture.begin()
    for _ in 1...4 { fixture.queue.next() }
    fixture.advance(.seconds(1))
    let history = fixture.queue.status.history
    #expect(history.map(\.entry.track.id) == ["a", "b", "e"])
  }

  @Test("holds a thousand records by default")
  func byDefault() throws {
    let fixture = try QueueFixture(["a"]) { $0.debounce = .zero }
    fixture.begin()
    let entry = try fixture.entry("a")
    for _ in 1...1_100 { try fixture.queue.play(entry) }
    #expect(fixture.queue.status.history.count == 1_000)
  }

  @Test("that was stored loses no record because another one can't be stored")
  func gaps() async throws {
    struct Passing: Track {
      let id = "passing"
      let metadata = TrackMetadata()
      let playerTypes = [PlayerType.url]
    }
    let fixture = try QueueFixture(["a", "b"])
    let store = MemoryQueueStore()
    let first = QueuePersister(of: fixture.queue, in: store, clock: fixture.clock)
    first.start()
    fixture.begin()
    let passing = fixture.queue.playNext([Passing()])
    try fixture.queue.play(passing[0])
    fixture.advance(.seconds(1))
    try fixture.queue.remove(passing)
    fixture.advance(.seconds(1))
    try await first.flush()
    let kept = try #require(try await store.restore()).plays
    let other = try QueueFixture([])
    let second = QueuePersister(of: other.queue, in: store, clock: other.clock)
    try await second.restore()
    other.queue.play()
    other.advance(.seconds(1))
    try await second.flush()
    let plays = try #require(try await store.restore()).plays
    #expect(plays.count == kept.count + 1)
    #expect(plays.first?.entry.track.id == kept.first?.entry.track.id)
  }
}
