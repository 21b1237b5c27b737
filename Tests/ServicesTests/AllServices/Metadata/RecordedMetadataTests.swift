import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

/// Metadata in recorded answers of the services.
@Suite(
  "Metadata of recorded answers",
  .tags(.pure),
  .enabled(if: RecordedFolder.path != nil, "PLAYERKIT_RECORDED is not set")
)
struct RecordedMetadataTests {
  private func read<Value: Decodable>(_ name: String, as type: Value.Type) throws -> Value {
    let answer = try RecordedFolder.named.get().answers.first { $0.name == name }
    return try JSONDecoder().decode(type, from: try #require(answer).data)
  }

  @Test("of Apple Music")
  func appleMusic() throws {
    let songs = try read(
      "apple_go_catalog_songs.json",
      as: AppleMusic.Collection<AppleMusic.Song>.self
    )
    let metadata = TrackMetadata(try #require(songs.first))
    #expect(metadata.title == "Something For the Pain")
    #expect(metadata.details.composers == ["Michael de Jong"])
    #expect(metadata.details.genres == ["Singer/Songwriter", "Blues"])
    #expect(metadata.details.date == "2014-07-11")
    #expect(metadata.details.isrc == "NLH851300057")
    #expect(metadata.details.page?.host() == "itunes.apple.com")
    let cover = metadata.artwork?.url(atLeast: 5_000)
    #expect(cover?.host() == "is1-ssl.mzstatic.com")
    #expect(cover?.lastPathComponent == "2400x2400bb.jpg")
  }

  @Test("of Spotify")
  func spotify() throws {
    let metadata = TrackMetadata(try read("spotify_track_time.json", as: Spotify.Track.self))
    #expect(metadata.title == "Time")
    #expect(metadata.details.artists == ["Pink Floyd"])
    #expect(metadata.details.albumArtist == "Pink Floyd")
    #expect(metadata.details.date == "1973-03-01")
    #expect(metadata.details.isrc == "GBN9Y1100079")
    #expect(metadata.details.isExplicit == false)
    #expect(metadata.details.page?.path() == "/track/3TO7bbrUKrOSPGRTB5MeCz")
    #expect(
      metadata.artwork?.url(atLeast: 100)?.lastPathComponent
        == "ab67616d00001e02f05e5ac32fdd79d100315a20"
    )
    let other = TrackMetadata(try read("spotify_beets_track_info.json", as: Spotify.Track.self))
    #expect(other.details.albumArtist == "Various Artists")
  }

  @Test("of Deezer")
  func deezer() throws {
    let metadata = TrackMetadata(try read("deezer_get_track.json", as: Deezer.Track.self))
    #expect(metadata.title == "Harder Better Faster Stronger")
    #expect(metadata.details.artists == ["Daft Punk"])
    #expect(metadata.details.date == "2001-03-07")
    #expect(metadata.details.isrc == "GBDUW0000059")
    #expect(metadata.details.page?.absoluteString == "https://www.deezer.com/track/3135556")
    #expect(
      metadata.artwork?.url(atLeast: 300)?.lastPathComponent == "500x500-000000-80-0-0.jpg"
    )
    let top = try read("deezer_artist_top.json", as: Deezer.List<Deezer.Track>.self)
    #expect(top.members.allSatisfy { TrackMetadata($0).artwork != nil })
    #expect(!top.members.isEmpty)
  }
}
