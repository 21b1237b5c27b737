import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Stopping after the current track", .tags(.pure))
struct StopAfterCurrentTests {
  @Test("stops at the end of the track, plays nothing after it, and happens once")
  func stops() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.stopsAfterCurrent = true
    fixture.advance(.seconds(61))
    #expect(fixture.queue.status.endReason == .stopped)
    #expect(fixture.state == .initial)
    #expect(fixture.current == "a")
    #expect(fixture.engine.soundingLoad == nil)
    #expect(!fixture.queue.stopsAfterCurrent)

    fixture.queue.play()
    fixture.advance(.seconds(61))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("cancels the preload, and preloads again when it is turned off")
  func handOver() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(1))
    #expect(fixture.engine.knownLoads.count == 2)
    fixture.queue.stopsAfterCurrent = true
    #expect(fixture.engine.knownLoads.count == 1)
    fixture.queue.stopsAfterCurrent = false
    #expect(fixture.engine.knownLoads.count == 2)
    fixture.advance(.seconds(60))
    #expect(fixture.current == "b")
  }

  @Test("applies to the entry that a command goes to")
  func next() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.stopsAfterCurrent = true
    fixture.queue.next()
    fixture.advance(.seconds(30))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    fixture.advance(.seconds(31))
    #expect(fixture.queue.status.endReason == .stopped)
    #expect(fixture.current == "b")
  }

  @Test(
    "has priority over repeating, and is the end after the last track",
    arguments: RepeatMode.allCases
  )
  func repeating(mode: RepeatMode) throws {
    let fixture = try QueueFixture(["a"])
    fixture.queue.repeatMode = mode
    fixture.begin()
    fixture.queue.stopsAfterCurrent = true
    fixture.advance(.seconds(61))
    #expect(fixture.queue.status.endReason == (mode == .off ? .finished : .stopped))
    #expect(fixture.engine.soundingLoad == nil)
  }

  @Test("applies if the track fails")
  func failure() throws {
    let fixture = try QueueFixture()
    fixture.script("a", .failing(.notFound))
    fixture.queue.stopsAfterCurrent = true
    fixture.begin()
    #expect(fixture.queue.status.endReason == .stopped)
    #expect(fixture.engine.openedSources == ["a"])
  }

  @Test("leaves playback unwanted after the last track, too")
  func last() throws {
    let fixture = try QueueFixture(["a"])
    fixture.begin()
    fixture.queue.stopsAfterCurrent = true
    fixture.advance(.seconds(61))
    #expect(fixture.queue.status.endReason == .finished)
    #expect(!fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.wantsToPlayReason == .endOfItem)
  }
}
