import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

/// The next track is prepared ahead of time: when, how often, and after failures.
@Suite(.tags(.local))
struct QueuePreparingTests {
  @Test("The next entry can be prepared only some time before the end")
  func followsCanLeft() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(20)) }
    fixture.begin()
    fixture.advance(.milliseconds(39_999))
    #expect(fixture.engine.openedSources == ["a"])
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources == ["a", "b"])
    fixture.advance(.seconds(20))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["a", "b"])
  }

  @Test("Before a fade, the next entry is prepared earlier by the fade's length")
  func beforeFadePrepared() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(10)) }
    fixture.queue.change(.crossfade(.seconds(12)))
    fixture.begin()
    fixture.advance(.milliseconds(37_999))
    #expect(fixture.engine.openedSources == ["a"])
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources == ["a", "b"])
  }

  @Test("That time follows the crossfade, and a fade takes at most half of a track")
  func timeMovesCrossfade() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(10)) }
    fixture.begin()
    fixture.advance(.seconds(38))
    #expect(fixture.engine.openedSources == ["a"])
    fixture.queue.change(.crossfade(.seconds(12)))
    fixture.advance(.milliseconds(10))
    #expect(fixture.engine.openedSources == ["a", "b"])
    let short = try QueueFixture { $0.preparation = .beforeEnd(.seconds(2)) }
    short.script("a", FakeMedia(duration: .seconds(10)))
    short.queue.change(.crossfade(.seconds(12)))
    short.begin()
    short.advance(.milliseconds(2_999))
    #expect(short.engine.openedSources == ["a"])
    short.advance(.milliseconds(1))
    #expect(short.engine.openedSources == ["a", "b"])
  }

  @Test("A seek, a pause, and another rate move that time")
  func seekPauseAnother() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(20)) }
    fixture.begin()
    fixture.queue.pause()
    fixture.advance(.seconds(50))
    #expect(fixture.engine.openedSources == ["a"])
    fixture.queue.play()
    fixture.queue.change(.rate(2))
    fixture.advance(.seconds(19))
    #expect(fixture.engine.openedSources == ["a"])
    fixture.advance(.seconds(1))
    #expect(fixture.engine.openedSources == ["a", "b"])
    let other = try QueueFixture { $0.preparation = .beforeEnd(.seconds(20)) }
    other.begin()
    other.queue.seek(to: .seconds(45))
    other.advance(.milliseconds(10))
    #expect(other.engine.openedSources == ["a", "b"])
  }

  @Test("The next entry is prepared at once after a shorter track")
  func trackShorterFollows() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(90)) }
    fixture.begin()
    #expect(fixture.engine.openedSources == ["a", "b"])
  }

  @Test("If the length is unknown, nothing is prepared by time")
  func lengthNotKnown() throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(20)) }
    fixture.script("a", FakeMedia(duration: nil))
    fixture.begin()
    fixture.advance(.seconds(1_000))
    #expect(fixture.engine.openedSources == ["a"])
  }

  @Test("Nothing is prepared after a live stream")
  func behindLiveStream() throws {
    let fixture = try QueueFixture()
    var live = FakeMedia(duration: nil)
    live.isSeekable = false
    fixture.script("a", live)
    fixture.begin()
    fixture.advance(.seconds(1_000))
    #expect(fixture.engine.openedSources == ["a"])
  }

  @Test("Nothing new is prepared in a long pause, and prepared entries stay")
  func longPauseNothing() throws {
    let fixture = try QueueFixture(["a", "b", "c", "d"])
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.queue.pause()
    fixture.advance(.seconds(61))
    try fixture.queue.move(fixture.entry("c"), to: 1)
    #expect(fixture.engine.openedSources == ["a", "b"])
    fixture.advance(.seconds(600))
    #expect(fixture.engine.openedSources == ["a", "b"])
    fixture.queue.play()
    #expect(fixture.engine.openedSources == ["a", "b", "c"])
  }

  @Test("A long interruption is a long pause")
  func longInterruptionLong() throws {
    let fixture = try QueueFixture(["a", "b", "c", "d"])
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.queue.beginInterruption()
    fixture.advance(.seconds(61))
    try fixture.queue.move(fixture.entry("c"), to: 1)
    #expect(fixture.engine.openedSources == ["a", "b"])
    fixture.script("c", timedOut())
    fixture.queue.endInterruption()
    #expect(fixture.engine.openedSources == ["a", "b", "c"])
    fixture.advance(.seconds(1))
    fixture.queue.beginInterruption()
    fixture.advance(.seconds(61))
    #expect(fixture.engine.openedSources == ["a", "b", "c"])
    fixture.queue.endInterruption()
    fixture.advance(.milliseconds(1))
    #expect(fixture.engine.openedSources == ["a", "b", "c", "c"])
  }

  @Test("Another entry that becomes the next is prepared instead")
  func anotherEntryComes() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.script("x", FakeMedia())
    fixture.queue.playNext([URLTrack(path: "x")])
    #expect(fixture.engine.openedSources == ["a", "b", "x"])
    fixture.advance(.seconds(60))
    #expect(fixture.current == "x")
  }

  // MARK: Failures

  private func timedOut() -> FakeMedia {
    .failing(PlayerError(.timedOut, "It took too long.", isRetryable: true))
  }

  @Test("A preparation that fails is retried three times, at growing intervals")
  func failsAheadTime() async throws {
    let fixture = try QueueFixture(["a", "b"])
    fixture.script("b", timedOut())
    fixture.begin()
    fixture.advance(.milliseconds(100))
    var tries: [Int] = []
    for second in 1...50 {
      let count = fixture.engine.openedSources.count
      fixture.advance(.seconds(1))
      if fixture.engine.openedSources.count > count { tries.append(second) }
    }
    // After 2, 4, and 8 seconds, each counted from the previous failure.
    #expect(tries == [2, 7, 15])
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(!told.contains { $0.hasPrefix("failed") })
  }

  @Test("An entry that was repaired in time follows without a gap, and the failure is not reported")
  func mendedFollowsWithout() async throws {
    let fixture = try QueueFixture(["a", "b"])
    fixture.script("b", timedOut())
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.script("b", FakeMedia())
    fixture.advance(.seconds(59))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources == ["a", "b", "b"])
    let told = await fixture.told()
    #expect(!told.contains { $0.hasPrefix("failed") })
  }

  @Test(
    "An entry that begins before its next retry is retried then",
    arguments: [
      PlayerError(.unreachable, "No network.", isRetryable: true),
      PlayerError(.forbidden, "Expired.", httpStatus: 403),
    ]
  )
  func reachedBeforeTried(error: PlayerError) async throws {
    let fixture = try QueueFixture { $0.preparation = .beforeEnd(.seconds(1)) }
    fixture.script("b", .failing(error))
    fixture.begin()
    fixture.advance(.milliseconds(59_500))
    #expect(fixture.engine.openedSources == ["a", "b"])
    fixture.script("b", FakeMedia())
    fixture.advance(.seconds(1))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources.prefix(3) == ["a", "b", "b"])
    #expect(!(await fixture.told()).contains { $0.hasPrefix("failed") })
  }

  @Test("A network failure long ago does not count when its entry begins")
  func oldFailure() async throws {
    let fixture = try QueueFixture(["a", "b"])
    fixture.script("b", timedOut())
    fixture.begin()
    // All attempts ahead of time have failed by now, the last one more than 30 s ago.
    fixture.advance(.milliseconds(59_900))
    let tries = fixture.engine.openedSources.count
    fixture.script("b", FakeMedia())
    fixture.advance(.seconds(1))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    #expect(fixture.engine.openedSources.count == tries + 1)
    #expect(!(await fixture.told()).contains { $0.hasPrefix("failed") })
  }

  @Test("A permanent failure is not retried, and is reported when the entry begins")
  func canTMended() async throws {
    let fixture = try QueueFixture()
    fixture.script("b", .failing(.notFound))
    fixture.begin()
    fixture.advance(.seconds(59))
    #expect(fixture.engine.openedSources == ["a", "b"])
    #expect(!(await fixture.told()).contains { $0.hasPrefix("failed") })
    fixture.advance(.seconds(2))
    #expect(fixture.current == "c")
    #expect((await fixture.told()).filter { $0.hasPrefix("failed") } == ["failed b notFound skip"])
  }

  @Test("An address that seems to have expired is looked up again once")
  func addressSeemsExpired() async throws {
    let fixture = try QueueFixture(["a", "b"])
    fixture.script("b", .failing(PlayerError(.forbidden, "Expired.", httpStatus: 403)))
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.script("b", FakeMedia())
    fixture.advance(.seconds(59))
    #expect(fixture.current == "b")
    #expect(fixture.engine.openedSources == ["a", "b", "b"])
    let other = try QueueFixture(["a", "b"])
    other.script("b", .failing(PlayerError(.forbidden, "Forbidden.", httpStatus: 403)))
    other.begin()
    other.advance(.seconds(59))
    #expect(other.engine.openedSources == ["a", "b", "b"])
  }

  @Test("The next player type is also tried ahead, and its failure reported when the entry begins")
  func nextPlayerType() async throws {
    let clock = ManualClock()
    let group = FakePlayer.Group(clock: clock)
    let one = FakePlayer(playerType: .one, group: group)
    let two = FakePlayer(playerType: .two, group: group)
    let queue = QueuePlayer(players: [one, two], clock: clock)
    let log = QueueLog()
    queue.addSendableObserver(log, positionInterval: nil)
    one.setMedia(.failing(.notFound), for: "b")
    try queue.set([
      FakeTrack("a", playerTypes: [.one]), FakeTrack("b", playerTypes: [.one, .two]),
    ])
    queue.play()
    clock.advance(by: .seconds(10))
    #expect(one.preparedTracks.map(\.id) == ["a", "b"])
    #expect(two.preparedTracks.map(\.id) == ["b"])
    await queue.events.delivered()
    #expect(!log.words.elements.contains { $0.hasPrefix("failed") })
    clock.advance(by: .milliseconds(50_100))
    #expect(two.soundingTrack?.id == "b")
    await queue.events.delivered()
    #expect(
      log.words.elements.filter { $0.hasPrefix("failed") || $0.hasPrefix("b ") }
        == ["b auto", "failed b notFound alternative"]
    )
    // Nothing was loaded again.
    #expect(two.preparedTracks.map(\.id) == ["b"])
  }

  @Test("An alternative on a player that can't preload is loaded when the entry begins")
  func alternativePlayerCan() async throws {
    let clock = ManualClock()
    let one = FakePlayer(playerType: .one, group: FakePlayer.Group(clock: clock))
    let two = FakePlayer(playerType: .two, clock: clock)
    let queue = QueuePlayer(players: [one, two], clock: clock)
    let log = QueueLog()
    queue.addSendableObserver(log, positionInterval: nil)
    one.setMedia(.failing(.notFound), for: "b")
    try queue.set([
      FakeTrack("a", playerTypes: [.one]), FakeTrack("b", playerTypes: [.one, .two]),
    ])
    queue.play()
    clock.advance(by: .seconds(50))
    #expect(two.preparedTracks.isEmpty)
    clock.advance(by: .seconds(11))
    #expect(two.soundingTrack?.id == "b")
    #expect(one.preparedTracks.map(\.id) == ["a", "b"])
    await queue.events.delivered()
    #expect(
      log.words.elements.filter { $0.hasPrefix("failed") } == ["failed b notFound alternative"]
    )
  }

  // MARK: Slow lookups

  @Test("An unfinished look-up at the end is awaited, not repeated")
  func stillLookedEnd() async throws {
    let clock = ManualClock()
    let engine = FakeEngine(clock: clock, media: { _ in FakeMedia(duration: .seconds(60)) })
    let resolver = SlowResolver()
    let queue = QueuePlayer(
      players: [EnginePlayer(resolver: resolver, engine: engine, clock: clock)],
      clock: clock
    )
    try queue.set([FakeTrack("a"), FakeTrack("b"), FakeTrack("c")])
    queue.play()
    resolver.answer("a")
    try await clock.reach("a begins", within: .milliseconds(100)) { queue.state == .play }
    await resolver.waitForQuestion("b")
    clock.advance(by: .seconds(61))
    #expect(queue.status.currentEntry?.track.id == "b")
    #expect(queue.state == .loadToPlay)
    #expect(engine.soundingLoad == nil)
    resolver.answer("b")
    try await clock.reach("b begins", within: .milliseconds(100)) { queue.state == .play }
    #expect(resolver.questions.filter { $0 == "b" } == ["b"])
  }

  @Test("next() to an entry during its look-up continues the look-up, and obeys commands meanwhile")
  func nextOntoStill() async throws {
    let clock = ManualClock()
    let engine = FakeEngine(clock: clock, media: { _ in FakeMedia(duration: .seconds(60)) })
    let resolver = SlowResolver()
    let queue = QueuePlayer(
      players: [EnginePlayer(resolver: resolver, engine: engine, clock: clock)],
      clock: clock
    )
    try queue.set([FakeTrack("a"), FakeTrack("b")])
    queue.play()
    resolver.answer("a")
    try await clock.reach("a begins", within: .milliseconds(100)) { queue.state == .play }
    await resolver.waitForQuestion("b")
    queue.next()
    #expect(engine.soundingLoad == nil)
    queue.pause()
    queue.seek(to: .seconds(20))
    resolver.answer("b")
    try await clock.reach("b is ready", within: .milliseconds(100)) { queue.state == .pause }
    clock.advance(by: .seconds(1))
    #expect(queue.state == .pause)
    #expect(queue.position == .seconds(20))
    #expect(engine.openedSources == ["a", "b"])
    #expect(resolver.questions == ["a", "b"])
  }
}

/// Answers on demand.
private final class SlowResolver: MediaResolver {
  let playerType = PlayerType.url
  private let asked = Recorded<String>()
  private let answered = Recorded<String>()

  var questions: [String] { asked.elements }

  func resolve(_ track: any Track) async throws -> MediaSource {
    asked.append(track.id)
    let name = track.id
    try await answered.wait(for: "an answer") { $0.contains(name) }
    return MediaSource(.file(path: track.id))
  }

  func answer(_ name: String) {
    answered.append(name)
  }

  func waitForQuestion(_ name: String) async {
    _ = try? await asked.wait(for: "a question") { $0.contains(name) }
  }
}
