import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// The behavior of a queue with failures, silence, and invalid edits.
@Suite(.tags(.pure)) struct QueuePolicyTests {
  @Test("Under the policy stop, the queue stops at the failure")
  func underPolicyStop() async throws {
    let fixture = try QueueFixture { $0.errorPolicy = .stop }
    fixture.script("a", .failing(.notFound))
    fixture.begin()
    #expect(fixture.state == .initial)
    let told = await fixture.told()
    #expect(told.last == "ended failed 1 notFound")
    #expect(fixture.current == "a")
  }

  @Test("Under the policy retry, a passing failure is retried after the backoff")
  func underPolicyRetry() async throws {
    let fixture = try QueueFixture { $0.errorPolicy = .retry(count: 2, backoff: .seconds(1)) }
    fixture.script("a", .failing(.serverError))
    fixture.begin()
    fixture.script("a", FakeMedia())
    #expect(fixture.state == .loadToPlay)
    fixture.advance(.milliseconds(1100))
    #expect(fixture.state == .play)
    #expect(fixture.current == "a")
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("failed") } == ["failed a serverError retry"])
  }

  @Test("After the last retry the track is skipped")
  func afterLastRetry() async throws {
    let fixture = try QueueFixture { $0.errorPolicy = .retry(count: 2, backoff: .seconds(1)) }
    fixture.script("a", .failing(.serverError))
    fixture.begin()
    fixture.advance(.seconds(10))
    let told = await fixture.told()
    #expect(
      told.filter { $0.hasPrefix("failed") } == [
        "failed a serverError retry", "failed a serverError retry", "failed a serverError skip",
      ]
    )
    #expect(fixture.current == "b")
  }

  @Test("A failure that no retry can help is skipped at once")
  func noRetryCan() async throws {
    let fixture = try QueueFixture { $0.errorPolicy = .retry }
    fixture.script("a", .failing(.notFound))
    fixture.begin()
    #expect(fixture.current == "b")
  }

  @Test("The queue notices an end that the player does not report")
  func endNobodyReports() throws {
    let fixture = try QueueFixture()
    var media = FakeMedia(duration: .seconds(10))
    media.reportsEnd = false
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(15))
    #expect(fixture.current == "a")
    fixture.advance(.seconds(2))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("A track paused while the queue checks its end does not end")
  func trackPausedWhile() throws {
    let fixture = try QueueFixture()
    var media = FakeMedia(duration: .seconds(10))
    media.reportsEnd = false
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(14))
    fixture.queue.pause()
    fixture.advance(.seconds(60))
    #expect(fixture.current == "a")
    #expect(fixture.state == .pause)
    fixture.queue.play()
    fixture.advance(.seconds(10))
    #expect(fixture.current == "b")
  }

  @Test("A track that plays past its stated length keeps playing")
  func trackPlaysPast() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    let load = try #require(fixture.engine.soundingLoad)
    fixture.engine.inject(.duration(.seconds(10)), for: load)
    fixture.advance(.seconds(40))
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
    #expect(fixture.queue.playback.duration == nil)
    #expect(fixture.queue.position == .seconds(40))
    fixture.advance(.seconds(21))
    #expect(fixture.current == "b")
  }

  @Test("The count of retries is reset once a track has played for a while")
  func triesCountedAnew() async throws {
    let fixture = try QueueFixture { $0.errorPolicy = .retry(count: 1, backoff: .seconds(1)) }
    var media = FakeMedia()
    media.failure = .init(at: .seconds(10), PlayerError(.interrupted, "cut"))
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.milliseconds(10_050))
    media.failure = .init(at: .seconds(20), PlayerError(.interrupted, "cut"))
    fixture.script("a", media)
    fixture.advance(.milliseconds(11_200))
    fixture.script("a", FakeMedia())
    fixture.advance(.seconds(2))
    #expect(fixture.current == "a")
    #expect(fixture.state == .play)
    let told = await fixture.told()
    #expect(told.filter { $0.hasPrefix("failed") }.count == 2)
  }

  @Test("Stopping after the current track ends the request to play")
  func stoppingAfterCurrent() async throws {
    let fixture = try QueueFixture()
    fixture.queue.stopsAfterCurrent = true
    fixture.begin()
    fixture.advance(.seconds(60))
    #expect(fixture.state == .initial)
    #expect(await fixture.told().contains("wants false endOfItem"))
    fixture.queue.next()
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("A seek in media that can't seek is answered at once")
  func seekNonePossible() async throws {
    let fixture = try QueueFixture()
    var media = FakeMedia()
    media.isSeekable = false
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(2))
    fixture.queue.seek(to: .seconds(30))
    #expect(fixture.queue.position == .seconds(2))
    #expect(await fixture.told().contains("sought 2.0 seconds"))
  }

  @Test("A track cut in the middle fails as interrupted, and the next one plays")
  func trackCutMiddle() async throws {
    let fixture = try QueueFixture()
    var media = FakeMedia()
    media.failure = .init(at: .seconds(5), PlayerError(.interrupted, "cut"))
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(6))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
    #expect(await fixture.told().contains("failed a interrupted skip"))
  }

  @Test("After the end, play begins the only entry again")
  func afterEndPlay() async throws {
    let fixture = try QueueFixture(["a"])
    fixture.begin()
    fixture.advance(.seconds(60))
    #expect(fixture.state == .initial)
    #expect(fixture.queue.status.endReason == .finished)
    fixture.queue.play()
    #expect(fixture.queue.position == .zero)
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
  }

  @Test("Appended entries wait for a command after the end")
  func appendedEntriesWait() throws {
    let fixture = try QueueFixture(["a"])
    fixture.begin()
    fixture.advance(.seconds(60))
    fixture.script("b", FakeMedia())
    fixture.queue.append([URLTrack(path: "b")])
    #expect(fixture.state == .initial)
    fixture.queue.next()
    fixture.advance(.milliseconds(100))
    #expect(fixture.current == "b")
    #expect(fixture.state == .play)
  }

  @Test("next() at the end is ignored")
  func nextEndIgnored() throws {
    let fixture = try QueueFixture(startAt: 2)
    fixture.begin()
    fixture.queue.next()
    #expect(fixture.current == "c")
    #expect(fixture.state == .play)
  }

  @Test("stop() keeps entry and position")
  func stopKeepsEntry() async throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(7))
    fixture.queue.stop()
    #expect(fixture.state == .initial)
    #expect(fixture.queue.position == .seconds(7))
    #expect(fixture.engine.soundingLoad == nil)
    fixture.queue.play()
    fixture.advance(.milliseconds(100))
    #expect(fixture.state == .play)
    #expect(fixture.queue.position == .seconds(7))
  }

  @Test("A seek past the end is the natural end")
  func seekPastEnd() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.queue.seek(to: .seconds(61))
    fixture.advance(.seconds(1))
    #expect(fixture.current == "b")
  }

  @Test("Invalid edits throw, change nothing, and report nothing")
  func editsMakeNo() async throws {
    let fixture = try QueueFixture()
    let gone = try fixture.entry("b")
    try fixture.queue.remove([gone])
    let before = await fixture.told().count
    let version = fixture.queue.entries.version
    #expect(throws: QueueError.unknownEntry(gone)) { try fixture.queue.remove([gone]) }
    #expect(throws: QueueError.unknownEntry(gone)) { try fixture.queue.move(gone, to: 0) }
    #expect(throws: QueueError.unknownEntry(gone)) { try fixture.queue.play(gone) }
    #expect(throws: QueueError.indexOutOfRange(9)) {
      try fixture.queue.move(try fixture.entry("a"), to: 9)
    }
    #expect(throws: QueueError.indexOutOfRange(-1)) { try fixture.queue.insert([], at: -1) }
    #expect(throws: QueueError.indexOutOfRange(5)) {
      try fixture.queue.set([URLTrack(path: "x")], startAt: 5)
    }
    #expect(fixture.queue.entries.version == version)
    #expect(await fixture.told().count == before)
  }

  @Test("The engine knows at most two loads")
  func mostTwoLoads() throws {
    let fixture = try QueueFixture((0..<50).map { "t\($0)" })
    fixture.begin()
    for _ in 0..<10 {
      fixture.queue.next()
      fixture.advance(.milliseconds(150))
      #expect(fixture.engine.knownLoads.count <= 2)
    }
    #expect(Set(fixture.engine.openedSources).count <= 12)
  }
}

@Suite(.tags(.pure)) struct QueueLifetimeTests {
  @Test("A released queue falls silent and ends its sequences")
  func queueGoesAway() async throws {
    var fixture: QueueFixture? = try QueueFixture()
    let engine = try #require(fixture?.engine)
    let updates = try #require(fixture?.queue.updates())
    fixture?.begin()
    #expect(engine.soundingLoad != nil)
    fixture = nil
    // A delivery may retain the queue for a moment. The sequence ends when the queue is released.
    var last: StatusUpdate<QueuePlayerEvent>?
    for await update in updates { last = update }
    #expect(engine.soundingLoad == nil)
    #expect(last?.status.state == .play)
  }
}
