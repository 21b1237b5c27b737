import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// The numbered acceptance scenarios for the playback semantics, on a fake engine.
@Suite(.tags(.local)) struct ScenarioTests {
  @Test("1 play on a loading track plays on readiness without a pause in between")
  func playLoadingTrack() async throws {
    let fixture = try QueueFixture()
    fixture.queue.prepare()
    #expect(fixture.state == .load)
    fixture.queue.play()
    #expect(fixture.state == .loadToPlay)
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(!told.contains("pause"))
  }

  @Test("2 pause on a track that loads to play leaves it silent on readiness")
  func pauseTrackLoads() async throws {
    let fixture = try QueueFixture()
    fixture.queue.play()
    fixture.queue.pause()
    #expect(fixture.state == .load)
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .pause)
    #expect(fixture.engine.soundingLoad == nil)
    let told = await fixture.told()
    #expect(!told.contains("play"))
  }

  @Test("3 Rebuffering stops the position, and playback is still wanted")
  func rebufferingSourceStops() throws {
    let fixture = try QueueFixture()
    var media = FakeMedia()
    media.stalls = [.init(at: .seconds(5), for: .seconds(2))]
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(6))
    #expect(fixture.state == .loadToPlay)
    #expect(fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.position == .seconds(5))
    fixture.advance(.seconds(2))
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .seconds(6))
  }

  @Test("4 A seek before loading is visible at once, and playback begins there")
  func seekBeforeLoading() throws {
    let fixture = try QueueFixture()
    fixture.queue.seek(to: .seconds(30))
    #expect(fixture.queue.position == .seconds(30))
    fixture.begin()
    #expect(fixture.queue.position == .seconds(30))
    #expect(fixture.engine.commands.contains { $0.isLoad(of: "a", at: .seconds(30)) })
    #expect(!fixture.engine.commands.contains { $0.isLoad(of: "a", at: .zero) })
  }

  @Test("5 Of two rapid seeks only the last completes")
  func twoRapidSeeks() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.seek(to: .seconds(10))
    fixture.queue.seek(to: .seconds(20))
    #expect(fixture.queue.position == .seconds(20))
    fixture.advance(.seconds(1))
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("sought") } == ["sought 20.0 seconds"])
    #expect(fixture.state == .play)
  }

  @Test("6 A start in the middle reports no other entry")
  func startMiddleMentions() async throws {
    let names = (0..<10).map { "t\($0)" }
    let fixture = try QueueFixture(names, startAt: 3)
    fixture.begin()
    let told = await fixture.told()
    #expect(!told.contains { $0.contains("t0") })
    #expect(fixture.engine.openedSources.first == "t3")
    #expect(!fixture.engine.openedSources.contains("t0"))
  }

  @Test("6 A start in the middle of a clip reports neither another entry nor another position")
  func startMiddleClip() async throws {
    let fixture = try QueueFixture([])
    for name in ["t0", "t1", "t2"] { fixture.script(name, FakeMedia()) }
    let clip = try Clip(from: .seconds(20), to: .seconds(50))
    let items = ["t0", "t1", "t2"].map { QueueItem(URLTrack(path: $0), clip: clip) }
    try fixture.queue.set(items, startAt: 1, position: .seconds(5))
    #expect(fixture.current == "t1")
    #expect(fixture.queue.position == .seconds(5))
    fixture.begin()
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .seconds(5))
    #expect(fixture.queue.playback.duration == .seconds(30))
    #expect(fixture.engine.openedSources.first == "t1")
    #expect(fixture.engine.commands.contains { $0.isLoad(of: "t1", at: .seconds(5)) })
    let told = await fixture.told()
    #expect(!told.contains { $0.contains("t0") || $0.hasPrefix("jump") })
    fixture.advance(.seconds(25))
    #expect(fixture.current == "t2")
  }

  @Test("7 An entry moved over the current one leaves it current and playing")
  func entryMovedOver() async throws {
    let fixture = try QueueFixture(startAt: 1)
    fixture.begin()
    let sounding = fixture.engine.soundingLoad
    try fixture.queue.move(try fixture.entry("a"), to: 2)
    #expect(fixture.order == ["b", "c", "a"])
    #expect(fixture.current == "b")
    #expect(fixture.engine.soundingLoad == sounding)
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("b ") }.count == 1)  // From `set`; the move caused no event.
  }

  @Test("8 Entries inserted before the current one only shift its index")
  func entriesInsertedBefore() async throws {
    let fixture = try QueueFixture(startAt: 1)
    fixture.begin()
    fixture.advance(.seconds(4))
    let before = await fixture.told().count
    try fixture.queue.insert([URLTrack(path: "x"), URLTrack(path: "y")], at: 0)
    #expect(fixture.queue.entries.currentIndex == 3)
    #expect(fixture.queue.position == .seconds(4))
    let told = await fixture.told()
    #expect(Array(told[before...]) == ["edited 5"])
  }

  @Test("9 If the current entry is removed, its successor plays")
  func currentEntryRemoved() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(4))
    try fixture.queue.remove([try fixture.entry("a")])
    #expect(fixture.current == "b")
    #expect(fixture.queue.position == .zero)
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    #expect(await fixture.told().contains("b queueChanged"))
  }

  @Test("10 Removing the last entry ends playback and leaves the queue")
  func lastEntryRemoved() async throws {
    let fixture = try QueueFixture(startAt: 2)
    fixture.begin()
    try fixture.queue.remove([try fixture.entry("c")])
    #expect(fixture.state == .initial)
    #expect(fixture.order == ["a", "b"])
    #expect(fixture.current == "b")
    #expect(fixture.engine.soundingLoad == nil)
    #expect(await fixture.told().last == "ended")
  }

  @Test("16 repeat-one repeats at the natural end, and next moves on")
  func repeatOneRepeats() async throws {
    let fixture = try QueueFixture()
    fixture.queue.repeatMode = .one
    fixture.begin()
    fixture.advance(.seconds(60))
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .zero)
    #expect(await fixture.told().contains("a repeat"))
    fixture.queue.next()
    #expect(fixture.current == "b")
  }

  @Test("17 previous goes back within 3 s, and restarts after them")
  func previousGoesBack() throws {
    let fixture = try QueueFixture(startAt: 1)
    fixture.begin()
    fixture.advance(.milliseconds(3100))
    fixture.queue.previous()
    #expect(fixture.current == "b")
    #expect(fixture.queue.position == .zero)
    fixture.advance(.seconds(1))
    fixture.queue.seek(to: .milliseconds(2900))
    fixture.queue.previous()
    #expect(fixture.current == "a")
  }

  @Test("18 A broken next track is reported only when it is reached")
  func brokenNextTrack() async throws {
    let fixture = try QueueFixture()
    fixture.script("b", .failing(.notFound))
    fixture.begin()
    fixture.advance(.seconds(59))
    var told = await fixture.told()
    #expect(!told.contains { $0.hasPrefix("failed") })
    fixture.advance(.seconds(2))
    told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed b notFound skip"])
    #expect(fixture.current == "c")
  }

  @Test("19 One bad track among good ones is reported once, and the next one plays")
  func oneBadTrack() async throws {
    let fixture = try QueueFixture()
    fixture.script("a", .failing(.unsupportedFormat))
    fixture.begin()
    fixture.advance(.milliseconds(200))
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a unsupportedFormat skip"])
    #expect(told.contains("b skippedAfterError"))
    #expect(fixture.state == .play)
    #expect(fixture.current == "b")
  }

  @Test("20 A queue of bad tracks stops after as many failures, with a summary")
  func queueBadTracks() async throws {
    let fixture = try QueueFixture()
    for name in ["a", "b", "c"] { fixture.script(name, .failing(.serverError)) }
    fixture.queue.repeatMode = .all
    fixture.queue.play()
    fixture.advance(.seconds(10))
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("failed") }.count == 3)
    #expect(told.last == "ended failed 3 serverError")
    #expect(fixture.state == .initial)
  }

  @Test("23 A late end of another load does not advance the queue")
  func lateEndAnother() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let first = try #require(fixture.engine.soundingLoad)
    fixture.queue.next()
    fixture.advance(.milliseconds(100))
    let before = await fixture.told().count
    fixture.engine.inject(.ended(followedBy: nil), for: first)
    fixture.engine.inject(.failed(PlayerError(.interrupted, ""), followedBy: nil), for: first)
    #expect(fixture.current == "b")
    #expect(await fixture.told().count == before)
  }

  @Test("25 Commands inside an observer leave one order of events for all observers")
  func observerCommandsInside() async throws {
    let fixture = try QueueFixture()
    let second = QueueLog()
    let meddler = Meddler()
    fixture.queue.addSendableObserver(meddler)
    fixture.queue.addSendableObserver(second, positionInterval: nil)
    fixture.begin()
    try await meddler.calls.wait(for: "its own removal") { $0.count == 1 }
    fixture.advance(.seconds(1))
    let told = await fixture.told()

    let first = fixture.log.words.elements
    #expect(Array(first.suffix(second.words.elements.count)) == second.words.elements)
    #expect(told.filter { $0 == "b userSelected" }.count == 1)
    #expect(meddler.calls.elements == ["a"])
    #expect(fixture.current == "b")
  }
}

/// Skips to the next track once, from inside an event, and then removes itself.
private final class Meddler: QueuePlayerObserver, Sendable {
  let calls = Recorded<String>()

  func queuePlayer(
    _ queue: QueuePlayer,
    didChangeStateFrom old: PlayerState,
    status: QueuePlayerStatus
  ) {
    guard status.state == .play else { return }
    queue.removeObserver(self)
    queue.next()
    calls.append(status.currentEntry?.track.id ?? "none")
  }
}

extension FakeEngine.Command {
  fileprivate func isLoad(of name: String, at position: Duration) -> Bool {
    guard case .load(_, let source, let start, _) = self else { return false }
    return source == name && start == position
  }
}
