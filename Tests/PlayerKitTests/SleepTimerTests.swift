import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The sleep timer", .tags(.pure))
struct SleepTimerTests {
  @Test("pauses after its time, once, across changes of track, with its own reason")
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

  @Test("keeps counting while paused, and leaves a pause unchanged")
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

  @Test("replaces an earlier one, and does nothing after it is cancelled")
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

  @Test("in the past pauses at once")
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

  @Test("in the far future does no harm")
  func farFuture() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .after(.seconds(Int64.max), on: fixture.clock)
    fixture.advance(.seconds(5))
    #expect(fixture.state == .play)
  }

  @Test("at the end of the track lets it play to its end, and nothing after it")
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

  @Test("at the end of the track applies to the track that a command goes to, and to the last one")
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

  @Test("lets the next entry be preloaded again after it is cancelled")
  func cancelled() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .endOfTrack
    fixture.queue.sleepTimer = nil
    #expect(fixture.engine.knownLoads.count == 2)
    fixture.advance(.seconds(61))
    #expect(fixture.current == "b")
  }

  @Test("fades out evenly before it pauses, and restores the volume for the next play()")
  func fade() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.volume = 0.8
    fixture.queue.sleepTimer = .after(.seconds(20), fadingOut: .seconds(10), on: fixture.clock)
    fixture.advance(.seconds(10))
    #expect(fixture.queue.ducking == 1)
    for step in 1..<40 {
      fixture.advance(.milliseconds(250))
      #expect(abs(fixture.queue.ducking - (1 - Double(step) / 40)) < 1e-9)
      #expect(fixture.state == .play)
    }
    #expect(fixture.queue.volume == 0.8)
    fixture.advance(.milliseconds(250))
    #expect(fixture.state == .pause)
    #expect(fixture.queue.playback.wantsToPlayReason == .sleepTimer)
    // Not loud while the player may still be pausing.
    #expect(fixture.queue.ducking < 0.1)
    fixture.advance(.milliseconds(250))
    #expect(fixture.queue.ducking == 1)
    #expect(fixture.queue.volume == 0.8)
    let levels = await fixture.told().filter { $0.hasPrefix("ducking") }
    #expect(levels.count == 40)
  }

  @Test("restores the volume if it is cancelled in its fade, or if play() follows its pause")
  func cancelledFade() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.sleepTimer = .after(.seconds(4), fadingOut: .seconds(4), on: fixture.clock)
    fixture.advance(.seconds(2))
    #expect(fixture.queue.ducking == 0.5)
    fixture.queue.sleepTimer = nil
    #expect(fixture.queue.ducking == 1)
    fixture.queue.sleepTimer = .after(.seconds(4), fadingOut: .seconds(4), on: fixture.clock)
    fixture.advance(.seconds(4))
    #expect(fixture.queue.ducking < 0.1)
    fixture.queue.play()
    #expect(fixture.queue.ducking == 1)
  }

  @Test("does not change another ducking, and the smaller factor applies")
  func fadeAndDucking() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.beginDucking(to: 0.4, for: .interruption)
    fixture.queue.sleepTimer = .after(.seconds(4), fadingOut: .seconds(4), on: fixture.clock)
    fixture.advance(.seconds(2))
    #expect(fixture.queue.ducking == 0.4)
    fixture.advance(.seconds(1))
    #expect(fixture.queue.ducking == 0.25)
    fixture.advance(.seconds(2))
    #expect(fixture.queue.ducking == 0.4)
  }

  @Test(
    "accepts any length of the fade",
    arguments: [Duration.seconds(-1), .nanoseconds(1), .seconds(3600), .seconds(Int64.max)]
  )
  func hostileFade(fade: Duration) throws {
    let fixture = try QueueFixture()
    fixture.begin()
    for timer in [
      SleepTimer.after(.seconds(4), fadingOut: fade, on: fixture.clock),
      .at(fixture.clock.now + .seconds(8), fadingOut: fade),
    ] {
      fixture.queue.sleepTimer = timer
      #expect(fixture.queue.ducking > 0)
      fixture.advance(.seconds(8))
      #expect(fixture.state == .pause)
      #expect(fixture.queue.ducking == 1)
      fixture.queue.play()
    }
  }
}
