import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The bounds of the error policies", .tags(.pure))
struct ErrorPolicyBoundsTests {
  private func failing(
    _ count: Int,
    configure: (inout QueuePlayer.Configuration) -> Void = { _ in }
  ) throws -> QueueFixture {
    let names = (0..<count).map { "t\($0)" }
    let fixture = try QueueFixture(names, configure: configure)
    for name in names { fixture.script(name, .failing(.serverError)) }
    return fixture
  }

  @Test(
    "The queue stops after the set number of failures in a row, by default ten",
    arguments: [nil, 3, 0]
  )
  func maximum(limit: Int?) throws {
    let fixture = try failing(30) { if let limit { $0.maximumFailures = limit } }
    fixture.queue.play()
    fixture.advance(.seconds(30))
    let count = max(limit ?? 10, 1)
    let reason = fixture.queue.status.endReason
    guard case .failed(count, let last) = reason else {
      Issue.record("\(String(describing: reason))")
      return
    }
    #expect(last.code == .serverError)
    #expect(fixture.current == "t\(count - 1)")
    #expect(fixture.engine.openedSources.count == count)
  }

  @Test("A track heard to its end resets the count of failures")
  func countAnew() throws {
    let fixture = try failing(7) { $0.maximumFailures = 3 }
    fixture.script("t2", FakeMedia(duration: .seconds(1)))
    fixture.script("t5", FakeMedia(duration: .seconds(1)))
    fixture.queue.play()
    fixture.advance(.seconds(30))
    #expect(fixture.current == "t6")
    #expect(fixture.queue.status.endReason == .finished)
  }

  @Test("The delay between retries doubles up to the limit")
  func backoff() throws {
    let fixture = try failing(1) {
      $0.errorPolicy = .retry(count: 5, backoff: .seconds(1))
      $0.maximumBackoff = .seconds(3)
    }
    fixture.queue.play()
    var waits: [Duration] = []
    for _ in 0..<5 {
      fixture.advance(.milliseconds(100))
      let begin = fixture.clock.now
      let count = fixture.engine.openedSources.count
      fixture.clock.advance { fixture.engine.openedSources.count > count }
      waits.append(fixture.clock.now - begin)
    }
    #expect(waits == [.seconds(1), .seconds(2), .seconds(3), .seconds(3), .seconds(3)])
  }

  @Test("Invalid numbers are limited to valid ones")
  func nonsense() throws {
    let fixture = try failing(2) {
      $0.errorPolicy = .retry(count: 100, backoff: .seconds(Int64.max))
      $0.maximumBackoff = .seconds(Int64.max)
      $0.releaseTimeout = .seconds(Int64.max)
      $0.endTolerance = .seconds(Int64.max)
    }
    fixture.queue.play()
    fixture.advance(.seconds(3600))
    #expect(fixture.state == .loadToPlay)
    fixture.queue.errorPolicy = .retry(count: -1, backoff: .seconds(-5))
    fixture.queue.retry()
    fixture.advance(.seconds(1))
    #expect(fixture.current == "t1")
    #expect(fixture.engine.openedSources == ["t0", "t0", "t1"])
  }

  @Test("A policy set during playback applies from the next failure on")
  func setLater() throws {
    let fixture = try failing(3)
    fixture.script("t0", FakeMedia(duration: .seconds(5)))
    fixture.begin()
    fixture.queue.errorPolicy = .stop
    #expect(fixture.queue.errorPolicy == .stop)
    fixture.advance(.seconds(10))
    #expect(fixture.current == "t1")
    #expect(fixture.state == .initial)
  }
}

@Suite("Alternative players in the middle of a track", .tags(.pure))
struct AlternativeTests {
  private let clock = ManualClock()
  private let full: FakePlayer
  private let previews: FakePlayer
  private let queue: QueuePlayer

  init() throws {
    full = FakePlayer(playerType: .two, clock: clock) { _ in
      var media = FakeMedia(duration: .seconds(200))
      media.failure = .init(at: .seconds(50), PlayerError(.noDevice, "gone"))
      return media
    }
    previews = FakePlayer(playerType: .one, clock: clock) { _ in FakeMedia() }
    queue = QueuePlayer(players: [full, previews], clock: clock)
    try queue.set([AnyTrack(id: "a") { [.two, .one] }, AnyTrack(id: "b") { [.one] }])
  }

  @Test("An alternative of the same length continues where the first player failed")
  func goesOn() {
    queue.play()
    previews.setMedia(FakeMedia(duration: .seconds(200)), for: "a")
    clock.advance(by: .seconds(51))
    #expect(previews.soundingTrack?.id == "a")
    #expect(queue.status.currentEntry?.track.id == "a")
    #expect(queue.position > .seconds(50))
  }

  @Test("A shorter alternative begins at its start, and is heard")
  func beginsAnew() {
    previews.setMedia(FakeMedia(duration: .seconds(30)), for: "a")
    queue.play()
    clock.advance(by: .seconds(51))
    #expect(queue.status.currentEntry?.track.id == "a")
    #expect(previews.soundingTrack?.id == "a")
    #expect(queue.position < .seconds(2))
    clock.advance(by: .seconds(28))
    #expect(queue.status.currentEntry?.track.id == "a")
    clock.advance(by: .seconds(3))
    #expect(queue.status.currentEntry?.track.id == "b")
  }
}
