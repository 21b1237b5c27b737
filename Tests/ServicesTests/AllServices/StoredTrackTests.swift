import Foundation
import PlayerKit
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@Suite("A stored track of a service", .tags(.pure))
struct StoredTrackTests {
  private let registry: TrackRegistry = {
    var registry = TrackRegistry()
    registry.add(AppleMusicTrack.self)
    registry.add(SpotifyTrack.self)
    registry.add(DeezerTrack.self)
    return registry
  }()

  private let metadata: TrackMetadata = {
    var metadata = TrackMetadata(
      title: "T",
      artist: "A, B",
      album: "C",
      duration: .milliseconds(213_456),
      albumID: "b",
      discNumber: 2,
      trackNumber: 3
    )
    metadata.details.albumArtist = "Various"
    metadata.details.artists = ["A", "B"]
    metadata.details.composers = ["W"]
    metadata.details.genres = ["G", "H"]
    metadata.details.date = "2021-03"
    metadata.details.trackCount = 12
    metadata.details.discCount = 2
    metadata.details.isExplicit = true
    metadata.details.isrc = "USXX12100001"
    metadata.details.page = URL(string: "https://a.example/7?i=8")
    metadata.details.attribution = "Somebody"
    metadata.details.artwork = Artwork(template: "https://a.example/{w}x{h}.jpg", largest: 600)
    return metadata
  }()

  private func preview(_ address: String, expiration: Date? = nil) throws -> StreamURL {
    StreamURL(url: try #require(URL(string: address)), expiration: expiration)
  }

  @Test("is restored unchanged, under a stable name")
  func roundTrips() throws {
    let apple = AppleMusicTrack(
      id: "7",
      storefront: "de",
      metadata: metadata,
      preview: try preview("https://media.example/7.m4a")
    )
    let spotify = SpotifyTrack(
      id: "x",
      metadata: metadata,
      preview: try preview("https://media.example/x.mp3"),
      playerTypes: [.spotifyPreview, .url]
    )
    let deezer = DeezerTrack(id: "9", metadata: metadata)
    #expect(registry.decode(try registry.encode(apple)) as? AppleMusicTrack == apple)
    #expect(registry.decode(try registry.encode(spotify)) as? SpotifyTrack == spotify)
    #expect(registry.decode(try registry.encode(deezer)) as? DeezerTrack == deezer)
    #expect(
      spotify.recording
        == Recording(
          title: "T",
          artists: ["A", "B"],
          album: "C",
          duration: .milliseconds(213_456),
          isrc: "USXX12100001",
          isExplicit: true
        )
    )
    let bare = SpotifyTrack(id: "y")
    #expect(registry.decode(try registry.encode(bare)) as? SpotifyTrack == bare)
    #expect(registry.types == ["url", "appleMusic", "spotify", "deezer"])
  }

  @Test("is read in the earlier format, which stored the code next to the metadata")
  func earlierVersions() throws {
    func decode(_ type: String, _ json: String) -> any Track {
      registry.decode(
        StoredTrack(type: type, id: "7", metadata: TrackMetadata(), data: Data(json.utf8))
      )
    }
    let metadata = #"{"title":"T","artist":"A, B","album":"C"}"#
    let apple = decode("appleMusic", #"{"id":"7","isrc":"USXX1","metadata":\#(metadata)}"#)
    #expect(apple is AppleMusicTrack)
    #expect(apple.metadata.details.isrc == "USXX1")
    let deezer = decode("deezer", #"{"id":"7","isrc":"USXX1","metadata":\#(metadata)}"#)
    #expect(deezer is DeezerTrack)
    #expect(deezer.metadata.details.isrc == "USXX1")
    let recording =
      #"{"title":"T","artists":["A","B"],"duration":213456,"isrc":"USXX1","isExplicit":true}"#
    let spotify = decode(
      "spotify",
      #"""
      {"id":"7","metadata":\#(metadata),"recording":\#(recording),"playerTypes":["spotifyPreview"]}
      """#
    )
    let found = try #require((spotify as? SpotifyTrack)?.recording)
    #expect(found.artists == ["A", "B"])
    #expect(found.album == "C")
    #expect(found.duration == .milliseconds(213_456))
    #expect(found.isrc == "USXX1")
    #expect(found.isExplicit == true)
    for track in [apple, deezer, spotify] {
      #expect(track.metadata.title == "T")
      #expect(track.metadata.artist == "A, B")
      #expect(track.metadata.artwork == nil)
    }
  }

  @Test("contains no signed or expiring preview")
  func forgetsPreviews() throws {
    let previews = [
      try preview("https://media.example/7.m4a?token=secret"),
      try preview("https://user:secret@media.example/7.m4a"),
      try preview("https://media.example/secret.m4a", expiration: Date()),
    ]
    for preview in previews {
      let tracks: [any Track] = [
        AppleMusicTrack(id: "7", preview: preview), SpotifyTrack(id: "7", preview: preview),
      ]
      for track in tracks {
        let stored = try registry.encode(track)
        let text = try #require(String(bytes: stored.data, encoding: .utf8))
        #expect(!text.contains("secret"))
        let decoded = registry.decode(stored)
        #expect((decoded as? AppleMusicTrack)?.knownPreview == nil)
        #expect((decoded as? SpotifyTrack)?.knownPreview == nil)
        #expect(!(decoded is UnknownTrack))
      }
    }
  }

  @Test("leads only to a web server")
  func refusesOtherPlaces() throws {
    let json = #"{"id":"7","metadata":{},"preview":"file:///etc/passwd"}"#
    let stored = StoredTrack(
      type: "appleMusic",
      id: "7",
      metadata: TrackMetadata(),
      data: Data(json.utf8)
    )
    let track = try #require(registry.decode(stored) as? AppleMusicTrack)
    #expect(track.knownPreview == nil)
  }

  @Test("keeps its place if its service is unknown, as an entry that cannot be played")
  func unknownService() throws {
    let stored = try registry.encode(DeezerTrack(id: "9", metadata: metadata))
    let track = TrackRegistry().decode(stored)
    #expect(track.playerTypes.isEmpty)
    #expect(track.metadata == metadata)
    #expect(try TrackRegistry().encode(track) == stored)
  }
}
