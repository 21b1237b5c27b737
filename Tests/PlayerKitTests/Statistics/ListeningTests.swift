import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("Listening time", .tags(.local))
struct ListeningTests {
  @Test("A track played through was heard for its length")
  func whole() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(61))
    let play = try #require(listening.ended.first)
    #expect(play.entry.track.id == "a")
    #expect(play.began == MonotonicInstant(sinceOrigin: .milliseconds(100)))
    #expect(play.date == ManualClock.dateOfOrigin.addingTimeInterval(0.1))
    #expect(play.heard == .seconds(60))
    #expect(play.played == .seconds(60))
    #expect(play.reached == .seconds(60))
    #expect(play.duration == .seconds(60))
    #expect(play.end == .finished)
    #expect(listening.words == ["began a", "ended a"])
  }

  @Test("Pauses, interruptions, buffering, and loading do not count")
  func gaps() async throws {
    let listening = try ListeningFixture(["a", "b"], rule: nil)
    var media = FakeMedia()
    media.stalls = [.init(at: .seconds(30), for: .seconds(7))]
    listening.fixture.script("a", media)
    await listening.begin()
    await listening.advance(.seconds(10))
    listening.queue.pause()
    await listening.advance(.seconds(100))
    listening.queue.play()
    await listening.advance(.seconds(5))
    let load = try #require(listening.fixture.engine.soundingLoad)
    listening.fixture.engine.inject(.suppressed(.interruption), for: load)
    listening.fixture.engine.setPlaying(false, load: load)
    await listening.advance(.seconds(50))
    listening.fixture.engine.setPlaying(true, load: load)
    listening.fixture.engine.inject(.suppressed(nil), for: load)
    await listening.advance(.seconds(52))
    let play = try #require(listening.ended.first)
    #expect(play.heard == .seconds(60))
    #expect(play.end == .finished)
  }

  @Test("At rate 2 a track takes half of its time")
  func rate() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(20))
    listening.queue.change(.rate(2))
    await listening.advance(.seconds(21))
    let play = try #require(listening.ended.first)
    #expect(play.heard == .seconds(40))
    #expect(play.played == .seconds(60))
  }

  @Test("A part that a seek skips does not count, and one that it repeats counts again")
  func seeks() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(20))
    listening.queue.seek(to: .seconds(50))
    await listening.advance(.seconds(5))
    listening.queue.seek(to: .seconds(10))
    await listening.advance(.seconds(51))
    let play = try #require(listening.ended.first)
    // The seeks themselves take 10 ms each.
    #expect(play.heard == .seconds(20) + .milliseconds(4_990) + .seconds(50))
    #expect(play.reached == .seconds(60))
  }

  @Test("A position that was sought and left before it sounded was not reached")
  func reached() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(5))
    listening.queue.seek(to: .seconds(50))
    listening.queue.seek(to: .seconds(7))
    await listening.advance(.milliseconds(1_010))
    #expect(listening.recorder?.current?.reached == .seconds(8))
  }

  @Test("A skipped track ends with the reason, and one skipped unheard is no play")
  func skips() async throws {
    let listening = try ListeningFixture(["a", "b", "c", "d"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(3))
    // The first track begins at once, because it is prepared. Of a burst, only the last track
    // begins then.
    for _ in 0..<3 { listening.queue.next() }
    await listening.advance(.seconds(1))
    #expect(listening.words == ["began a", "ended a", "began b", "ended b", "began d"])
    #expect(listening.ended.last?.heard == .zero)
    #expect(listening.ended.first?.end == .replaced(.userSelected))
    #expect(listening.ended.first?.heard == .seconds(3))
    #expect(listening.ended.first?.reached == .seconds(3))
  }

  @Test("Two plays without a gap meet at an exact time")
  func handOver() async throws {
    let listening = try ListeningFixture(["a", "b"], rule: nil)
    await listening.begin()
    await listening.advance(.seconds(121))
    #expect(listening.ended.map(\.heard) == [.seconds(60), .seconds(60)])
    #expect(listening.ended.map(\.end) == [.finished, .finished])
    let joint = try #require(listening.ended.last).began - listening.ended[0].began
    #expect(joint == .seconds(60))
  }

  @Test("Each repetition is a play, and a restart by previous() is not")
  func again() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    listening.queue.repeatMode = .one
    await listening.begin()
    await listening.advance(.seconds(90))
    #expect(listening.words == ["began a", "ended a", "began a"])
    listening.queue.previous()
    await listening.advance(.seconds(10))
    #expect(listening.words.count == 3)
    // The seek takes 10 ms.
    #expect(listening.recorder?.current?.heard == .seconds(40) - .milliseconds(10))
  }

  @Test("A failure ends a play, and a retry continues it")
  func failures() async throws {
    let listening = try ListeningFixture(["a", "b"], rule: nil) {
      $0.errorPolicy = .retry(count: 1, backoff: .seconds(1))
    }
    var media = FakeMedia()
    media.failure = .init(at: .seconds(4), PlayerError(.interrupted, "cut"))
    listening.fixture.script("a", media)
    await listening.begin()
    await listening.advance(.seconds(4))
    listening.fixture.script("a", FakeMedia())
    await listening.advance(.milliseconds(2_100))
    #expect(listening.words == ["began a"])
    #expect(listening.recorder?.current?.heard == .seconds(5))
    let load = try #require(listening.fixture.engine.soundingLoad)
    let error = PlayerError(.unsupportedFormat, "bad")
    listening.fixture.engine.inject(.failed(error, followedBy: nil), for: load)
    await listening.heard()
    #expect(listening.ended.first?.heard == .seconds(5))
    guard case .failed(let told) = listening.ended.first?.end else {
      Issue.record("The track did not fail.")
      return
    }
    #expect(told.code == .unsupportedFormat)
  }

  @Test("Stopping and emptying the queue end the play")
  func stops() async throws {
    let listening = try ListeningFixture(rule: nil)
    await listening.begin()
    await listening.advance(.seconds(3))
    listening.queue.stop()
    listening.queue.play()
    await listening.advance(.milliseconds(1_100))
    listening.queue.removeAll()
    await listening.advance(.seconds(10))
    #expect(listening.ended.map(\.end) == [.stopped, .replaced(.queueChanged)])
    #expect(listening.ended.map(\.heard) == [.seconds(3), .seconds(1)])
    #expect(listening.recorder?.current == nil)
  }

  @Test("The end is reported when the track ends, though the queue waits for more")
  func waiting() async throws {
    let listening = try ListeningFixture(["a"], rule: nil)
    let source = ScriptedSource()
    listening.queue.source = source
    await listening.begin()
    try await source.asked(1)
    await listening.advance(.seconds(29))
    let question = listening.queue.sourceRequests.current
    source.answer(.success([]))
    await question?.value
    // The source is asked again 2 s later, and awaited until 61.1 s.
    await listening.advance(.milliseconds(31_500))
    #expect(listening.queue.status.isAwaitingMore)
    #expect(listening.ended.map(\.end) == [.finished])
  }
}
