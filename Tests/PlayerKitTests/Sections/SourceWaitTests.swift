import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("A queue that waits for its source", .tags(.local), .timeLimit(.minutes(1)))
struct SourceWaitTests {
  private let source = ScriptedSource()

  private func make(
    _ names: [String],
    startAt start: Int = 0,
    duration: Duration = .seconds(10)
  ) throws -> SectionFixture {
    let sections = try SectionFixture(names, startAt: start)
    for name in names { sections.fixture.script(name, FakeMedia(duration: duration)) }
    for name in ["n1", "n2", "x"] { sections.fixture.script(name, FakeMedia()) }
    sections.queue.source = source
    return sections
  }

  /// A queue that has reached its end and waits.
  private func waiting() async throws -> SectionFixture {
    let sections = try make(["1"])
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(11))
    #expect(sections.queue.status.isAwaitingMore)
    return sections
  }

  /// Answers the pending request, and waits for the effects before the clock advances.
  private func answer(_ sections: SectionFixture, _ names: String...) async {
    let question = sections.queue.sourceRequests.current
    source.answer(.success(SectionFixture.items(names)))
    await question?.value
    sections.fixture.advance(.milliseconds(100))
  }

  // MARK: - At the end

  @Test("keeps waiting after play(), and plays the new entry")
  func play() async throws {
    let sections = try await waiting()
    sections.queue.play()
    #expect(sections.queue.status.isAwaitingMore)
    #expect(sections.fixture.state == .initial)
    await answer(sections, "n1")
    #expect(sections.fixture.current == "n1")
    #expect(sections.fixture.state == .play)
  }

  @Test("keeps waiting after play/pause is toggled, and then only loads the new entry")
  func toggle() async throws {
    let sections = try await waiting()
    sections.queue.togglePlayPause()
    #expect(sections.queue.status.isAwaitingMore)
    #expect(!sections.queue.playback.wantsToPlay)
    await answer(sections, "n1")
    #expect(sections.fixture.current == "n1")
    #expect(sections.fixture.state == .pause)
  }

  @Test("plays the new entry if play/pause is toggled twice")
  func toggleTwice() async throws {
    let sections = try await waiting()
    let controls: any PlaybackControls = sections.queue
    controls.togglePlayPause()
    #expect(!sections.queue.playback.wantsToPlay)
    controls.togglePlayPause()
    #expect(sections.queue.status.isAwaitingMore)
    await answer(sections, "n1")
    #expect(sections.fixture.state == .play)
  }

  @Test("keeps waiting if shuffle is turned off")
  func shuffleOff() async throws {
    let sections = try make(["1", "2", "3"], startAt: 2, duration: .seconds(5))
    sections.queue.isShuffled = true
    sections.fixture.begin()
    try await source.asked(1)
    sections.fixture.advance(.seconds(16))
    #expect(sections.fixture.current != "3")
    #expect(sections.queue.status.isAwaitingMore)
    sections.queue.isShuffled = false
    #expect(sections.queue.status.isAwaitingMore)
    await answer(sections, "n1")
    #expect(sections.fixture.current == "n1")
  }

  // MARK: - Empty answers

  @Test("asks if it is empty and play() is called, and begins with the first new entry")
  func empty() async throws {
    let sections = try make([])
    #expect(source.requests.elements.isEmpty)
    sections.queue.play()
    #expect(sections.queue.status.isAwaitingMore)
    let request = try #require(try await source.asked(1))
    #expect(request.entries.isEmpty)
    sections.queue.play()
    await answer(sections, "n1", "n2")
    #expect(sections.fixture.order == ["n1", "n2"])
    #expect(sections.fixture.current == "n1")
    #expect(sections.fixture.state == .play)
    #expect(!sections.queue.status.isAwaitingMore)
    #expect(sections.queue.status.history.map(\.entry.track.id) == ["n1"])
    await sections.queue.events.delivered()
    #expect(sections.observer.events.transitions.map(\.reason) == [.queueChanged])
  }

  @Test("asks if it is empty, playback is wanted, and a source is set")
  func sourceSetLater() async throws {
    let sections = try make([])
    sections.queue.source = nil
    sections.queue.play()
    #expect(!sections.queue.status.isAwaitingMore)
    sections.queue.source = source
    try await source.asked(1)
    await answer(sections, "n1")
    #expect(sections.fixture.state == .play)
  }

  @Test("ends the request to play if it is empty and gets nothing; the next play() asks again")
  func nothing() async throws {
    let sections = try make([])
    sections.queue.play()
    try await source.asked(1)
    await answer(sections)
    #expect(!sections.queue.playback.wantsToPlay)
    #expect(sections.queue.status.endReason == .finished)
    sections.fixture.advance(.seconds(600))
    #expect(source.requests.elements.count == 1)
    sections.queue.play()
    try await source.asked(2)
    await answer(sections, "n1")
    #expect(sections.fixture.state == .play)
  }

  enum TakingBack: CaseIterable {
    case pause, stop, removeAll, toggle
  }

  @Test("stays silent if it is empty and playback is cancelled", arguments: TakingBack.allCases)
  func takenBack(command: TakingBack) async throws {
    let sections = try make([])
    sections.queue.play()
    try await source.asked(1)
    switch command {
    case .pause: sections.queue.pause()
    case .stop: sections.queue.stop()
    case .removeAll: sections.queue.removeAll()
    case .toggle: sections.queue.togglePlayPause()
    }
    #expect(!sections.queue.playback.wantsToPlay)
    await answer(sections, "n1")
    #expect(sections.fixture.current == "n1")
    #expect(!sections.queue.isPlaying)
    #expect(!sections.queue.playback.wantsToPlay)
  }

  @Test("begins with an entry that the app adds meanwhile, and asks again")
  func appended() async throws {
    let sections = try make([])
    sections.queue.play()
    try await source.asked(1)
    sections.queue.append(sections.items(["x"]))
    sections.fixture.advance(.milliseconds(100))
    #expect(sections.fixture.current == "x")
    #expect(sections.fixture.state == .play)
    try await source.cancellations.wait(for: "the cancellation") { $0 == [1] }
    #expect(try await source.asked(2)?.entries.count == 1)
  }
}
