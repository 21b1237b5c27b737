import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Chapters", .tags(.local))
struct ChapterTests {
  private let fixture: QueueFixture
  private let heard: HeardObserver

  init() throws {
    fixture = try QueueFixture([])
    heard = HeardObserver(clock: fixture.clock)
    fixture.queue.addSendableObserver(heard, positionInterval: nil)
  }

  private static let chapters = [0, 20, 35, 50].map {
    Chapter(title: "\($0)", start: .seconds($0))
  }

  private func add(_ clip: Clip? = nil, _ chapters: [Chapter] = chapters) {
    fixture.script("a", FakeMedia())
    var metadata = TrackMetadata(title: "a", artist: "x")
    metadata.chapters = chapters
    fixture.queue.append([QueueItem(URLTrack(path: "a", metadata: metadata), clip: clip)])
  }

  /// The reports since the last call, with times since the first sound.
  private func told() async -> [String] {
    await fixture.queue.events.delivered()
    return heard.take(since: .milliseconds(100))
  }

  @Test("Each chapter is reported when it is heard")
  func eachToldWhen() async throws {
    add()
    fixture.begin()
    #expect(fixture.queue.status.currentChapter == 0)
    fixture.advance(.seconds(55))
    #expect(await told() == ["0 at 0.0", "1 at 20.0", "2 at 35.0", "3 at 50.0"])
    #expect(fixture.queue.status.currentChapter == 3)
    #expect(fixture.queue.status.chapters == Self.chapters)
  }

  @Test("Each chapter is reported when it is heard, also if the speed changes")
  func eachToldWhenHeard() async throws {
    add()
    fixture.queue.rate = 1.5
    fixture.begin()
    fixture.advance(.seconds(20))
    #expect(await told() == ["0 at 0.0", "1 at 13.333", "2 at 20.0"].dropLast())
    fixture.queue.rate = 0.5
    // At 30 s: 5 s remain, at half the rate.
    fixture.advance(.seconds(11))
    #expect(await told() == ["2 at 30.0"])
  }

  @Test("Nothing is reported while paused, and no timer runs")
  func nothingToldWhile() async throws {
    add()
    fixture.begin()
    fixture.advance(.seconds(19))
    fixture.queue.pause()
    let waiting = fixture.clock.nextDeadline
    fixture.advance(.seconds(100))
    #expect(waiting == nil)
    fixture.queue.play()
    fixture.advance(.seconds(2))
    #expect(await told() == ["0 at 0.0", "1 at 120.0"])
  }

  @Test("Reports wait for buffering")
  func waitBytesWaited() async throws {
    var media = FakeMedia()
    media.stalls = [FakeMedia.Stall(at: .seconds(15), for: .seconds(7))]
    add()
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(30))
    #expect(await told() == ["0 at 0.0", "1 at 27.0"])
  }

  @Test("After a seek, the chapter is reported once it is heard")
  func behindSeekChapter() async throws {
    add()
    var media = FakeMedia()
    media.seekTime = .seconds(1)
    fixture.script("a", media)
    fixture.begin()
    fixture.advance(.seconds(5))
    fixture.queue.seek(to: .seconds(40))
    #expect(fixture.queue.status.currentChapter == 0)
    fixture.advance(.seconds(2))
    fixture.queue.seek(to: .seconds(42))
    fixture.advance(.seconds(2))
    #expect(await told() == ["0 at 0.0", "2 at 6.0"])
  }

  @Test("A seek while paused shows the chapter, and reports it when it is heard")
  func seekWhilePaused() async throws {
    add()
    fixture.begin()
    fixture.queue.pause()
    fixture.queue.seek(to: .seconds(40))
    fixture.advance(.seconds(1))
    #expect(fixture.queue.status.currentChapter == 2)
    #expect(await told() == ["0 at 0.0"])
    fixture.queue.play()
    #expect(await told() == ["2 at 1.0"])
  }

  @Test("A clip shows only its own chapters")
  func clipSeesOwn() async throws {
    add(try Clip(from: .seconds(25), to: .seconds(45)))
    fixture.begin()
    #expect(fixture.queue.status.chapters.map(\.title) == ["20", "35"])
    #expect(fixture.queue.status.chapters.map(\.start) == [.zero, .seconds(10)])
    #expect(fixture.queue.status.chapters.last?.end == .seconds(20))
    fixture.advance(.seconds(15))
    #expect(await told() == ["0 at 0.0", "1 at 10.0"])
  }

  @Test("Next and previous go from chapter to chapter")
  func nextPreviousGo() async throws {
    add()
    fixture.begin()
    fixture.queue.nextChapter()
    fixture.advance(.milliseconds(10))
    #expect(fixture.queue.position == .seconds(20))
    fixture.queue.nextChapter()
    fixture.queue.nextChapter()
    fixture.advance(.milliseconds(10))
    #expect(fixture.queue.position == .seconds(50))
    fixture.queue.nextChapter()
    fixture.advance(.seconds(1))
    #expect(fixture.queue.position == .seconds(51))
    fixture.queue.previousChapter()
    fixture.advance(.milliseconds(10))
    #expect(fixture.queue.position == .seconds(35))
    fixture.advance(.seconds(4))
    fixture.queue.previousChapter()
    fixture.advance(.milliseconds(10))
    #expect(fixture.queue.position == .seconds(35))
    fixture.queue.seek(toChapter: 1)
    fixture.queue.seek(toChapter: 9)
    fixture.advance(.milliseconds(10))
    #expect(fixture.queue.position == .seconds(20))
  }

  @Test("Without chapters, the commands have no effect")
  func withoutChaptersCommands() async throws {
    add(nil, [])
    fixture.begin()
    fixture.advance(.seconds(5))
    fixture.queue.nextChapter()
    fixture.queue.previousChapter()
    fixture.queue.seek(toChapter: 0)
    #expect(fixture.queue.position == .seconds(5))
    #expect(fixture.queue.status.currentChapter == nil)
  }

  @Test("An unloaded entry shows its chapters, and a command can go to one")
  func entryNotLoaded() throws {
    add()
    #expect(fixture.queue.status.chapters.count == 4)
    #expect(fixture.queue.status.currentChapter == nil)
    fixture.queue.seek(toChapter: 2)
    #expect(fixture.queue.position == .seconds(35))
  }

  @Test("Chapters that are found during playback are reported from then on")
  func thoseFoundWhile() async throws {
    let inspector = FakeInspector()
    var found = TrackMetadata(title: "a")
    found.chapters = Self.chapters
    inspector.setFinding(found, for: "b")
    fixture.script("b", FakeMedia())
    fixture.queue.append([URLTrack(path: "b")])
    fixture.begin()
    fixture.advance(.seconds(25))
    fixture.queue.inspector = inspector
    try await heard.words.wait(for: "the chapter") { !$0.isEmpty }
    #expect(fixture.queue.status.currentChapter == 1)
    fixture.advance(.seconds(15))
    #expect(await told() == ["1 at 25.0", "2 at 35.0"])
  }

  @Test("The next entry's first chapter is reported when the entry begins, at each repetition too")
  func nextEntryFirst() async throws {
    add()
    fixture.queue.repeatMode = .one
    fixture.begin()
    fixture.advance(.seconds(70))
    #expect(
      await told() == ["0 at 0.0", "1 at 20.0", "2 at 35.0", "3 at 50.0", "0 at 60.0"]
    )
  }

  @Test("Chapters after the end, and chapters with impossible times, do no harm")
  func thoseBehindEnd() async throws {
    add(
      nil,
      [
        Chapter(title: "late", start: .seconds(100_000)), Chapter(start: .seconds(-5)),
        Chapter(start: .seconds(Int64.max)), Chapter(title: "b", start: .seconds(30)),
        Chapter(title: "a", start: .seconds(30)), Chapter(title: "last", start: .seconds(61)),
      ]
    )
    fixture.begin()
    fixture.advance(.seconds(80))
    #expect(await told() == ["1 at 30.0"])
    #expect(fixture.queue.status.endReason == .finished)
  }
}
