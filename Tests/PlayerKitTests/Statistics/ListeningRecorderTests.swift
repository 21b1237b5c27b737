import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The listening recorder", .tags(.local))
struct ListeningRecorderTests {
  @Test("reports at once when the rule is fulfilled, once")
  func qualifies() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    await listening.advance(.seconds(30) - .nanoseconds(1))
    #expect(listening.qualified.isEmpty)
    await listening.advance(.nanoseconds(1))
    #expect(listening.qualified.map(\.played) == [.seconds(30)])
    await listening.advance(.seconds(31))
    #expect(listening.words == ["began a", "qualified a", "ended a"])
    #expect(listening.ended.first?.isQualified == true)
  }

  @Test("takes pauses and the rate into account for that moment")
  func pauses() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    await listening.advance(.seconds(10))
    listening.queue.pause()
    await listening.advance(.seconds(100))
    listening.queue.change(.rate(2))
    listening.queue.play()
    await listening.advance(.seconds(10) - .nanoseconds(1))
    #expect(listening.qualified.isEmpty)
    await listening.advance(.nanoseconds(1))
    #expect(listening.qualified.map(\.heard) == [.seconds(20)])
  }

  @Test("is not misled by a pause that it has not received yet")
  func race() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    listening.fixture.advance(.seconds(29))
    listening.queue.pause()
    // There was no suspension since, so the pause event is still on its way.
    listening.fixture.advance(.seconds(10))
    await listening.heard()
    #expect(listening.qualified.isEmpty)
    #expect(listening.recorder?.current?.heard == .seconds(29))
  }

  @Test("keeps counting at an expected measured position, which causes no event")
  func measured() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    await listening.advance(.seconds(10))
    let load = try #require(listening.queue.playback.load)
    listening.fixture.engine.measure(load)
    await listening.advance(.seconds(5))
    try #require(listening.queue.playback.anchor?.position == .seconds(10))
    try #require(listening.recorder?.current?.heard == .seconds(15))
    await listening.advance(.seconds(15))
    #expect(listening.qualified.map(\.played) == [.seconds(30)])
  }

  @Test("does not count the hours that the machine slept")
  func asleep() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    await listening.advance(.seconds(10))
    listening.fixture.clock.suspend(for: .seconds(8 * 3600))
    await listening.advance(.seconds(5))
    #expect(listening.queue.position == .seconds(15))
    #expect(listening.recorder?.current?.heard == .seconds(15))
    #expect(listening.qualified.isEmpty)
    await listening.advance(.seconds(46))
    let play = try #require(listening.ended.first)
    #expect(play.heard == .seconds(60))
    #expect(play.date == ManualClock.dateOfOrigin.addingTimeInterval(0.1))
  }

  @Test("has no timer when nothing plays, nor once the rule is fulfilled")
  func timers() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    listening.queue.pause()
    await listening.heard()
    #expect(listening.fixture.clock.nextDeadline == nil)
  }

  @Test("counts no play of a track of 30 seconds, and one of a long track after 4 minutes")
  func rule() {
    let rule = ScrobbleRule.lastFM
    #expect(rule.required(for: .seconds(30)) == nil)
    #expect(rule.required(for: .seconds(31)) == .milliseconds(15_500))
    #expect(rule.required(for: .seconds(480)) == .seconds(240))
    #expect(rule.required(for: .seconds(3600)) == .seconds(240))
    #expect(rule.required(for: nil) == .seconds(240))
  }

  @Test("that is added during playback begins at that moment")
  func late() async throws {
    let listening = try ListeningFixture(["a"])
    await listening.begin()
    await listening.advance(.seconds(12))
    let events = Recorded<ListeningEvent>()
    let recorder = ListeningRecorder(of: listening.queue) { events.append($0) }
    await listening.advance(.seconds(10))
    #expect(recorder.current?.heard == .seconds(10))
    #expect(recorder.current?.reached == .seconds(22))
    #expect(events.elements.count == 1)
  }

  @Test("reports the unfinished play when it is freed")
  func freed() async throws {
    let listening = try ListeningFixture()
    await listening.begin()
    await listening.advance(.seconds(9))
    listening.free()
    #expect(listening.ended.map(\.end) == [.recordingEnded])
    #expect(listening.ended.map(\.heard) == [.seconds(9)])
    #expect(listening.fixture.clock.nextDeadline != nil)
  }

  @Test("reports the unfinished play once when it is stopped, and nothing after it")
  func stopped() async throws {
    let listening = try ListeningFixture()
    await listening.begin()
    await listening.advance(.seconds(9))
    listening.recorder?.stop()
    listening.recorder?.stop()
    await listening.advance(.seconds(100))
    listening.free()
    #expect(listening.words == ["began a", "ended a"])
  }

  @Test("reports the unfinished play when the queue is freed")
  func queueFreed() async throws {
    let clock = ManualClock()
    let engine = FakeEngine(clock: clock) { _ in FakeMedia() }
    var queue: QueuePlayer? = QueuePlayer(
      players: [URLPlayer(engine: engine, clock: clock)],
      clock: clock
    )
    let events = Recorded<ListeningEvent>()
    let recorder = try ListeningRecorder(of: #require(queue)) { events.append($0) }
    try queue?.set([URLTrack(path: "a")])
    queue?.play()
    clock.advance(by: .milliseconds(100))
    await queue?.events.delivered()
    clock.advance(by: .seconds(8))
    queue = nil
    let told = try await events.wait(for: "the end") { $0.count == 2 }
    #expect(told.last?.listening.end == .recordingEnded)
    #expect(told.last?.listening.heard == .seconds(8))
    #expect(recorder.current == nil)
  }
}
