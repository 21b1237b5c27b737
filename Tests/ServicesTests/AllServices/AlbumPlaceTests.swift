import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

/// Tracks of an album are neither crossfaded nor leveled singly, so a track must carry its place on
/// the album.
@Suite("A track of a catalog's song knows its place on the album", .tags(.pure))
struct AlbumPlaceTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func place(_ track: some Track) -> [String?] {
    let metadata = track.metadata
    return [
      metadata.albumID, metadata.discNumber.map { "\($0)" },
      metadata.trackNumber.map { "\($0)" },
    ]
  }

  @Test("of Apple Music")
  func appleMusic() throws {
    let song = try decode(
      AppleMusic.Song.self,
      #"""
      {"id":"7","type":"songs","attributes":{"name":"A","discNumber":2,"trackNumber":3},
      "relationships":{"albums":{"data":[{"id":"1","type":"albums"}]}}}
      """#
    )
    #expect(place(AppleMusicTrack(song)) == ["1", "2", "3"])
    let bare = try decode(AppleMusic.Song.self, #"{"id":"7","type":"songs"}"#)
    #expect(place(AppleMusicTrack(bare)) == [nil, nil, nil])
  }

  @Test("of Spotify")
  func spotify() throws {
    var song = try decode(
      Spotify.Track.self,
      #"{"id":"x","disc_number":2,"track_number":3}"#
    )
    #expect(place(try #require(SpotifyTrack(song))) == [nil, "2", "3"])
    song.album = try decode(Spotify.Album.self, #"{"id":"1"}"#)
    #expect(place(try #require(SpotifyTrack(song))) == ["1", "2", "3"])
  }

  @Test("of Deezer")
  func deezer() throws {
    let song = try decode(
      Deezer.Track.self,
      #"{"id":7,"title":"A","track_position":3,"disk_number":2,"album":{"id":1,"title":"B"}}"#
    )
    #expect(place(DeezerTrack(song)) == ["1", "2", "3"])
  }
}
