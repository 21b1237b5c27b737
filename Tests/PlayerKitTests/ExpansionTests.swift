import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Entries that turn out to be lists.
@Suite("An entry that is a list", .tags(.pure))
struct ExpansionTests {
  private func list(_ names: [String]) throws -> FakeMedia {
    let expansion = try #require(TrackExpansion(names.map { QueueItem(URLTrack(path: $0)) }))
    return .failing(PlayerError(expansion))
  }

  private func fixture(
    _ names: [String] = ["list", "z"],
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws -> QueueFixture {
    let fixture = try QueueFixture(names, configure: configure)
    for name in ["a", "b", "c"] { fixture.script(name, FakeMedia()) }
    fixture.script("list", try list(["a", "b", "c"]))
    return fixture
  }

  @Test("is replaced by its tracks in one edit, and the first track keeps the entry's place")
  func replacedStandsOne() async throws {
    let fixture = try fixture()
    let entry = try fixture.entry("list")
    let version = fixture.queue.entries.version
    fixture.queue.play()
    fixture.advance(.seconds(1))
    #expect(fixture.order == ["a", "b", "c", "z"])
    #expect(fixture.queue.entries.current == entry)
    #expect(fixture.queue.entries.version == version + 1)
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(told.contains("a expanded"))
    #expect(told.count { $0.hasPrefix("edited") } == 2)
    #expect(!told.contains { $0.hasPrefix("failed") })
    #expect(fixture.queue.status.history.map(\.entry.track.id) == ["a"])
    fixture.advance(.seconds(241))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(fixture.engine.openedSources == ["list", "a", "b", "c", "z"])
  }

  @Test("is replaced ahead of time, and its first track follows without a gap")
  func replacedAheadTime() async throws {
    let fixture = try fixture(["z", "list"])
    let entry = try fixture.entry("list")
    fixture.begin()
    fixture.advance(.seconds(1))
    #expect(fixture.order == ["z", "a", "b", "c"])
    #expect(fixture.engine.openedSources == ["z", "list", "a"])
    #expect(fixture.current == "z")
    fixture.advance(.milliseconds(59_100))
    #expect(fixture.queue.entries.current == entry)
    #expect(fixture.state == .play)
    #expect(await !fixture.told().contains("a expanded"))
  }

  @Test("with one track keeps the start position and the app's data")
  func oneKeepsBegin() throws {
    let fixture = try QueueFixture([])
    fixture.script("a", FakeMedia())
    fixture.script("list", try list(["a"]))
    let item = QueueItem(
      URLTrack(path: "list"),
      startingAt: .seconds(7),
      clip: try Clip(to: .seconds(30)),
      userInfo: ["k": "v"]
    )
    try fixture.queue.set([item])
    fixture.queue.play()
    fixture.advance(.seconds(1))
    let entry = try #require(fixture.queue.status.currentEntry)
    #expect(entry.track.id == "a" && entry.item.userInfo == ["k": "v"])
    #expect(entry.clip?.end == .seconds(30))
    #expect(fixture.queue.position > .seconds(7) && fixture.queue.position < .seconds(9))
  }

  @Test("that leads to endless lists fails after ten requests, and the queue stops")
  func leadsListsWithout() async throws {
    let fixture = try QueueFixture(["l0", "z"])
    for level in 0..<30 {
      fixture.script("l\(level)", try list(["l\(level + 1)", "l\(level + 1)"]))
    }
    fixture.queue.play()
    fixture.advance(.seconds(60))
    #expect(fixture.engine.openedSources.count <= 10)
    let told = await fixture.told()
    #expect(told.contains { $0.contains(" list ") })
  }

  @Test("does not count as a failure: the policy permits as many failures as without it")
  func noFailureMany() async throws {
    let fixture = try fixture(["list", "z"]) { $0.maximumFailures = 2 }
    fixture.script("a", .failing(PlayerError(.notFound, "")))
    fixture.queue.play()
    fixture.advance(.seconds(5))
    #expect(fixture.current == "b" && fixture.state == .play)
  }

  @Test("gives its first track the rate that the list states")
  func givesFirstEntry() throws {
    let fixture = try QueueFixture([])
    fixture.script("a", FakeMedia())
    let items = [QueueItem(URLTrack(path: "a"), rate: 1.5), QueueItem(URLTrack(path: "a"))]
    fixture.script("list", .failing(PlayerError(try #require(TrackExpansion(items)))))
    try fixture.queue.set([QueueItem(URLTrack(path: "list"))])
    fixture.queue.play()
    fixture.advance(.seconds(1))
    #expect(fixture.queue.playback.settings.rate == 1.5)
  }

  @Test("keeps entries that were added to play next after its first track, also under shuffle")
  func leavesAddedPlay() throws {
    for isShuffled in [false, true] {
      let fixture = try fixture(["list", "z", "y"])
      fixture.queue.isShuffled = isShuffled
      fixture.queue.play()
      fixture.queue.playNext(URLTrack(path: "x"))
      fixture.queue.playNext(URLTrack(path: "w"))
      fixture.advance(.seconds(1))
      let order = fixture.queue.entries.playOrder.compactMap { fixture.queue.entries[$0]?.track.id }
      #expect(order.prefix(3) == ["a", "x", "w"])
      fixture.queue.isShuffled = false
      #expect(fixture.order == ["a", "x", "w", "b", "c", "z", "y"])
    }
  }

  @Test("that leads to lists has a new limit once something was heard")
  func leadsListsCounted() throws {
    let names = (0..<12).map { "x\($0)" }
    let fixture = try QueueFixture(names)
    fixture.script("s", FakeMedia())
    for name in names { fixture.script(name, try list(["s"])) }
    fixture.queue.play()
    fixture.advance(.seconds(60 * 13))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(fixture.order == Array(repeating: "s", count: 12))
  }

  @Test("that was added to play next has all its tracks play next, also under shuffle")
  func playNextAll() throws {
    for isShuffled in [false, true] {
      let fixture = try fixture(["z", "y", "x", "w"])
      fixture.queue.isShuffled = isShuffled
      fixture.queue.playNext(URLTrack(path: "list"))
      fixture.begin()
      fixture.advance(.seconds(1))
      let next = fixture.queue.entries.playOrder.compactMap { fixture.queue.entries[$0]?.track.id }
      let place = try #require(
        fixture.queue.entries.current.flatMap(fixture.queue.entries.playIndex)
      )
      #expect(Array(next[place + 1...place + 3]) == ["a", "b", "c"])
      #expect(fixture.order.count == 7)
      fixture.queue.playNext(URLTrack(path: "last"))
      let order = fixture.queue.entries.playOrder.compactMap { fixture.queue.entries[$0]?.track.id }
      #expect(order[place + 4] == "last")
    }
  }

  @Test("is mixed into the remaining entries under shuffle")
  func whileShuffledMixed() throws {
    let fixture = try fixture(["list", "z", "y", "x"])
    fixture.queue.isShuffled = true
    fixture.begin()
    fixture.advance(.seconds(5))
    let entries = fixture.queue.entries
    #expect(Set(entries.playOrder).count == 6 && entries.playOrder.count == 6)
    fixture.queue.isShuffled = false
    #expect(fixture.order == ["a", "b", "c", "z", "y", "x"])
  }

  @Test("is expanded once if a skip goes to it")
  func skippedOntoExpanded() throws {
    let fixture = try fixture(["z", "list", "y"])
    var slow = try list(["a", "b", "c"])
    slow.loadTime = .seconds(2)
    fixture.script("list", slow)
    fixture.begin()
    fixture.advance(.milliseconds(500))
    fixture.queue.next()
    fixture.advance(.seconds(10))
    #expect(fixture.order == ["z", "a", "b", "c", "y"])
    #expect(fixture.current == "a" && fixture.state == .play)
  }

  @Test("is an error that carries its items for a player without a queue")
  func errorItemsLone() throws {
    let clock = ManualClock()
    let engine = FakeEngine(clock: clock)
    engine.setMedia(try list(["a", "b"]), for: "list")
    let player = URLPlayer(engine: engine, clock: clock)
    player.play(URLTrack(path: "list"))
    clock.advance(by: .seconds(1))
    guard case .failed(let error) = player.status.endReason else {
      Issue.record("The player did not fail.")
      return
    }
    #expect(error.code == .list && error.expansion?.items.map(\.track.id) == ["a", "b"])
  }

  @Test("is stored as its tracks")
  func keptStands() async throws {
    let fixture = try fixture()
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: fixture.queue, in: store)
    persister.start()
    try await persister.flush()
    fixture.queue.play()
    fixture.advance(.seconds(1))
    try await persister.flush()
    let other = QueuePlayer(players: [])
    #expect(try await QueuePersister(of: other, in: store).restore())
    #expect(other.entries.map(\.track.id) == ["a", "b", "c", "z"])
  }

  @Test("may be found by a resolver")
  func foundResolver() throws {
    let expansion = try #require(TrackExpansion([QueueItem(URLTrack(path: "a"))]))
    #expect(PlayerError(resolving: expansion).expansion?.items.count == 1)
    #expect(TrackExpansion([]) == nil)
  }
}
