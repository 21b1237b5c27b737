import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Which tracks are consecutive on their album, and the engine's information about that.
@Suite(.tags(.pure)) struct AlbumOrderTests {
  private func isFollowed(
    _ first: TrackMetadata,
    by second: TrackMetadata,
    isOrderKept: Bool = true
  ) -> Bool {
    first.isFollowedOnAlbum(by: second, isOrderKept: isOrderKept)
  }

  private func on(
    _ album: String,
    _ number: Int? = nil,
    disc: Int? = nil,
    artist: String? = "x",
    id: String? = nil
  ) -> TrackMetadata {
    TrackMetadata(
      artist: artist,
      album: album,
      albumID: id,
      discNumber: disc,
      trackNumber: number
    )
  }

  @Test("Disc and track numbers determine the order, also across discs")
  func numbersTellOrder() {
    #expect(isFollowed(on("a", 1), by: on("a", 2), isOrderKept: false))
    #expect(!isFollowed(on("a", 1), by: on("a", 3)))
    #expect(!isFollowed(on("a", 2), by: on("a", 1)))
    #expect(!isFollowed(on("a", 1), by: on("b", 2)))
    #expect(isFollowed(on("a", 9, disc: 1), by: on("a", 1, disc: 2)))
    #expect(!isFollowed(on("a", 9, disc: 1), by: on("a", 2, disc: 2)))
    #expect(!isFollowed(on("a", 1, disc: 1), by: on("a", 2, disc: 2)))
    #expect(!isFollowed(on("a", .max), by: on("a", .max)))
  }

  @Test("Tracks without numbers follow each other if the album's order was kept")
  func withoutNumbersOrder() {
    #expect(isFollowed(on("a"), by: on("a")))
    #expect(isFollowed(on("a", 7), by: on("a")))
    #expect(!isFollowed(on("a"), by: on("a"), isOrderKept: false))
    #expect(!isFollowed(TrackMetadata(), by: TrackMetadata()))
    #expect(!isFollowed(on(""), by: on("")))
  }

  @Test("An album is recognized by its id, or by title and artist")
  func albumToldId() {
    #expect(isFollowed(on("a", id: "1"), by: on("b", artist: "y", id: "1")))
    // Two services may have the album under different ids, and two albums may share a title.
    #expect(isFollowed(on("a", 1, id: "1"), by: on("a", 2, id: "2")))
    #expect(!isFollowed(on("a", 1, id: "1"), by: on("a", 2, artist: "y", id: "2")))
    #expect(!isFollowed(on("a", 1, id: "1"), by: on("a", 3, id: "2")))
    #expect(!isFollowed(on("a", id: "1"), by: on("a", id: "2")))
    #expect(!isFollowed(on("a", artist: "x"), by: on("a", artist: "y")))
    #expect(isFollowed(on("a", 1, artist: "x"), by: on("a", 2, artist: "y")))
  }

  // MARK: In a queue

  private func fixture(_ metadata: [TrackMetadata]) throws -> QueueFixture {
    let fixture = try QueueFixture([])
    for index in metadata.indices { fixture.script("\(index)", FakeMedia()) }
    try fixture.queue.set(
      metadata.enumerated().map { URLTrack(path: "\($0.offset)", metadata: $0.element) }
    )
    return fixture
  }

  private func contexts(_ fixture: QueueFixture) -> [AlbumContext?] {
    fixture.engine.knownLoads.map { fixture.engine.albumContext(of: $0) }
  }

  @Test("The engine learns how the current and the next track relate to their neighbors")
  func engineToldHow() throws {
    let fixture = try fixture([on("a", 1), on("a", 2), on("a", 3), on("b", 4)])
    fixture.begin()
    #expect(
      contexts(fixture) == [
        AlbumContext(isContinued: true),
        AlbumContext(continuesPrevious: true, isContinued: true),
      ]
    )
    fixture.queue.next()
    fixture.queue.next()
    fixture.advance(.milliseconds(500))
    #expect(contexts(fixture) == [AlbumContext(continuesPrevious: true), AlbumContext()])
  }

  @Test("A single track that repeats does not continue itself")
  func trackRepeatedTrack() throws {
    let fixture = try fixture([on("a")])
    fixture.queue.repeatMode = .all
    fixture.begin()
    #expect(contexts(fixture) == [AlbumContext(), AlbumContext()])
  }

  @Test("The crossfade reaches the engine, limited to its bounds")
  func crossfadeReachesEngine() throws {
    let fixture = try QueueFixture()
    fixture.queue.crossfade = .seconds(20)
    fixture.begin()
    #expect(fixture.engine.output.crossfade == .seconds(12))
    fixture.queue.crossfade = .seconds(-1)
    #expect(fixture.engine.output.crossfade == .zero)
    #expect(fixture.queue.playback.crossfade == .zero)
  }

  @Test("The loudness setting reaches the engine, and applies to later tracks too")
  func loudnessReachesEngine() throws {
    let fixture = try QueueFixture()
    fixture.queue.loudness = Loudness(.album, preamp: 3)
    fixture.begin()
    #expect(fixture.engine.output.loudness == Loudness(.album, preamp: 3))
    fixture.queue.loudness = Loudness(.auto)
    #expect(fixture.engine.output.loudness.mode == .auto)
    #expect(fixture.queue.playback.loudness.mode == .auto)
    fixture.queue.next()
    #expect(fixture.engine.output.loudness.mode == .auto)
  }
}
