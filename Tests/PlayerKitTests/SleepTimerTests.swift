import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The sleep timer", .tags(.pure))
struct SleepTimerTests {
  @Test("pauses after its time, through changes of track, with a reason of its own, and once")
  func after() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .after(.seconds(90), on: fixture.clock)
    #expect(fixture.queue.sleepTimer == .at(fixture.clock.now + .seconds(90)))
    fixture.advance(.seconds(89))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    fixture.advance(.seconds(1))
    #expect(fixture.state == .pause)
    #expect(fixture.queue.playback.wantsToPlayReason == .sleepTimer)
    #expect(fixture.queue.sleepTimer == nil)
    #expect(fixture.engine.soundingLoad == nil)
    let position = fixture.queue.position
    fixture.queue.play()
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == position)
    fixture.advance(.seconds(10))
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(told.contains("wants false sleepTimer"))
    #expect(told.filter { $0.hasPrefix("sleep timer") }.count == 2)
  }

  @Test("counts on while paused, and leaves a pause as it is")
  func whilePaused() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .at(fixture.clock.now + .seconds(10))
    fixture.queue.pause()
    fixture.advance(.seconds(10))
    #expect(fixture.queue.sleepTimer == nil)
    #expect(fixture.queue.playback.wantsToPlayReason == .user)
    fixture.queue.play()
    fixture.advance(.seconds(10))
    #expect(fixture.state == .play)
  }

  @Test("set twice, the later one holds; cancelled, none does")
  func twice() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .after(.seconds(5), on: fixture.clock)
    fixture.queue.sleepTimer = .after(.seconds(20), on: fixture.clock)
    fixture.advance(.seconds(10))
    #expect(fixture.state == .play)
    fixture.queue.sleepTimer = nil
    fixture.queue.sleepTimer = nil
    fixture.advance(.seconds(30))
    #expect(fixture.state == .play)
  }

  @Test("set to the past, pauses at once")
  func past() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(5))
    fixture.queue.sleepTimer = .after(.seconds(-1), on: fixture.clock)
    #expect(fixture.state == .pause)
    #expect(fixture.queue.sleepTimer == nil)
    fixture.queue.play()
    fixture.queue.sleepTimer = .at(MonotonicInstant(sinceOrigin: .zero))
    #expect(fixture.state == .pause)
  }

  @Test("set to the far future, breaks nothing")
  func farFuture() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .after(.seconds(Int64.max), on: fixture.clock)
    fixture.advance(.seconds(5))
    #expect(fixture.state == .play)
  }

  @Test("at the end of the track, lets it sound to its end and nothing after it")
  func endOfTrack() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .endOfTrack
    #expect(fixture.queue.sleepTimer == .endOfTrack)
    #expect(fixture.engine.knownLoads.count == 1)
    fixture.advance(.seconds(59))
    #expect(fixture.state == .play)
    fixture.advance(.seconds(2))
    #expect(fixture.current == "a")
    #expect(fixture.queue.status.endReason == .stopped)
    #expect(fixture.queue.playback.wantsToPlayReason == .sleepTimer)
    #expect(fixture.queue.sleepTimer == nil)
    #expect(fixture.engine.soundingLoad == nil)
    #expect(await fixture.told().contains("wants false sleepTimer"))
    fixture.queue.next()
    fixture.queue.play()
    fixture.advance(.seconds(70))
    #expect(fixture.current == "c")
  }

  @Test("at the end of the track, holds for the track that a command goes to, and for the last one")
  func endOfLaterTrack() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .endOfTrack
    try fixture.queue.play(fixture.entry("c"))
    fixture.advance(.seconds(61))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(!fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.wantsToPlayReason == .sleepTimer)
    #expect(fixture.queue.sleepTimer == nil)
  }

  @Test("cancelled, lets what follows be handed over again")
  func cancelled() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .endOfTrack
    fixture.queue.sleepTimer = nil
    #expect(fixture.engine.knownLoads.count == 2)
    fixture.advance(.seconds(61))
    #expect(fixture.current == "b")
  }
}
