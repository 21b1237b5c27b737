import Observation
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// An app that observes with a closure, or shows a model.
@MainActor
@Suite("An observing closure", .tags(.local), .timeLimit(.minutes(3)))
struct ObservingClosureTests {
  private let fixture: QueueFixture
  private let calls = Recorded<Observed<QueuePlayerEvent>>()

  init() throws {
    fixture = try QueueFixture()
  }

  private func observe(every interval: Duration? = nil) -> ObserverToken {
    fixture.queue.observe(every: interval) { [calls] in
      MainActor.preconditionIsolated()
      calls.append($0)
    }
  }

  @Test("receives the present state before the call returns, then each turn once, with its events")
  func turns() async throws {
    let token = observe()
    #expect(calls.elements.map(\.status.entries.count) == [3])
    #expect(calls.elements[0].events.isEmpty)
    fixture.queue.append([FakeTrack("d"), FakeTrack("e")])
    fixture.queue.volume = 0.5
    await fixture.queue.events.delivered()
    #expect(calls.elements.map(\.status.entries.count) == [3, 5, 5])
    #expect(calls.elements.map(\.events.count) == [0, 1, 1])
    #expect(calls.elements.map(\.status.playback.volume) == [1, 1, 0.5])
    token.cancel()
  }

  @Test("is not called after its token is released or cancelled")
  func ends() async throws {
    var token: ObserverToken? = observe()
    fixture.queue.volume = 0.5
    token = nil
    _ = token
    await fixture.queue.events.delivered()
    #expect(calls.elements.count == 1)
    let other = observe()
    other.cancel()
    other.cancel()
    fixture.queue.volume = 0.25
    await fixture.queue.events.delivered()
    #expect(calls.elements.count == 2)
  }

  @Test("receives positions at its interval during playback")
  func positions() async throws {
    fixture.begin()
    let token = observe(every: .seconds(2))
    fixture.advance(.seconds(4))
    try await calls.wait(for: "two positions") { $0.count == 3 }
    #expect(calls.elements.map(\.position) == [.zero, .seconds(2), .seconds(4)])
    #expect(calls.elements[2].events.isEmpty)
    fixture.queue.pause()
    fixture.advance(.seconds(4))
    await fixture.queue.events.delivered()
    #expect(calls.elements.count == 4)
    token.cancel()
  }

  @Test("observes a player, too")
  func player() async throws {
    let player = FakePlayer(clock: fixture.clock)
    let volumes = Recorded<Double>()
    let token = player.observe { volumes.append($0.status.volume) }
    player.volume = 0.5
    await player.events.delivered()
    #expect(volumes.elements == [1, 0.5])
    token.cancel()
  }

  @Test("A model reports only properties that changed")
  func model() async throws {
    let model = QueuePlayerModel(fixture.queue)
    #expect(model.entries.count == 3)
    #expect(model.currentEntry?.track.id == "a")
    let changes = Recorded<String>()
    withObservationTracking {
      _ = model.currentEntry
    } onChange: {
      changes.append("entry")
    }
    withObservationTracking {
      _ = model.playback
    } onChange: {
      changes.append("playback")
    }
    fixture.begin()
    await fixture.queue.events.delivered()
    #expect(changes.elements == ["playback"])
    #expect(model.playback.isPlaying)
    fixture.advance(.seconds(1))
    await fixture.queue.events.delivered()
    #expect(model.position == .seconds(1))
    fixture.queue.next()
    await fixture.queue.events.delivered()
    #expect(changes.elements == ["playback", "entry"])
    #expect(model.currentEntry?.track.id == "b")
  }

  @Test("A model shows chapters and lyrics, and the current chapter and line")
  func modelOfParts() async throws {
    var metadata = TrackMetadata(title: "a", artist: "x")
    metadata.chapters = [Chapter(start: .zero), Chapter(start: .seconds(10))]
    let words = Lyrics([
      .init(start: .seconds(5), text: "one"), .init(start: .seconds(8), text: "two"),
    ])
    try fixture.queue.set([URLTrack(path: "a", metadata: metadata), URLTrack(path: "b")])
    let model = QueuePlayerModel(fixture.queue)
    #expect(model.chapters == metadata.chapters)
    let changes = Recorded<String>()
    func follow(_ name: String, _ read: () -> Void) {
      withObservationTracking(read) { changes.append(name) }
    }
    follow("chapter") { _ = model.currentChapter }
    follow("lyrics") { _ = model.lyrics }
    follow("line") { _ = model.currentLine }
    fixture.queue.lyricsSources = [FakeLyricsSource(["a": words])]
    fixture.queue.wantsLyrics = true
    fixture.begin()
    await fixture.queue.lyricsSearches.current?.value
    await fixture.queue.events.delivered()
    #expect(changes.elements.sorted() == ["chapter", "lyrics"])
    #expect(model.currentChapter == 0)
    #expect(model.lyrics == words)
    #expect(model.currentLine == nil)
    fixture.advance(.seconds(12))
    await fixture.queue.events.delivered()
    #expect(changes.elements.last == "line")
    #expect(model.currentChapter == 1)
    #expect(model.currentLine == 1)
    fixture.queue.next()
    await fixture.queue.events.delivered()
    #expect(model.chapters.isEmpty)
    #expect(model.currentChapter == nil)
    #expect(model.lyrics == nil)
  }

  @Test("A queue is freed with its model")
  func freed() throws {
    weak var queue: QueuePlayer?
    do {
      let made = QueuePlayer(clock: fixture.clock)
      queue = made
      let model = QueuePlayerModel(made)
      #expect(model.entries.isEmpty)
    }
    #expect(queue == nil)
  }
}

@Suite("An observer of a queue", .tags(.pure), .timeLimit(.minutes(3)))
struct ObservedSettingsTests {
  private final class Screen: QueuePlayerObserver, Sendable {
    let words = Recorded<String>()

    func queuePlayer(
      _ queue: QueuePlayer,
      didChangeBuffering isBuffering: Bool,
      status: QueuePlayerStatus
    ) {
      words.append("buffering \(isBuffering)")
    }

    func queuePlayer(
      _ queue: QueuePlayer,
      didChangeMetadata metadata: StreamMetadata?,
      status: QueuePlayerStatus
    ) {
      words.append("title \(metadata?.title ?? "none")")
    }

    func queuePlayer(
      _ queue: QueuePlayer,
      didChangeSettings settings: OutputSettings,
      status: QueuePlayerStatus
    ) {
      words.append("volume \(settings.volume)")
    }
  }

  @Test("has separate methods for buffering, titles, and settings")
  func methods() async throws {
    let fixture = try QueueFixture(["radio"])
    var media = FakeMedia(duration: nil)
    media.announcements = [.init(at: .seconds(1), StreamMetadata(title: "One"))]
    fixture.script("radio", media)
    let screen = Screen()
    fixture.queue.addSendableObserver(screen, positionInterval: nil)
    fixture.begin()
    fixture.advance(.seconds(1))
    fixture.queue.volume = 0.5
    await fixture.queue.events.delivered()
    #expect(
      screen.words.elements == ["buffering true", "buffering false", "title One", "volume 0.5"]
    )
  }

  @Test("skips forward and back by an interval, within the track")
  func skipping() throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(10))
    fixture.queue.skip(by: .seconds(15))
    #expect(fixture.queue.position == .seconds(25))
    fixture.queue.skip(by: .seconds(-40))
    #expect(fixture.queue.position == .zero)
  }
}

@Suite("Printed events", .tags(.pure))
struct DescriptionTests {
  @Test("Every event prints as a short line, without the query of an address")
  func events() async throws {
    let fixture = try QueueFixture([])
    let address = "https://example.org/a.mp3?token=SECRET"
    let tracks = (0..<1_000).map { _ in URLTrack(item: address) }
    let observer = RecordingObserver(of: fixture.queue)
    try fixture.queue.set(tracks)
    fixture.begin()
    fixture.queue.next()
    fixture.queue.volume = 0.5
    fixture.queue.seek(to: .seconds(3))
    fixture.queue.removeAll()
    await fixture.queue.events.delivered()
    #expect(observer.events.count > 10)
    for event in observer.events {
      for text in ["\(event)", "\(event.status)", "\([event])", "\(event.change)"] {
        #expect(text.count < 300 && !text.contains("SECRET"), "\(text)")
      }
    }
  }

  @Test("Equal statuses are equal and print equally; another position makes another status")
  func equality() throws {
    let one = try QueueFixture()
    let initial = one.queue.playback
    #expect(one.queue.playback == initial)
    one.begin()
    #expect(one.queue.playback != initial)
    let before = one.queue.playback
    #expect(one.queue.playback == before)
    one.queue.seek(to: .seconds(5))
    #expect(one.queue.playback != before)
  }
}
