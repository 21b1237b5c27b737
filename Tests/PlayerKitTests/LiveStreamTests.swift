import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A live stream in a queue", .tags(.pure))
struct LiveStreamTests {
  private func make() throws -> QueueFixture {
    let fixture = try QueueFixture(["live", "b"])
    var media = FakeMedia(duration: nil)
    media.isSeekable = false
    media.announcements = [
      .init(at: .zero, StreamMetadata(name: "Radio")),
      .init(at: .seconds(10), StreamMetadata(title: "One", name: "Radio")),
      .init(at: .seconds(20), StreamMetadata(title: "One", name: "Radio")),
      .init(at: .seconds(30), StreamMetadata(title: "Two", name: "Radio")),
    ]
    fixture.script("live", media)
    fixture.begin()
    return fixture
  }

  @Test("reports its titles when they are heard, each once")
  func titles() async throws {
    let fixture = try make()
    #expect(fixture.queue.playback.streamMetadata == StreamMetadata(name: "Radio"))
    fixture.advance(.seconds(10) - .milliseconds(1))
    #expect(fixture.queue.playback.streamMetadata?.title == nil)
    fixture.advance(.milliseconds(1))
    #expect(fixture.queue.playback.streamMetadata?.title == "One")
    fixture.advance(.seconds(25))
    fixture.queue.next()
    #expect(
      await fixture.told().filter { $0.hasPrefix("metadata") } == [
        "metadata none", "metadata One", "metadata Two", "metadata none",
      ]
    )
    #expect(fixture.queue.playback.streamMetadata == nil)
  }

  @Test("reports that it continues at the live edge, and from which position")
  func liveEdge() throws {
    var machine = PlaybackStateMachine(ids: LoadIDIssuer(issuer: 1))
    func at(_ seconds: Int) -> MonotonicInstant { .init(sinceOrigin: .seconds(seconds)) }
    let item = PlaybackItem(FakeTrack("live"))
    _ = machine.prepare(item, wantsToPlay: true, reason: .userSelected, now: at(0))
    let load = try #require(machine.status.load)
    let begin = PositionAnchor(position: .zero, speed: 1, instant: at(0))
    let media = LoadedMedia(anchor: begin, duration: nil, isSeekable: false)
    _ = machine.report(.loaded(media), of: load, now: at(0))
    _ = machine.pause(now: at(10))
    _ = machine.play(now: at(80))
    _ = machine.report(.buffering(true), of: load, now: at(80))
    #expect(machine.status.state == .loadToPlay)
    let edge = PositionAnchor(position: .seconds(80), speed: 1, instant: at(81))
    let step = machine.report(.liveEdge(edge), of: load, now: at(81))
    let jumps = step.changes.compactMap { change in
      if case .discontinuity(let jump) = change { jump } else { nil }
    }
    #expect(jumps.map(\.reason) == [.liveEdge])
    #expect(jumps.map(\.from) == [.seconds(10)])
    #expect(jumps.map(\.to) == [.seconds(80)])
    _ = machine.report(.buffering(false), of: load, now: at(81))
    #expect(machine.status.state == .play)
    #expect(machine.status.position(at: at(83)) == .seconds(82))
  }

  @Test("has no length, and nothing is preloaded after it")
  func noPrefetch() throws {
    let fixture = try make()
    fixture.advance(.seconds(7200))
    #expect(fixture.queue.playback.isLive)
    #expect(fixture.queue.playback.duration == nil)
    #expect(fixture.queue.position == .seconds(7200))
    #expect(fixture.engine.openedSources == ["live"])
  }

  @Test("is followed by the next entry if it ends after all, and by next()")
  func follows() throws {
    let fixture = try make()
    fixture.advance(.seconds(30))
    let load = try #require(fixture.engine.soundingLoad)
    fixture.engine.inject(.ended(followedBy: nil), for: load)
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("whose length becomes known is a track like others")
  func lengthFound() throws {
    let fixture = try make()
    let load = try #require(fixture.engine.soundingLoad)
    fixture.engine.inject(.duration(.seconds(60)), for: load)
    #expect(!fixture.queue.playback.isLive)
    #expect(fixture.engine.openedSources == ["live", "b"])
  }

  @Test("is left by previous() for the entry before, however long it has played")
  func previous() throws {
    let fixture = try QueueFixture(["a", "live"], startAt: 1)
    var media = FakeMedia(duration: nil)
    media.isSeekable = false
    fixture.script("live", media)
    fixture.begin()
    fixture.advance(.seconds(3600))
    fixture.queue.previous()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
  }

  @Test("is retried after each failure if it was heard in between")
  func retries() async throws {
    let fixture = try QueueFixture(["live", "b"]) {
      $0.errorPolicy = .retry(count: 1, backoff: .seconds(1))
    }
    var media = FakeMedia(duration: nil)
    media.isSeekable = false
    fixture.script("live", media)
    fixture.begin()
    // Each time it plays for a shorter time than before, and starts at 0 again.
    for hours in [4, 3, 2, 1] {
      fixture.advance(.seconds(hours * 3600))
      let load = try #require(fixture.engine.soundingLoad)
      let error = PlayerError(.interrupted, "It broke off.", isRetryable: true)
      fixture.engine.inject(.failed(error, followedBy: nil), for: load)
      fixture.advance(.milliseconds(1100))
      #expect(fixture.current == "live")
      #expect(fixture.state == .play)
    }
    // A stream that sounds only briefly counts as a failure.
    for _ in 0..<2 {
      let load = try #require(fixture.engine.soundingLoad)
      let error = PlayerError(.interrupted, "It broke off.", isRetryable: true)
      fixture.engine.inject(.failed(error, followedBy: nil), for: load)
      fixture.advance(.milliseconds(1100))
    }
    #expect(fixture.current == "b")
  }
}
