import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A stored queue", .tags(.local), .timeLimit(.minutes(3)))
struct QueuePersisterTests {
  /// Collects the reports of a persister.
  private final class Told: Sendable {
    private let state = Locked([String]())

    var words: [String] { state.withLock { $0 } }

    @Sendable func hear(_ event: QueuePersister.Event) {
      switch event {
      case .storeFailed(let error):
        let cause = error.underlying as? QueueStoreError
        state.withLock { $0.append("\(error.code.rawValue) \(cause?.code.rawValue ?? "-")") }
      case .storeRecovered: state.withLock { $0.append("recovered") }
      }
    }
  }

  private func persister(
    of fixture: QueueFixture,
    in store: any QueueStore,
    _ onEvent: @escaping @Sendable (QueuePersister.Event) -> Void = { _ in }
  ) -> QueuePersister {
    QueuePersister(of: fixture.queue, in: store, clock: fixture.clock, onEvent: onEvent)
  }

  private func attempts(_ count: Int, of store: ScriptedStore) async throws {
    try await waitUntil("\(count) writes", in: store.attempts) { $0 >= count }
  }

  /// The contents of the store, in a new queue.
  private func restored(from store: any QueueStore) async throws -> QueueFixture {
    let fixture = try QueueFixture([])
    #expect(try await persister(of: fixture, in: store).restore())
    return fixture
  }

  /// The path at which a restored track looks for its file.
  private func place(of name: String) -> String {
    URL(fileURLWithPath: name).path
  }

  @Test("is restored, paused, with entries, orders, modes, current entry, and position")
  func comesBack() async throws {
    let fixture = try QueueFixture((0..<200).map { "track \($0)" }, startAt: 7)
    let store = MemoryQueueStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    let section = QueueSection(id: "s", title: "Section")
    let clip = try Clip(from: .seconds(1), to: .seconds(2))
    fixture.queue.append([
      QueueItem(
        URLTrack(path: "z"),
        clip: clip,
        section: section,
        userInfo: ["a": "b"]
      )
    ])
    fixture.queue.isShuffled = true
    fixture.queue.repeatMode = .all
    fixture.queue.playNext([URLTrack(path: "next 1"), URLTrack(path: "next 2")])
    fixture.begin()
    fixture.advance(.seconds(12))
    fixture.queue.pause()
    try await persister.flush()
    let other = try await restored(from: store)
    let (old, new) = (fixture.queue.entries, other.queue.entries)
    #expect(new.map(\.id) == old.map(\.id))
    #expect(new.map(\.track.id) == old.map(\.track.id))
    #expect(Array(new.playOrder) == Array(old.playOrder))
    #expect(new.current == old.current)
    #expect(new.repeatMode == .all)
    #expect(new.isShuffled)
    let last = try #require(new.first { $0.track.id == "z" })
    #expect(last.clip == clip)
    #expect(last.section?.title == "Section")
    #expect(last.item.userInfo == ["a": "b"])
    #expect(other.queue.position == .seconds(12))
    #expect(other.state == .initial)
    #expect(!other.queue.playback.wantsToPlay)
    #expect(other.current == "track 7")
    // Up-next entries keep their role, and new ones are added after them.
    other.queue.playNext([URLTrack(path: "next 3")])
    other.queue.next()
    other.queue.next()
    other.queue.next()
    #expect(other.current == "next 3")
  }

  @Test("continues at its position after play()")
  func playsOn() async throws {
    let fixture = try QueueFixture(["a", "b"], startAt: 1)
    let store = MemoryQueueStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    fixture.begin()
    fixture.advance(.seconds(30))
    try await persister.close()
    await store.reopen()
    let other = try await restored(from: store)
    other.script(place(of: "b"), FakeMedia())
    other.begin()
    #expect(other.state == .play)
    #expect(other.queue.position == .seconds(30))
    #expect(other.current == "b")
  }

  enum Break: CaseIterable {
    case failure, skippedFailure, stop, loss
  }

  @Test("is restored at its position after playback broke off", arguments: Break.allCases)
  func brokenOff(by cause: Break) async throws {
    let fixture = try QueueFixture(["a", "b"], startAt: 1) {
      if cause == .failure { $0.errorPolicy = .stop }
    }
    let store = MemoryQueueStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    fixture.begin()
    fixture.advance(.seconds(12))
    let load = try #require(fixture.engine.soundingLoad)
    switch cause {
    case .failure, .skippedFailure:
      let error = PlayerError(.interrupted, "It broke off.")
      fixture.engine.inject(.failed(error, followedBy: nil), for: load)
    case .stop: fixture.queue.stop()
    case .loss: fixture.engine.inject(.superseded, for: load)
    }
    #expect(fixture.state == .initial)
    try await persister.close()
    await store.reopen()
    let other = try await restored(from: store)
    #expect(other.current == "b")
    #expect(other.queue.position == .seconds(12))
  }

  @Test("is written 250 ms after a change, with all changes until then")
  func interval() async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    try await persister.flush()
    fixture.queue.append([URLTrack(path: "b")])
    await fixture.queue.events.delivered()
    fixture.advance(.milliseconds(249))
    fixture.queue.append([URLTrack(path: "c")])
    await fixture.queue.events.delivered()
    #expect(store.writes.count == 1)
    fixture.advance(.milliseconds(1))
    try await attempts(2, of: store)
    let kept = try await store.restore()
    #expect(kept?.entries.map(\.track.id) == ["a", "b", "c"])
    #expect(store.writes.last?.isComplete == false)
    #expect(store.writes.last?.entries == 2)
    withExtendedLifetime(persister) {}
  }

  @Test("stores its position every five seconds during playback, and when it is paused")
  func positions() async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    let persister = persister(of: fixture, in: store)
    fixture.begin()
    await fixture.queue.events.delivered()
    persister.start()
    try await persister.flush()
    for count in 1...3 {
      fixture.advance(.seconds(5))
      try await attempts(1 + count, of: store)
      let next = fixture.clock.now + .seconds(5)
      try await fixture.clock.reach("the next write is planned", within: .zero) {
        fixture.clock.nextDeadline == next
      }
    }
    fixture.advance(.milliseconds(2_500))
    fixture.queue.pause()
    await fixture.queue.events.delivered()
    fixture.advance(.milliseconds(250))
    try await attempts(5, of: store)
    let positions = store.writes.map(\.position)
    #expect(positions == [0, 5, 10, 15, 17.5].map { Duration.seconds($0) })
    #expect(store.writes.dropFirst().allSatisfy { $0.chunks == 0 && $0.entries == 0 })
    withExtendedLifetime(persister) {}
  }

  @Test("of many entries writes few of them for an edit, also after it was restored")
  func incremental() async throws {
    let fixture = try QueueFixture([])
    let store = ScriptedStore()
    let first = persister(of: fixture, in: store)
    first.start()
    try fixture.queue.set((0..<20_000).map { URLTrack(path: "\($0)") })
    fixture.queue.isShuffled = true
    try await first.flush()
    #expect(store.writes.last?.entries == 20_000)
    try await expectFewRows(for: fixture.queue, first, store)
    let other = try QueueFixture([])
    let second = persister(of: other, in: store)
    try await second.restore()
    try await expectFewRows(for: other.queue, second, store)
    try await expectFewRows(for: other.queue, second, store)
  }

  private func expectFewRows(
    for queue: QueuePlayer,
    _ persister: QueuePersister,
    _ store: ScriptedStore
  ) async throws {
    let ids = queue.entries
    try queue.move(ids[19_000].id, to: 3)
    try await persister.flush()
    try queue.remove([ids[500].id, ids[12_000].id])
    try await persister.flush()
    queue.playNext([URLTrack(path: "next")])
    try await persister.flush()
    for write in store.writes.suffix(3) {
      #expect(!write.isComplete)
      #expect(write.entries + write.removed <= 2)
      #expect(write.chunks <= 12)
    }
  }

  @Test("restores its history, also of removed entries, and continues it")
  func history() async throws {
    let fixture = try QueueFixture(["a", "b", "c"]) { $0.historyLimit = 4 }
    let store = ScriptedStore()
    let first = persister(of: fixture, in: store)
    first.start()
    fixture.begin()
    try await first.flush()
    fixture.queue.next()
    try fixture.queue.remove([fixture.entry("a")])
    try await first.flush()
    let other = try await restored(from: store)
    let (old, new) = (fixture.queue.status.history, other.queue.status.history)
    #expect(new.map(\.entry.track.id) == ["a", "b"])
    #expect(new.map(\.entry.id) == old.map(\.entry.id))
    #expect(new.map(\.reason) == old.map(\.reason))
    #expect(new.map(\.date) == old.map(\.date))
    for _ in 0..<5 {
      fixture.queue.next()
      fixture.advance(.seconds(1))
      fixture.queue.previous()
      fixture.advance(.seconds(1))
      try await first.flush()
    }
    let kept = try #require(try await store.restore())
    #expect(kept.plays.count == 4)
    let entries = fixture.queue.status.history.map(\.entry.id.number)
    #expect(kept.plays.map(\.entry.id) == entries)
  }

  @Test("survives a thousand random edits")
  func randomEdits() async throws {
    var generator = RandomSource(seed: 20)
    let fixture = try QueueFixture([])
    let store = MemoryQueueStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    for step in 0..<1000 {
      fixture.queue.editAtRandom(&generator, step: step)
      guard step % 5 == 0 else { continue }
      try await persister.flush()
      guard step % 20 == 0 else { continue }
      let kept = try await restored(from: store).queue.entries
      let queue = fixture.queue.entries
      try #require(kept.map(\.id) == queue.map(\.id), "step \(step)")
      try #require(Array(kept.playOrder) == Array(queue.playOrder), "step \(step)")
      try #require(kept.current == queue.current && kept.isShuffled == queue.isShuffled)
    }
  }

  @Test("keeps playing while the store fails, and is written completely once that works again")
  func failures() async throws {
    let told = Told()
    let fixture = try QueueFixture(["a", "b"])
    let store = ScriptedStore()
    let persister = persister(of: fixture, in: store, told.hear)
    persister.start()
    try await persister.flush()
    fixture.begin()
    store.failure = QueueStoreError(.locked, "In use.")
    fixture.queue.append([URLTrack(path: "c")])
    await #expect(throws: QueueStoreError.self) { try await persister.flush() }
    #expect(fixture.state == .play)
    #expect(fixture.order == ["a", "b", "c"])
    fixture.advance(.seconds(1))
    try await attempts(3, of: store)
    store.failure = nil
    try await persister.flush()
    #expect(store.writes.last?.isComplete == true)
    #expect(try await store.restore()?.entries.count == 3)
    #expect(told.words == ["storeFailed locked", "recovered"])
  }

  @Test("plays with a track that can't be stored, and is stored again once the track is removed")
  func notStorable() async throws {
    let told = Told()
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    let persister = persister(of: fixture, in: store, told.hear)
    persister.start()
    try await persister.flush()
    let added = fixture.queue.append([UnstorableTrack()])
    await #expect(throws: QueueStoreError.self) { try await persister.flush() }
    #expect(try await store.restore()?.entries.count == 1)
    fixture.begin()
    #expect(fixture.state == .play)
    try fixture.queue.remove(added)
    fixture.queue.append([URLTrack(path: "b")])
    await fixture.queue.events.delivered()
    try await persister.flush()
    #expect(try await store.restore()?.entries.map(\.track.id) == ["a", "b"])
    #expect(told.words == ["storeFailed notStorable", "recovered"])
  }

  @Test(
    "whose write fails answers all waiting flushes, also those for the next write",
    arguments: [QueueStoreError.Code.notStorable, .corrupt, .full]
  )
  func flushesDuringFailure(code: QueueStoreError.Code) async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    let gate = ScriptedStore.Gate()
    store.gate = gate
    store.failure = QueueStoreError(code, "")
    let persister = persister(of: fixture, in: store)
    persister.start()
    let codes = await withTaskGroup(of: QueueStoreError.Code?.self) { group in
      let (begun, begins) = AsyncStream.makeStream(of: Void.self)
      for number in 0..<20 {
        group.addTask {
          begins.yield()
          if number == 0 { begins.yield() }
          do throws(QueueStoreError) {
            try await persister.flush()
            return nil
          } catch {
            return error.code
          }
        }
      }
      await gate.wait()
      var count = 0
      for await _ in begun {
        count += 1
        if count == 21 { break }
      }
      gate.open()
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(codes == Array(repeating: code, count: 20))
  }

  @Test("on a full disk is not written completely, which would need more space")
  func full() async throws {
    let fixture = try QueueFixture(["a", "b"])
    let store = ScriptedStore()
    let persister = persister(of: fixture, in: store)
    persister.start()
    try await persister.flush()
    store.failure = QueueStoreError(.full, "No room.")
    fixture.queue.append([URLTrack(path: "c")])
    await #expect(throws: QueueStoreError.self) { try await persister.flush() }
    await #expect(throws: QueueStoreError.self) { try await persister.flush() }
    store.failure = nil
    try await persister.flush()
    #expect(store.writes.last?.isComplete == false)
    #expect(try await store.restore()?.entries.map(\.track.id) == ["a", "b", "c"])
  }

  @Test("restores volume, mute, rate, and the rest of its sleep timer")
  func settings() async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    let first = persister(of: fixture, in: store)
    first.start()
    try await first.flush()
    fixture.queue.change(.volume(0.25))
    fixture.queue.change(.isMuted(true))
    fixture.queue.change(.rate(1.5))
    fixture.queue.processing.pitch = -200
    fixture.queue.processing.equalizer = Equalizer(.jazz)
    fixture.queue.sleepTimer = .after(.seconds(600), on: fixture.clock)
    await fixture.queue.events.delivered()
    // Settings are written automatically, like edits.
    fixture.advance(.milliseconds(250))
    try await attempts(2, of: store)
    let other = try QueueFixture([])
    other.advance(.seconds(100))
    #expect(try await persister(of: other, in: store).restore())
    let status = other.queue.playback
    #expect(status.volume == 0.25)
    #expect(status.isMuted)
    #expect(status.rate == 1.5)
    #expect(status.processing.pitch == -200)
    #expect(status.processing.equalizer == Equalizer(.jazz))
    // The timer uses calendar time, so time while the queue was not running counts.
    #expect(other.queue.sleepTimer == .at(MonotonicInstant(sinceOrigin: .seconds(600))))
    let late = try QueueFixture([])
    late.clock.suspend(for: .seconds(3600))
    #expect(try await persister(of: late, in: store).restore())
    #expect(late.queue.sleepTimer == nil)
    fixture.queue.sleepTimer = .endOfTrack
    try await first.flush()
    #expect(try await persister(of: other, in: store).restore())
    #expect(other.queue.sleepTimer == .endOfTrack)
  }

  @Test("keeps the rate of one entry apart from the rate of the queue", arguments: [1.0, 1.25])
  func ownRate(rate: Double) async throws {
    let fixture = try QueueFixture(["book", "song"])
    try fixture.queue.set([
      QueueItem(URLTrack(path: "book"), rate: 1.5), QueueItem(URLTrack(path: "song")),
    ])
    let store = MemoryQueueStore()
    let first = persister(of: fixture, in: store)
    first.start()
    fixture.queue.next()
    fixture.queue.rate = rate
    fixture.queue.previous()
    try await first.flush()
    #expect(fixture.queue.rate == 1.5)

    let other = try QueueFixture([])
    #expect(try await persister(of: other, in: store).restore())
    #expect(other.queue.rate == 1.5)
    other.queue.next()
    #expect(other.queue.rate == rate)
    // Restoring also replaces its own state.
    other.queue.previous()
    #expect(try await persister(of: other, in: store).restore())
    #expect(other.queue.rate == 1.5)
    other.queue.next()
    #expect(other.queue.rate == rate)
  }

  @Test("from an older version leaves volume and rate unchanged")
  func withoutSettings() async throws {
    let store = MemoryQueueStore()
    try await store.write(KeptSample(count: 2).complete)
    let fixture = try QueueFixture(["a"])
    fixture.queue.change(.volume(0.5))
    fixture.queue.change(.rate(2))
    #expect(try await persister(of: fixture, in: store).restore())
    #expect(fixture.queue.playback.volume == 0.5)
    #expect(fixture.queue.playback.rate == 2)
  }

  @Test("is not changed if the store can't be read, nor is the stored data")
  func unreadable() async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    store.failure = QueueStoreError(.corrupt, "Damaged.")
    let persister = persister(of: fixture, in: store)
    await #expect(throws: QueueStoreError.self) { try await persister.restore() }
    #expect(fixture.order == ["a"])
    fixture.queue.append([URLTrack(path: "b")])
    await fixture.queue.events.delivered()
    fixture.advance(.seconds(10))
    try await persister.flush()
    #expect(store.writes.isEmpty)
  }

  @Test("keeps a track of a removed service, which is skipped as unplayable")
  func unknownTracks() async throws {
    let stored = StoredTrack(
      type: "gone.service",
      id: "x",
      metadata: TrackMetadata(title: "Lost"),
      data: Data("whatever".utf8)
    )
    let fixture = try QueueFixture(["a"])
    fixture.queue.append([UnknownTrack(stored)])
    fixture.queue.append([URLTrack(path: "c")])
    let store = MemoryQueueStore()
    let first = persister(of: fixture, in: store)
    first.start()
    try await first.flush()
    let other = try await restored(from: store)
    #expect(other.queue.entries.map(\.track.metadata.title) == ["a", "Lost", "c"])
    other.script(place(of: "a"), FakeMedia())
    other.script(place(of: "c"), FakeMedia())
    other.begin()
    other.queue.next()
    other.advance(.seconds(1))
    #expect(other.current == "c")
    #expect(other.state == .play)
    #expect(await other.told().contains { $0.contains("noPlayer") })
    let second = persister(of: other, in: store)
    second.start()
    try await second.flush()
    #expect(try await store.restore()?.entries[1].track == stored)
  }

  @Test("is written a last time when its persister is closed or released")
  func lastWrites() async throws {
    let fixture = try QueueFixture(["a"])
    let store = ScriptedStore()
    var persister: QueuePersister? = persister(of: fixture, in: store)
    persister?.start()
    try await persister?.flush()
    fixture.queue.append([URLTrack(path: "b")])
    await fixture.queue.events.delivered()
    persister = nil
    try await attempts(2, of: store)
    #expect(try await store.restore()?.entries.count == 2)
    let last = self.persister(of: fixture, in: store)
    try await last.restore()
    fixture.queue.append([URLTrack(path: "c")])
    try await last.close()
    #expect(try await store.restore()?.entries.count == 3)
    fixture.queue.append([URLTrack(path: "d")])
    await fixture.queue.events.delivered()
    fixture.advance(.seconds(10))
    #expect(try await store.restore()?.entries.count == 3)
  }

  @Test("that was empty is restored empty, and an empty store changes nothing")
  func empty() async throws {
    let store = MemoryQueueStore()
    let fixture = try QueueFixture(["a"])
    let first = persister(of: fixture, in: store)
    #expect(try await first.restore() == false)
    #expect(fixture.order == ["a"])
    fixture.queue.removeAll()
    try await first.flush()
    let other = try QueueFixture(["b"])
    other.begin()
    #expect(try await persister(of: other, in: store).restore())
    #expect(other.order.isEmpty)
    #expect(other.state == .initial)
  }

  @Test("at its end is restored at its end, and begins with the first entry")
  func atEnd() async throws {
    let fixture = try QueueFixture(["a", "b"], startAt: 1)
    let store = MemoryQueueStore()
    let first = persister(of: fixture, in: store)
    first.start()
    fixture.begin()
    fixture.advance(.seconds(70))
    #expect(fixture.state == .initial)
    try await first.flush()
    let other = try await restored(from: store)
    #expect(other.current == "b")
    other.script(place(of: "a"), FakeMedia())
    other.begin()
    #expect(other.current == "a")
    #expect(other.state == .play)
    #expect(other.queue.position == .zero)
  }
}
