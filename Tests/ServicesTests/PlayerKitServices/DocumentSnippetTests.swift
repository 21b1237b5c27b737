import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

// The documents show parts of this file. `DocumentSnippetTests` compares them.

/// Finds songs, and plays them in a queue.
public struct Tunes: Sendable {
  /// The queue that plays.
  public let queue: QueuePlayer
  private let services: MusicServices

  /// Makes a model of a queue and of the services that it searches.
  public init(queue: QueuePlayer, services: MusicServices) {
    self.queue = queue
    self.services = services
  }

  /// Searches the services in order, until one finds something.
  public func songs(matching words: String) async throws -> [CatalogEntry] {
    for catalog in services.catalogs where catalog.searchableKinds.contains(.song) {
      let page = try await catalog.search(words, for: .song, limit: 5)
      if !page.entries.isEmpty { return page.entries }
    }
    return []
  }

  /// Appends songs to the queue, and plays.
  public func play(_ songs: [CatalogEntry]) async {
    let reader = ItemReader(services: services)
    let items = await reader.items(for: songs.compactMap(\.item))
    queue.append(items.flatMap { $0 })
    queue.play()
  }
}

@Suite("The tutorial", .tags(.pure), .timeLimit(.minutes(1)))
struct TunesTests {
  let clock = ManualClock()
  let player: FakePlayer
  let service = FakeService(tracks: [
    FakeTrack("1", title: "Lighthouse", playerTypes: [.fake]),
    FakeTrack("2", title: "Light Rain", playerTypes: [.fake]),
    FakeTrack("3", title: "Undertow", playerTypes: [.fake]),
  ])
  let tunes: Tunes

  init() {
    player = FakePlayer(playerType: .fake, clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    tunes = Tunes(queue: queue, services: MusicServices([service]))
  }

  @Test func playsWhatItFinds() async throws {
    let songs = try await tunes.songs(matching: "light")
    #expect(songs.map(\.title) == ["Lighthouse", "Light Rain"])
    await tunes.play(songs)
    clock.advance(by: .seconds(1))
    #expect(player.soundingTrack?.id == "1")
    clock.advance(by: .seconds(60))
    #expect(player.soundingTrack?.id == "2")
  }

  @Test func skipsABrokenSong() async throws {
    player.setMedia(.failing(.notFound), for: "1")
    await tunes.play(try await tunes.songs(matching: "light"))
    clock.advance(by: .seconds(1))
    #expect(player.soundingTrack?.id == "2")
  }

  @Test func reportsAServiceThatFails() async {
    service.failure = CatalogError(.unreachable, "The network is down.", service: .fake)
    await #expect(throws: CatalogError.self) { try await tunes.songs(matching: "light") }
  }
}

@MainActor final class NowPlaying: @MainActor QueuePlayerObserver {
  private(set) var title = ""

  init(_ queue: QueuePlayer) {
    queue.addObserver(self)
    show(queue.status)  // the current status; from here on come changes
  }

  func queuePlayer(_ queue: QueuePlayer, didFinishTurn events: [QueuePlayerEvent]) {
    show(queue.status)
  }

  private func show(_ status: QueuePlayerStatus) {
    title = status.currentEntry?.metadata.title ?? ""
  }
}

@Suite("What the documents show", .tags(.pure), .timeLimit(.minutes(1)))
struct ShownCodeTests {
  @Test func skipsABrokenTrack() throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    player.setMedia(.failing(.notFound), for: "first.mp3")
    try queue.set([URLTrack(path: "first.mp3"), URLTrack(path: "second.mp3")])
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(queue.currentEntry?.track.id == "second.mp3")
  }

  @Test func showsTheSecondTitle() async throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("1", title: "Dawn"), FakeTrack("2", title: "Dusk")])
    queue.play()
    clock.advance(by: .seconds(61))
    #expect(player.soundingTrack?.id == "2")
    #expect(queue.currentEntry?.metadata.title == "Dusk")
  }

  @Test func skipsWhatIsGone() throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    player.setMedia(.failing(.notFound), for: "gone")
    var slow = FakeMedia(duration: .seconds(10))
    slow.stalls = [.init(at: .seconds(5), for: .seconds(30))]
    player.setMedia(slow, for: "slow")

    try queue.set([FakeTrack("gone"), FakeTrack("slow")])
    queue.play()
    clock.advance(by: .seconds(8))
    #expect(queue.currentEntry?.track.id == "slow")
    #expect(queue.playback.isBuffering)
  }

  @Test func findsAndPlays() async throws {
    let service = FakeService(tracks: [FakeTrack("7", title: "Lighthouse", playerTypes: [.fake])])
    let services = MusicServices([service])
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(playerType: .fake, clock: clock)], clock: clock)

    let found = try await service.catalog.search("light", for: .song, limit: 10)
    try queue.set(await ItemReader(services: services).items(for: found.entries[0].item ?? ""))
    queue.play()
    clock.advance(by: .seconds(1))
    #expect(queue.playback.isPlaying)

    service.failure = CatalogError(.unreachable, "The network is down.", service: .fake)
    await #expect(throws: CatalogError.self) {
      try await service.catalog.search("light", for: .song, limit: 10)
    }
  }

  func button(_ playback: PlayerStatus) -> String {
    playback.wantsToPlay ? "Pause" : "Play"
  }

  func subtitle(_ playback: PlayerStatus) -> String {
    if playback.error != nil { return "Cannot be played" }
    if playback.suppression != nil { return "Interrupted" }
    return playback.isBuffering ? "Loading" : ""
  }

  @Test("the queue's guide edits as it says")
  func edits() throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    try queue.set([FakeTrack("first"), FakeTrack("second")])
    let chorus = try Clip(from: .seconds(62), to: .seconds(81))

    try queue.edit { edited in
      edited.playNext([QueueItem(URLTrack(path: "long.flac"), clip: chorus)])
      if let last = edited.last { try edited.move(last.id, to: 0) }
    }
    #expect(queue.entries.map(\.track.id) == ["second", "first", "long.flac"])
    #expect(queue.entries.last?.clip == chorus)
  }

  @Test("the queue's guide stops at the end of the track")
  func sleepTimer() throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("first"), FakeTrack("second")])
    queue.play()
    queue.sleepTimer = .after(.seconds(1800), fadingOut: .seconds(10))
    queue.sleepTimer = .endOfTrack
    clock.advance(by: .seconds(50))
    #expect(player.soundingTrack?.id == "first")
    clock.advance(by: .seconds(20))
    #expect(player.soundingTrack == nil)
  }

  @Test("the guide to states names the button and the reason of silence")
  func states() throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    try queue.set([FakeTrack("first")])
    #expect(button(queue.playback) == "Play")
    queue.play()
    #expect(button(queue.playback) == "Pause")
    clock.advance(by: .seconds(1))
    #expect(subtitle(queue.playback) == "")
    queue.beginInterruption()
    #expect(subtitle(queue.playback) == "Interrupted")
  }

  @Test("the observer of the guide shows the title") @MainActor
  func observer() async throws {
    let clock = ManualClock()
    let queue = QueuePlayer(players: [FakePlayer(clock: clock)], clock: clock)
    let nowPlaying = NowPlaying(queue)
    try queue.set([FakeTrack("1", title: "Dawn"), FakeTrack("2", title: "Dusk")])
    queue.play()
    clock.advance(by: .seconds(61))
    await queue.events.delivered()
    #expect(nowPlaying.title == "Dusk")
  }
}

@Suite("The code of the documents", .tags(.local))
struct DocumentSnippetTests {
  /// The documents, and how many of their snippets this file runs.
  private static let documents = [
    ("README.md", 1), ("Documentation/Tutorial.md", 2),
    ("Documentation/Guides/TestingYourApp.md", 3),
    ("Documentation/Guides/States.md", 1), ("Documentation/Guides/Observing.md", 1),
    ("Documentation/Guides/Queue.md", 2),
  ]

  @Test("is what this file runs", arguments: documents)
  func isRun(document: String, count: Int) throws {
    let text = try String(
      contentsOf: Fixture.repository.appending(path: document),
      encoding: .utf8
    )
    let source = Self.compared(try String(contentsOf: URL(filePath: #filePath), encoding: .utf8))
    let blocks = text.matches(of: /(?s)```swift\n(.*?)```/).map { Self.compared(String($0.1)) }
    #expect(blocks.filter { source.contains($0) }.count == count)
  }

  /// The code without indentation, empty lines, and imports.
  private static func compared(_ code: String) -> String {
    code.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !$0.hasPrefix("import ") }.joined(separator: "\n")
  }
}
