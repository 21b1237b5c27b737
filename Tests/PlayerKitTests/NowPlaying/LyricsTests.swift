import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

@Suite("Lyrics", .tags(.local))
struct LyricsTests {
  private let fixture: QueueFixture
  private let heard: HeardObserver
  private let source = FakeLyricsSource()
  private let observer: RecordingObserver<QueuePlayerEvent>

  init() throws {
    fixture = try QueueFixture()
    heard = HeardObserver(clock: fixture.clock)
    fixture.queue.addSendableObserver(heard, positionInterval: nil)
    observer = RecordingObserver(of: fixture.queue)
    source.setLyrics(Self.lyrics, for: "a")
  }

  private static let lyrics = Lyrics([
    Lyrics.Line(text: "by B"), Lyrics.Line(start: .seconds(10), text: "one"),
    Lyrics.Line(start: .milliseconds(12_500), text: "two"),
    Lyrics.Line(start: .seconds(30), text: "three"),
  ])

  private func told() async -> [String] {
    await fixture.queue.events.delivered()
    return heard.take(since: .milliseconds(100))
  }

  private func found(_ count: Int = 1) async throws {
    try await observer.wait(for: "lyrics") { events in
      events.filter { if case .lyrics = $0.change { true } else { false } }.count >= count
    }
  }

  @Test("No source is asked unless the app wants lyrics")
  func nobodyAskedUnless() async throws {
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    #expect(fixture.queue.lyricsSearches.current == nil)
    fixture.queue.wantsLyrics = true
    try await found()
    #expect(source.asked.elements == ["a"])
    #expect(fixture.queue.status.lyrics == Self.lyrics)
    fixture.queue.wantsLyrics = false
    #expect(fixture.queue.status.lyrics == nil)
  }

  @Test("Each line is reported when it is heard, at another speed and after a seek too")
  func eachLineTold() async throws {
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.queue.rate = 1.5
    fixture.begin()
    try await found()
    fixture.advance(.seconds(10))
    #expect(await told() == ["1 at 6.667", "2 at 8.333"])
    #expect(fixture.queue.status.currentLine == 2)
    fixture.queue.seek(to: .seconds(11))
    fixture.advance(.milliseconds(10))
    #expect(await told() == ["1 at 10.01"])
    fixture.advance(.seconds(1))
    #expect(await told() == ["2 at 11.01"])
  }

  @Test("Sources are asked only for the current entry, with its known metadata")
  func askedCurrentEntry() async throws {
    let inspector = FakeInspector(["a": TrackMetadata(title: "T", artist: "B")])
    inspector.hold()
    fixture.queue.inspector = inspector
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await inspector.inspected.wait(for: "the question") { $0 == ["a"] }
    #expect(source.asked.elements.isEmpty)
    inspector.releaseAll()
    try await found()
    #expect(source.toldMetadata == [TrackMetadata(title: "T", artist: "B")])
    fixture.queue.next()
    fixture.advance(.seconds(1))
    #expect(fixture.queue.status.lyrics == nil)
    try await source.asked.wait(for: "the next") { $0 == ["a", "b"] }
  }

  @Test("The first source with lyrics ends the search, and a failing source is skipped")
  func firstSourceSome() async throws {
    let failing = FakeLyricsSource()
    failing.setFailure(PlayerError(.unreachable, "no"), for: "a")
    let later = FakeLyricsSource(["a": Lyrics([Lyrics.Line(text: "other")])])
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [FakeLyricsSource(), failing, source, later]
    fixture.begin()
    try await found()
    #expect(fixture.queue.status.lyrics == Self.lyrics)
    #expect(failing.asked.elements == ["a"])
    #expect(later.asked.elements.isEmpty)
  }

  @Test("A search is cancelled when its entry is left, and ends if it takes too long")
  func searchCancelledWhen() async throws {
    source.hold()
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await source.asked.wait(for: "the search") { $0 == ["a"] }
    fixture.queue.next()
    try await source.cancelled.wait(for: "the cancellation") { $0 == ["a"] }
    fixture.advance(.seconds(1))
    try await source.asked.wait(for: "the next search") { $0 == ["a", "b"] }
    fixture.advance(.seconds(30))
    try await source.cancelled.wait(for: "the end") { $0 == ["a", "b"] }
    #expect(fixture.queue.status.lyrics == nil)
  }

  @Test("A clip shows only its own lines")
  func clipSeesOwn() async throws {
    let clip = try Clip(from: .seconds(11), to: .seconds(20))
    try fixture.queue.set([QueueItem(URLTrack(path: "a"), clip: clip)])
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await found()
    let lines = try #require(fixture.queue.status.lyrics?.lines)
    #expect(lines.map(\.text) == ["by B", "one", "two"])
    #expect(lines.map(\.start) == [nil, .zero, .milliseconds(1_500)])
    fixture.advance(.seconds(3))
    #expect(await told().last == "2 at 1.5")
  }

  @Test("Lines that begin at once are each reported in order, once")
  func linesBeginOnce() async throws {
    let lines = [("a", 10), ("a, translated", 10), ("b", 12), ("b, translated", 12)]
    source.setLyrics(
      Lyrics(lines.map { Lyrics.Line(start: .seconds($1), text: $0) }),
      for: "a"
    )
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await found()
    fixture.advance(.seconds(11))
    #expect(await told() == ["0 at 10.0", "1 at 10.0"])
    #expect(fixture.queue.status.currentLine == 1)
    fixture.advance(.seconds(2))
    #expect(await told() == ["2 at 12.0", "3 at 12.0"])
    fixture.queue.seek(to: .seconds(11))
    fixture.advance(.milliseconds(10))
    #expect(await told() == ["0 at 13.01", "1 at 13.01"])
  }

  @Test("Of a thousand lines that begin at once, the last ones are reported")
  func thousandLinesBegin() async throws {
    source.setLyrics(
      Lyrics((0..<1_000).map { Lyrics.Line(start: .seconds(10), text: "\($0)") }),
      for: "a"
    )
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await found()
    fixture.advance(.seconds(11))
    #expect(await told() == (984..<1_000).map { "\($0) at 10.0" })
  }

  @Test("Lyrics without times report no lines")
  func wordsWithoutTimes() async throws {
    source.setLyrics(Lyrics([Lyrics.Line(text: "x")]), for: "a")
    fixture.queue.wantsLyrics = true
    fixture.queue.lyricsSources = [source]
    fixture.begin()
    try await found()
    fixture.advance(.seconds(59))
    #expect(await told() == [])
    #expect(fixture.queue.status.currentLine == nil)
  }
}
