import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Interruptions and ducking", .tags(.pure))
struct InterruptionTests {
  @Test("24 A transient interruption pauses, and playback continues after it")
  func transientInterruptionPauses() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(5))
    fixture.queue.beginInterruption()
    #expect(fixture.state == .pause)
    #expect(fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.suppression == .interruption)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.advance(.seconds(20))
    #expect(fixture.queue.position == .seconds(5))
    fixture.queue.endInterruption()
    #expect(fixture.state == .play)
    #expect(fixture.queue.playback.suppression == nil)
    fixture.advance(.seconds(1))
    #expect(fixture.queue.position == .seconds(6))
    let told = await fixture.told()
    #expect(Array(told.suffix(4)) == ["suppressed interruption", "pause", "suppressed no", "play"])
  }

  @Test("24 Playback stays paused after a transient interruption if the user paused during it")
  func afterTransientInterruption() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.beginInterruption()
    fixture.queue.pause()
    fixture.queue.endInterruption()
    fixture.advance(.seconds(1))
    #expect(fixture.state == .pause)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.play()
    #expect(fixture.state == .play)
    #expect(fixture.engine.soundingLoad != nil)
  }

  @Test("Playback commanded during an interruption starts after it, with any track")
  func playedMeanwhile() throws {
    let fixture = try QueueFixture()
    fixture.queue.beginInterruption()
    fixture.begin()
    #expect(fixture.state == .pause)
    fixture.queue.next()
    fixture.advance(.seconds(1))
    #expect(fixture.current == "b")
    #expect(fixture.state == .pause)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.endInterruption()
    #expect(fixture.state == .play)
    #expect(fixture.engine.soundingLoad != nil)
  }

  @Test("Playback continues only after the last of several interruptions ends")
  func several() throws {
    let call = SuppressionReason(rawValue: "call")
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.beginInterruption(call)
    fixture.queue.beginInterruption()
    fixture.queue.beginInterruption()
    #expect(fixture.queue.playback.suppressions == [call, .interruption])
    fixture.queue.endInterruption(call)
    #expect(fixture.queue.playback.suppression == .interruption)
    #expect(fixture.state == .pause)
    fixture.queue.endInterruption(call)
    #expect(fixture.state == .pause)
    fixture.queue.endInterruption()
    #expect(fixture.state == .play)
  }

  @Test("Sound that starts elsewhere during an interruption is suppressed at once")
  func playedElsewhere() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let load = try #require(fixture.engine.soundingLoad)
    fixture.queue.beginInterruption()
    fixture.engine.setPlaying(true, load: load)
    fixture.engine.inject(.remote(.play), for: load)
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.endInterruption()
    #expect(fixture.state == .play)
  }

  @Test("An interruption that does not end by itself is a pause with that reason")
  func lasting() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.pause(reason: .interruption)
    #expect(fixture.state == .pause)
    #expect(!fixture.queue.playback.wantsToPlay)
    #expect(fixture.queue.playback.wantsToPlayReason == .interruption)
    fixture.queue.endInterruption()
    #expect(fixture.state == .pause)
    #expect(await fixture.told().contains("wants false interruption"))
  }

  @Test("Ducking lowers the sound, not the volume; the lowest factor applies until it ends")
  func ducking() async throws {
    let voice = SuppressionReason(rawValue: "voice")
    let fixture = try QueueFixture()
    fixture.queue.volume = 0.8
    fixture.begin()
    fixture.queue.beginDucking(to: 0.5, for: .interruption)
    #expect(fixture.queue.volume == 0.8)
    #expect(fixture.queue.ducking == 0.5)
    #expect(fixture.engine.output.volume == 0.4)
    fixture.queue.beginDucking(to: 0.25, for: voice)
    #expect(fixture.engine.output.volume == 0.2)
    fixture.queue.endDucking(for: .interruption)
    #expect(fixture.engine.output.volume == 0.2)
    fixture.queue.volume = 0.4
    #expect(fixture.engine.output.volume == 0.1)
    fixture.queue.endDucking(for: voice)
    fixture.queue.endDucking(for: voice)
    #expect(fixture.engine.output.volume == 0.4)
    #expect(fixture.queue.ducking == 1)
    let told = await fixture.told().filter { $0.hasPrefix("ducking") }
    #expect(told == ["ducking 0.5", "ducking 0.25", "ducking 1.0"])
  }

  @Test("Ducking applies to later tracks, and ignores invalid numbers")
  func duckingLater() throws {
    let fixture = try QueueFixture()
    fixture.queue.beginDucking(to: .nan, for: .interruption)
    #expect(fixture.queue.ducking == 1)
    fixture.queue.beginDucking(to: -3, for: .interruption)
    #expect(fixture.queue.ducking == 0)
    fixture.queue.beginDucking(to: 0.5, for: .interruption)
    fixture.begin()
    #expect(fixture.engine.output.volume == 0.5)
    fixture.queue.next()
    fixture.advance(.seconds(1))
    #expect(fixture.engine.output.volume == 0.5)
    fixture.queue.beginDucking(to: 7, for: .interruption)
    #expect(fixture.queue.ducking == 1)
  }

  @Test("A player without a queue supports interruptions and ducking too")
  func onAPlayer() throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock) { _ in FakeMedia() }
    player.play(URLTrack(path: "a"))
    clock.advance(by: .seconds(1))
    player.beginInterruption()
    #expect(player.state == .pause)
    player.beginDucking(to: 0.5, for: .interruption)
    #expect(player.ducking == 0.5)
    #expect(player.volume == 1)
    player.endInterruption()
    player.endDucking(for: .interruption)
    #expect(player.state == .play)
    #expect(player.ducking == 1)
    player.pause(reason: .interruption)
    #expect(player.status.wantsToPlayReason == .interruption)
  }
}
