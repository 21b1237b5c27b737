import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Code that people write without reading the documentation. Nothing here is `@testable`: it must
/// be public.
@Suite("An expression that people guess", .tags(.pure))
struct GuessedAPITests {
  let clock = ManualClock()
  let player: FakePlayer
  let queue: QueuePlayer

  init() throws {
    player = FakePlayer(clock: clock)
    queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b"), FakeTrack("c")])
  }

  private var order: [String] { queue.entries.map(\.track.id) }

  private func load() { clock.advance(by: .milliseconds(100)) }

  @Test("queue.isPlaying is true while sound comes out")
  func isPlaying() {
    #expect(!queue.isPlaying)
    queue.play()
    #expect(!queue.isPlaying)
    load()
    #expect(queue.isPlaying)
    queue.pause()
    #expect(!queue.isPlaying)
  }

  @Test("player.isPlaying is true while sound comes out")
  func playerIsPlaying() {
    let player = FakePlayer(clock: clock)
    player.play(FakeTrack("x"))
    load()
    #expect(player.isPlaying)
    #expect(player.duration == .seconds(60))
  }

  @Test("queue.currentEntry is the playing entry, or nil if there is none")
  func currentEntry() {
    #expect(queue.currentEntry?.track.id == "a")
    queue.next()
    #expect(queue.currentEntry?.track.id == "b")
    queue.removeAll()
    #expect(queue.currentEntry == nil)
  }

  @Test("queue.duration is the current track's duration, once it is known")
  func duration() {
    #expect(queue.duration == nil)
    queue.play()
    load()
    #expect(queue.duration == .seconds(60))
  }

  @Test("queue.play(track) replaces the queue and plays")
  func playTrack() async throws {
    let observer = RecordingObserver(of: queue)
    let entry = queue.play(FakeTrack("x"))
    #expect(order == ["x"])
    #expect(queue.currentEntry?.id == entry)
    load()
    #expect(queue.isPlaying)
    #expect(player.soundingTrack?.id == "x")
    #expect(queue.status.history.map(\.entry.track.id) == ["x"])
    await queue.events.delivered()
    #expect(observer.events.transitions.map(\.to?.track.id) == ["x"])
  }

  @Test("queue.play(track) replaces the current track, and takes any track")
  func playAnyTrack() {
    queue.play()
    load()
    queue.pause()
    let track: any Track = FakeTrack("x")
    queue.play(track, at: .seconds(5))
    load()
    #expect(order == ["x"])
    #expect(queue.isPlaying)
    #expect(queue.position == .seconds(5))
  }

  @Test("queue.play(entry) goes to the entry and plays it")
  func playEntry() throws {
    let entry = queue.entries[1]
    try queue.play(entry)
    load()
    #expect(queue.currentEntry?.id == entry.id)
    #expect(queue.isPlaying)
    try queue.remove([entry.id])
    #expect(throws: QueueError.unknownEntry(entry.id)) { try queue.play(entry) }
  }

  @Test("queue.remove(id) removes the entry, and throws the second time")
  func removeID() throws {
    let id = queue.entries[1].id
    try queue.remove(id)
    #expect(order == ["a", "c"])
    #expect(throws: QueueError.unknownEntry(id)) { try queue.remove(id) }
  }

  @Test("queue.remove(at: 0) removes the first entry")
  func removeAt() throws {
    try queue.remove(at: 0)
    #expect(order == ["b", "c"])
    try queue.edit { queue in try queue.remove(at: 1) }
    #expect(order == ["b"])
  }

  @Test(
    "queue.remove(at:) out of range throws, and sends no event",
    arguments: [-1, 3, Int.min, Int.max]
  )
  func removeAtNowhere(index: Int) async {
    let observer = RecordingObserver(of: queue)
    #expect(throws: QueueError.indexOutOfRange(index)) { try queue.remove(at: index) }
    await queue.events.delivered()
    #expect(order == ["a", "b", "c"])
    #expect(observer.events.isEmpty)
  }

  @Test("QueuePlayer(engine:) plays files")
  func engine() {
    let engine = FakeEngine(clock: clock)
    engine.setMedia(FakeMedia(), for: "x")
    let queue = QueuePlayer(engine: engine, clock: clock)
    queue.play(URLTrack(path: "x"))
    load()
    #expect(queue.isPlaying)
  }

  @Test("QueuePlayer.Configuration(errorPolicy: .stop) leaves everything else at its default")
  func configuration() {
    let configuration = QueuePlayer.Configuration(errorPolicy: .stop)
    #expect(configuration.errorPolicy == .stop)
    #expect(configuration.debounce == QueuePlayer.Configuration().debounce)
    let queue = QueuePlayer(configuration: .init(errorPolicy: .stop, historyLimit: 3))
    #expect(queue.errorPolicy == .stop)
  }

  @Test("artwork.url(width:height:) asks the server for this size, up to the largest one")
  func artwork() {
    let template = Artwork(template: "https://a.example/{w}x{h}.jpg", largest: 1_000)
    func address(_ width: Int, _ height: Int) -> String? {
      template.url(width: width, height: height)?.absoluteString
    }
    #expect(address(300, 200) == "https://a.example/300x200.jpg")
    #expect(address(4_000, 2_000) == "https://a.example/1000x500.jpg")
    #expect(address(0, -1) == "https://a.example/1x1.jpg")
    #expect(address(.max, .max) == "https://a.example/1000x1000.jpg")
  }

  @Test("artwork.url(width:height:) chooses among pictures by the longer side")
  func artworkOfSizes() throws {
    let small = try #require(URL(string: "https://a.example/s"))
    let large = try #require(URL(string: "https://a.example/l"))
    let images = [Artwork.Image(url: small, size: 100), Artwork.Image(url: large, size: 500)]
    let artwork = try #require(Artwork(images))
    #expect(artwork.url(width: 80, height: 100) == small)
    #expect(artwork.url(width: 80, height: 101) == large)
    #expect(Artwork(Artwork.Key(source: "s", id: "1")).url(width: 1, height: 1) == nil)
  }

  // MARK: - Waiting

  @Test("await queue.seekAndWait(to:) returns where playback landed")
  func seekAndWait() async throws {
    #expect(try await queue.seekAndWait(to: .seconds(5)) == .seconds(5))
    // Works without `await`, even here.
    queue.seek(to: .seconds(6))
    #expect(queue.position == .seconds(6))
  }

  @Test("await queue.playAndWait(track) throws the error of a track that fails")
  func playAndWait() async throws {
    var media = FakeMedia.failing(.notFound)
    media.loadTime = .zero
    player.setMedia(media, for: "x")
    let error = await #expect(throws: PlayerError.self) {
      try await queue.playAndWait(FakeTrack("x"))
    }
    #expect(error?.code == .notFound)
  }

  @Test("queue.addBoundaryObserver(at:) calls a closure at a position")
  @MainActor func boundary() async {
    queue.play()
    load()
    var count = 0
    let token = queue.addBoundaryObserver(at: [.seconds(30)]) { count += 1 }
    clock.advance(by: .seconds(31))
    await queue.events.delivered()
    #expect(count == 1)
    token.cancel()
  }

  @Test("queue.sleepTimer = .after(_:fadingOut:) fades the sound out")
  func sleep() {
    queue.play()
    load()
    queue.sleepTimer = .after(.seconds(4), fadingOut: .seconds(2), on: clock)
    clock.advance(by: .seconds(3))
    #expect(queue.ducking == 0.5)
    #expect(queue.volume == 1)
  }

  // MARK: - Observing

  @Test("queue.observe(isolation: nil) works in a function without an actor")
  func observeAnywhere() async {
    let volumes = Recorded<Double>()
    let token = queue.observe(every: .seconds(1), isolation: nil) { now in
      volumes.append(now.status.playback.volume)
    }
    #expect(volumes.elements == [1])
    let ofPlayer = player.observe(isolation: nil) { volumes.append($0.status.volume) }
    #expect(volumes.elements == [1, 1])
    queue.volume = 0.5
    await queue.events.delivered()
    #expect(volumes.elements == [1, 1, 0.5])
    token.cancel()
    ofPlayer.cancel()
    queue.volume = 0.25
    await queue.events.delivered()
    #expect(volumes.elements.count == 3)
  }

  // MARK: - Other API

  @Test("registry.add(New.self, storedAs:) reads tracks stored under an earlier name")
  func storedAs() throws {
    var registry = TrackRegistry()
    registry.add(FakeTrack.self, storedAs: "old")
    let new = try registry.encode(FakeTrack("a"))
    let old = StoredTrack(type: "old", id: new.id, metadata: new.metadata, data: new.data)
    #expect(registry.decode(old) as? FakeTrack == FakeTrack("a"))
  }

  @Test("FakeTrack is stored as any other track")
  func fakeTrack() throws {
    var registry = TrackRegistry()
    registry.add(FakeTrack.self)
    let track = FakeTrack("a", title: "A", playerTypes: [PlayerType(rawValue: "other")])
    #expect(registry.decode(try registry.encode(track)) as? FakeTrack == track)
  }

  @Test("Codes and reasons print their names")
  func descriptions() {
    #expect("\(PlayerError.Code.notFound)" == "notFound")
    #expect("\(QueueStoreError.Code.closed)" == "closed")
    #expect("\(PlaylistStoreError.Code.exists)" == "exists")
    #expect("\(SuppressionReason.interruption)" == "interruption")
    #expect("\(PlayerType.url)" == "url")
    #expect("\(PlayerCapabilities.whole)" == "[seek, rate, volume]")
  }
}
