import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("An endless queue", .tags(.local))
struct QueueSourceTests {
  let source = ScriptedSource()

  private func make(_ names: [String], lookAhead: Int = 1) throws -> SectionFixture {
    let sections = try SectionFixture(names) { $0.endLookAhead = lookAhead }
    for name in 0..<20 { sections.fixture.script("n\(name)", FakeMedia()) }
    sections.queue.source = source
    return sections
  }

  /// Answers the pending request, and waits for the effects before the clock advances.
  private func answer(
    _ sections: SectionFixture,
    _ result: Result<[QueueItem], any Error>
  ) async {
    let question = sections.queue.sourceRequests.current
    source.answer(result)
    await question?.value
  }

  private func give(_ sections: SectionFixture, _ names: String...) async {
    await answer(sections, .success(SectionFixture.items(names)))
  }

  @Test("asks near its end, with its present state, and appends the answer as one edit")
  func asks() async throws {
    let sections = try make(["1", "2", "3"])
    sections.fixture.begin()
    #expect(source.requests.elements.isEmpty)
    sections.queue.next()
    sections.fixture.advance(.milliseconds(100))
    let request = try #require(try await source.asked(1))
    #expect(request.remaining == 1)
    #expect(request.played.map(\.entry.track.id) == ["1", "2"])
    #expect(request.entries.currentEntry?.track.id == "2")
    await give(sections, "n1", "n2")
    #expect(sections.queue.entries.count == 5)
    await sections.queue.events.delivered()
    let edits = sections.observer.events.filter {
      if case .edited = $0.change { true } else { false }
    }
    #expect(edits.count == 2)
    sections.queue.next()
    sections.fixture.advance(.seconds(1))
    sections.queue.next()
    sections.fixture.advance(.milliseconds(100))
    #expect(try await source.asked(2)?.played.map(\.entry.track.id) == ["1", "2", "3", "n1"])
    #expect(sections.fixture.current == "n1")
  }

  @Test("asks one question at a time")
  func once() async throws {
    let sections = try make(["1", "2", "3"], lookAhead: 5)
    sections.fixture.begin()
    try await source.asked(1)
    sections.queue.next()
    sections.fixture.advance(.seconds(20))
    _ = sections.queue.append(sections.items(["4"]))
    #expect(source.requests.elements.count == 1)
    await give(sections, "n1")
    try await source.asked(2)
    #expect(sections.queue.entries.count == 5)
  }

  @Test("asks nothing while paused, while all repeats, or if it is empty")
  func quiet() async throws {
    let sections = try make(["1"])
    sections.queue.prepare()
    sections.fixture.advance(.seconds(1))
    sections.queue.repeatMode = .all
    sections.queue.play()
    sections.fixture.advance(.seconds(1))
    sections.queue.removeAll()
    sections.queue.repeatMode = .off
    sections.fixture.advance(.seconds(100))
    await Task.yield()
    #expect(source.requests.elements.isEmpty)
    #expect(sections.fixture.clock.nextDeadline == nil)
  }

  @Test("continues by itself if the answer comes after the end")
  func late() async throws {
    let sections = try make(["1"])
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(29))
    await answer(sections, .failure(ScriptedSource.Failure()))
    sections.fixture.advance(.seconds(31))
    #expect(sections.queue.status.isAwaitingMore)
    #expect(sections.fixture.state == .initial)
    #expect(sections.queue.status.endReason == nil)
    try await source.asked(2)
    await give(sections, "n1")
    #expect(sections.queue.entries.count == 2)
    sections.fixture.advance(.milliseconds(100))
    #expect(sections.fixture.state == .play)
    #expect(sections.fixture.current == "n1")
    #expect(!sections.queue.status.isAwaitingMore)
    await sections.queue.events.delivered()
    #expect(sections.observer.events.transitions.last?.reason == .auto)
    #expect(sections.observer.events.ends.isEmpty)
  }

  private func failures(_ sections: SectionFixture, _ count: Int) async throws {
    try await sections.observer.wait(for: "\(count) failures") { events in
      events.filter { if case .sourceFailed = $0.change { true } else { false } }.count >= count
    }
  }

  @Test("asks again after a delay that doubles up to the limit")
  func backsOff() async throws {
    let sections = try SectionFixture(["1"]) { $0.sourceBackoffLimit = .seconds(5) }
    sections.fixture.script("1", FakeMedia(duration: .seconds(3600)))
    sections.queue.source = source
    sections.fixture.begin()
    for (index, wait) in [2, 4, 5, 5].enumerated() {
      let request = try await source.asked(index + 1)
      #expect(request?.failures == index)
      await answer(sections, index == 1 ? .success([]) : .failure(ScriptedSource.Failure()))
      try await failures(sections, index + 1)
      sections.fixture.advance(.seconds(wait) - .milliseconds(1))
      #expect(source.requests.elements.count == index + 1)
      sections.fixture.advance(.milliseconds(1))
    }
    try await source.asked(5)
    #expect(sections.fixture.state == .play)
  }

  @Test("is not asked again while paused, but when playback continues")
  func pausedBackoff() async throws {
    let sections = try make(["1"])
    sections.fixture.begin()
    try await source.asked(1)
    await answer(sections, .success([]))
    try await failures(sections, 1)
    sections.queue.pause()
    sections.fixture.advance(.seconds(600))
    #expect(source.requests.elements.count == 1)
    sections.queue.play()
    try await source.asked(2)
  }

  @Test("treats a question without an answer as a failure")
  func silent() async throws {
    let sections = try make(["1"])
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(30))
    try await failures(sections, 1)
    try await source.cancellations.wait(for: "the cancellation") { $0 == [1] }
    sections.fixture.advance(.seconds(2))
    try await source.asked(2)
    // The late answer to the first request is dropped.
    source.give("n1")
    await give(sections, "n2")
    #expect(sections.fixture.order == ["1", "n2"])
  }

  @Test("ends if the source has no more entries at the end")
  func nothing() async throws {
    let sections = try make(["1"])
    sections.fixture.script("1", FakeMedia(duration: .seconds(10)))
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(11))
    #expect(sections.queue.status.isAwaitingMore)
    await answer(sections, .success([]))
    let status = sections.queue.status
    #expect(status.endReason == .finished)
    #expect(!status.isAwaitingMore)
    sections.fixture.advance(.seconds(600))
    #expect(source.requests.elements.count == 1)
    await sections.queue.events.delivered()
    guard case .sourceFailed(let failure) = sections.observer.events.dropLast().last?.change else {
      Issue.record("There was no failure before the end.")
      return
    }
    #expect(failure.retryAfter == nil)
  }

  @Test("cancels its question when it is emptied or replaced, or its source is removed")
  func cancels() async throws {
    let sections = try make(["1", "2"])
    sections.fixture.begin()
    try await source.asked(1)
    sections.queue.removeAll()
    try await source.cancellations.wait(for: "emptied") { $0 == [1] }
    try sections.queue.set(sections.items(["3"]))
    sections.queue.play()
    try await source.asked(2)
    try sections.queue.set(sections.items(["4"]))
    try await source.cancellations.wait(for: "replaced") { $0 == [1, 2] }
    try await source.asked(3)
    sections.queue.source = nil
    try await source.cancellations.wait(for: "taken away") { $0 == [1, 2, 3] }
    for _ in 0..<3 { source.give("n1") }
    #expect(sections.fixture.order == ["4"])
  }

  @Test("cancels its question when it is released")
  func gone() async throws {
    var sections: SectionFixture? = try make(["1"])
    sections?.fixture.begin()
    try await source.asked(1)
    sections = nil
    try await source.cancellations.wait(for: "the cancellation") { $0 == [1] }
  }

  enum Deed: CaseIterable {
    case append, repeatAll, stop, takeAway, set, previous
  }

  @Test("obeys commands while it waits at the end", arguments: Deed.allCases)
  func waiting(deed: Deed) async throws {
    let sections = try make(["1"])
    let queue = sections.queue
    sections.fixture.script("1", FakeMedia(duration: .seconds(10)))
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(11))
    #expect(queue.status.isAwaitingMore)
    switch deed {
    case .append: _ = queue.append(sections.items(["n1"]))
    case .repeatAll: queue.repeatMode = .all
    case .stop: queue.stop()
    case .takeAway: queue.source = nil
    case .set: try queue.set(sections.items(["n1"]))
    case .previous: queue.previous()
    }
    sections.fixture.advance(.milliseconds(100))
    #expect(!queue.status.isAwaitingMore)
    switch deed {
    case .append, .set:
      #expect(sections.fixture.current == "n1")
      #expect(sections.fixture.state == .play)
    case .repeatAll, .previous:
      #expect(sections.fixture.current == "1")
      #expect(sections.fixture.state == .play)
    case .stop:
      #expect(queue.status.endReason == .stopped)
      #expect(queue.position == .zero)
    case .takeAway:
      #expect(queue.status.endReason == .finished)
    }
  }

  @Test("does not continue if it was set to stop after the current track")
  func stopAfterCurrent() async throws {
    let sections = try make(["1"])
    sections.fixture.script("1", FakeMedia(duration: .seconds(10)))
    sections.queue.stopsAfterCurrent = true
    sections.fixture.begin()
    sections.fixture.advance(.seconds(11))
    #expect(sections.queue.status.endReason == .finished)
  }

  @Test("does not play broken tracks forever")
  func broken() async throws {
    let sections = try make(["1"])
    for name in 0..<20 { sections.fixture.script("n\(name)", .failing(.notFound)) }
    sections.fixture.script("1", FakeMedia(duration: .seconds(2)))
    sections.fixture.begin()
    for number in 1...12 {
      try await source.asked(number)
      await give(sections, "n\(number)")
      #expect(sections.queue.entries.count == number + 1)
      sections.fixture.advance(.seconds(3))
      if sections.queue.status.endReason != nil { break }
    }
    guard case .failed(let failures, _) = sections.queue.status.endReason else {
      Issue.record("The queue did not stop.")
      return
    }
    #expect(failures <= 10)
  }

  @Test("does not wait for the answer any longer after it was restored")
  func restored() async throws {
    let fixture = try QueueFixture(["a"])
    let store = MemoryQueueStore()
    let persister = QueuePersister(of: fixture.queue, in: store, clock: fixture.clock)
    persister.start()
    try await persister.flush()
    let stored = try #require(try await store.restore())
    fixture.queue.source = ScriptedSource()
    fixture.begin()
    fixture.advance(.seconds(60))
    #expect(fixture.queue.status.isAwaitingMore)
    try fixture.queue.restore(stored)
    #expect(fixture.state == .initial)
    #expect(!fixture.queue.status.isAwaitingMore)
  }
}
