import Foundation
import MusicCatalog
import PlayerKit
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitSpotify
import ServiceKit
import Testing

@Suite("A track of a service, stored")
struct StoredTrackTests {
  private let registry: TrackRegistry = {
    var registry = TrackRegistry()
    registry.add(AppleMusicTrack.self)
    registry.add(SpotifyTrack.self)
    registry.add(DeezerTrack.self)
    return registry
  }()

  private let metadata = TrackMetadata(
    title: "T",
    artist: "A",
    album: "B",
    duration: .milliseconds(213_400),
    albumID: "b",
    discNumber: 2,
    trackNumber: 3
  )

  private func preview(_ address: String, expiration: Date? = nil) throws -> MediaAddress {
    MediaAddress(url: try #require(URL(string: address)), expiration: expiration)
  }

  @Test("is given back as it was, under a name that stays")
  func roundTrips() throws {
    let apple = AppleMusicTrack(
      id: "7",
      storefront: "de",
      isrc: "USXX12100001",
      metadata: metadata,
      preview: try preview("https://media.example/7.m4a")
    )
    let spotify = SpotifyTrack(
      id: "x",
      recording: Recording(
        title: "T",
        artists: ["A", "B"],
        album: "C",
        duration: .milliseconds(213_456),
        isrc: "USXX12100001",
        isExplicit: true
      ),
      metadata: metadata,
      preview: try preview("https://media.example/x.mp3"),
      playerTypes: [.spotifyPreview, .url]
    )
    let deezer = DeezerTrack(id: "9", isrc: "I", metadata: metadata)
    #expect(registry.decode(try registry.encode(apple)) as? AppleMusicTrack == apple)
    #expect(registry.decode(try registry.encode(spotify)) as? SpotifyTrack == spotify)
    #expect(registry.decode(try registry.encode(deezer)) as? DeezerTrack == deezer)
    let bare = SpotifyTrack(id: "y")
    #expect(registry.decode(try registry.encode(bare)) as? SpotifyTrack == bare)
    #expect(registry.types == ["url", "appleMusic", "spotify", "deezer"])
  }

  @Test("keeps no preview that is signed or expires")
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

  @Test("leads to no other place than a server")
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

  @Test("stays in place where its service is not known, as one that cannot be played")
  func unknownService() throws {
    let stored = try registry.encode(DeezerTrack(id: "9", metadata: metadata))
    let track = TrackRegistry().decode(stored)
    #expect(track.playerTypes.isEmpty)
    #expect(track.metadata == metadata)
    #expect(try TrackRegistry().encode(track) == stored)
  }
}
