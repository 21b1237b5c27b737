import Foundation
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@Suite("Metadata to show, from a service's answer", .tags(.pure))
struct ToldMetadataTests {
  private func decode<Value: Decodable>(_ type: Value.Type, _ json: String) throws -> Value {
    try JSONDecoder().decode(type, from: Data(json.utf8))
  }

  private func attributes(_ more: String, artwork: String) -> String {
    #"""
    {"id":"7","type":"songs","attributes":{"name":"A","artistName":"B & C","albumName":"D",
    "composerName":"W & V","genreNames":["Alternative","Music"],"releaseDate":"2021",
    "isrc":"USXX1","url":"https://music.apple.com/us/song/7","artwork":\#(artwork)}\#(more)}
    """#
  }

  @Test("Apple Music: a song has all its metadata")
  func appleMusicAll() throws {
    let artwork =
      #"{"width":3000,"height":2000,"url":"https://p.example/a.jpg/{w}x{h}{c}.{f}"}"#
    let song = try decode(AppleMusic.Song.self, attributes("", artwork: artwork))
    let details = TrackMetadata(song).details
    #expect(details.artists.isEmpty)
    #expect(details.composers == ["W & V"])
    #expect(details.genres == ["Alternative"])
    #expect(details.date == "2021")
    #expect(details.isExplicit == false)
    #expect(details.isrc == "USXX1")
    #expect(details.page?.absoluteString == "https://music.apple.com/us/song/7")
    #expect(details.attribution == "Apple Music")
    #expect(
      details.artwork?.url(atLeast: 600)?.absoluteString == "https://p.example/a.jpg/600x600bb.jpg"
    )
    #expect(
      details.artwork?.url(atLeast: 9_000)?.absoluteString
        == "https://p.example/a.jpg/3000x3000bb.jpg"
    )
    #expect(AppleMusicTrack(song).metadata == TrackMetadata(song))
  }

  @Test("Apple Music: artists, composers and the album's artist are there if they were fetched")
  func appleMusicArtists() throws {
    let more = #"""
      ,"relationships":{
      "artists":{"data":[{"id":"1","type":"artists","attributes":{"name":"B"}},
      {"id":"2","type":"artists","attributes":{"name":"C"}}]},
      "composers":{"data":[{"id":"3","type":"artists","attributes":{"name":"W"}}]},
      "albums":{"data":[{"id":"4","type":"albums","attributes":{"artistName":"Various"}}]}}
      """#
    let song = try decode(AppleMusic.Song.self, attributes(more, artwork: "{}"))
    let metadata = TrackMetadata(song)
    #expect(metadata.albumID == "4")
    #expect(metadata.details.artists == ["B", "C"])
    #expect(metadata.details.composers == ["W"])
    #expect(metadata.details.albumArtist == "Various")
    #expect(metadata.artwork == nil)
    #expect(song.recording?.artists == ["B", "C"])
    let bare = try decode(AppleMusic.Song.self, #"{"id":"7","type":"songs"}"#)
    #expect(TrackMetadata(bare) == TrackMetadata())
  }

  @Test(
    "Apple Music: a library song plays as the catalog's, and the cover of an upload is signed"
  )
  func librarySong() throws {
    func song(_ play: String, _ artwork: String) throws -> AppleMusic.LibrarySong {
      try decode(
        AppleMusic.LibrarySong.self,
        #"""
        {"id":"i.a","type":"library-songs","attributes":{"name":"A","artistName":"B",
        "playParams":\#(play),"artwork":{"url":"\#(artwork)"}}}
        """#
      )
    }
    let bought = try song(
      #"{"id":"i.a","kind":"song","catalogId":"7"}"#,
      "https://p.example/{w}x{h}bb.jpg"
    )
    let track = try #require(AppleMusicTrack(bought, storefront: "de"))
    #expect(track.id == "7")
    #expect(track.appleMusicStorefront == "de")
    #expect(track.metadata.title == "A")
    #expect(track.metadata.artwork != nil)
    let upload = try song(
      #"{"id":"i.a","kind":"song"}"#,
      "https://store.example/{w}x{h}.jpg?X-Amz-Signature=secret"
    )
    #expect(AppleMusicTrack(upload) == nil)
    #expect(TrackMetadata(upload).title == "A")
    #expect(TrackMetadata(upload).artwork == nil)
  }

  @Test("the iTunes Store: a song has all its metadata")
  func itunesStoreAll() throws {
    let song = try decode(
      ITunes.Song.self,
      #"""
      {"wrapperType":"track","kind":"song","trackId":7,"collectionId":8,"trackName":"A",
      "artistName":"B","collectionName":"D","collectionArtistName":"Various","trackCount":10,
      "discCount":2,"trackNumber":3,"discNumber":1,"releaseDate":"2021-03-05T08:00:00Z",
      "primaryGenreName":"Alternative","trackExplicitness":"explicit",
      "trackViewUrl":"https://music.apple.com/us/album/a/8?i=7&uo=4",
      "artworkUrl30":"https://p.example/30x30bb.jpg","artworkUrl100":"https://p.example/100x100bb.jpg"}
      """#
    )
    let metadata = TrackMetadata(song)
    let details = metadata.details
    #expect(metadata.albumID == "8")
    #expect(details.albumArtist == "Various")
    #expect(details.genres == ["Alternative"])
    #expect(details.date == "2021-03-05")
    #expect(details.trackCount == 10)
    #expect(details.discCount == 2)
    #expect(details.isExplicit == true)
    #expect(details.isrc == nil)
    #expect(details.page?.absoluteString == "https://music.apple.com/us/album/a/8?i=7&uo=4")
    #expect(details.attribution == "Provided courtesy of iTunes")
    #expect(
      details.artwork?.url(atLeast: 600)?.absoluteString == "https://p.example/600x600bb.jpg"
    )
    #expect(AppleMusicTrack(song).metadata == metadata)
  }

  @Test("the iTunes Store: artwork in another form has the existing sizes")
  func itunesStoreCovers() throws {
    let song = try decode(
      ITunes.Song.self,
      #"""
      {"kind":"song","trackId":7,"artworkUrl60":"https://p.example/b.jpg",
      "artworkUrl100":"https://p.example/a.jpg"}
      """#
    )
    #expect(song.artwork?.url(atLeast: 50)?.lastPathComponent == "b.jpg")
    #expect(song.artwork?.url(atLeast: 61)?.lastPathComponent == "a.jpg")
    #expect(song.artwork?.url(atLeast: 900)?.lastPathComponent == "a.jpg")
  }

  @Test("Spotify: a track has all its metadata")
  func spotifyAllStands() throws {
    let track = try decode(
      Spotify.Track.self,
      #"""
      {"id":"x","name":"A","artists":[{"name":"B"},null,{"name":"C"}],"explicit":true,
      "duration_ms":1000,"external_ids":{"isrc":"USXX1"},
      "external_urls":{"spotify":"https://open.spotify.com/track/x"},
      "album":{"id":"1","name":"D","artists":[{"name":"E"},{"name":"F"}],"genres":["rock"],
      "release_date":"2021-03","release_date_precision":"month","total_tracks":24,"images":[
      {"url":"https://i.example/640","width":640,"height":640},
      {"url":"https://i.example/64","width":64,"height":null},
      {"url":"https://i.example/s?sig=secret","width":300,"height":300},null]}}
      """#
    )
    let metadata = TrackMetadata(track)
    let details = metadata.details
    #expect(metadata.artist == "B, C")
    #expect(details.artists == ["B", "C"])
    #expect(details.albumArtist == "E, F")
    #expect(details.genres == ["rock"])
    #expect(details.date == "2021-03")
    // Of the album, not of the disc.
    #expect(details.trackCount == nil)
    #expect(details.isExplicit == true)
    #expect(details.isrc == "USXX1")
    #expect(details.page?.absoluteString == "https://open.spotify.com/track/x")
    #expect(details.attribution == "Spotify")
    #expect(details.artwork?.url(atLeast: 65)?.absoluteString == "https://i.example/640")
    #expect(details.artwork?.url(atLeast: 64)?.absoluteString == "https://i.example/64")
    let playable = try #require(SpotifyTrack(track))
    #expect(playable.metadata == metadata)
    #expect(playable.recording == track.recording)
    #expect(playable.recording?.artists == ["B", "C"])
    var unknown = track
    unknown.album?.releaseDate = "0000"
    #expect(TrackMetadata(unknown).details.date == nil)
  }

  @Test("Deezer: a track has all its metadata")
  func deezerAllStands() throws {
    func track(_ artist: String) throws -> Deezer.Track {
      let cover = "https://c.example/cover/\(artist)"
      return try decode(
        Deezer.Track.self,
        #"""
        {"id":7,"title":"A","isrc":"USXX1","link":"https://www.deezer.com/track/7",
        "release_date":"0000-00-00","explicit_lyrics":true,"artist":{"id":1,"name":"B"},
        "contributors":[{"id":1,"name":"B","role":"Main"},{"id":2,"name":"C","role":"Featured"}],
        "preview":"https://p.example/0.mp3?hdnea=exp=1~hmac=secret",
        "album":{"id":3,"title":"D","release_date":"2021-03-05","artist":{"id":4,"name":"E"},
        "genres":{"data":[{"id":9,"name":"Rock"}]},
        "cover":"https://api.deezer.com/album/3/image","cover_small":"\#(cover)/56x56-0.jpg",
        "cover_medium":"\#(cover)/250x250-0.jpg","cover_big":"\#(cover)/500x500-0.jpg",
        "cover_xl":"\#(cover)/1000x1000-0.jpg"}}
        """#
      )
    }
    let metadata = TrackMetadata(try track("1f"))
    let details = metadata.details
    #expect(metadata.artist == "B")
    #expect(details.artists == ["B", "C"])
    #expect(details.albumArtist == "E")
    #expect(details.genres == ["Rock"])
    #expect(details.date == "2021-03-05")
    #expect(details.isExplicit == true)
    #expect(details.isrc == "USXX1")
    #expect(details.page?.absoluteString == "https://www.deezer.com/track/7")
    #expect(details.attribution == "Deezer")
    let sizes = [1, 56, 57, 500, 501, 5_000].map { details.artwork?.url(atLeast: $0) }
    #expect(
      sizes.map { $0?.lastPathComponent } == [
        "56x56-0.jpg", "56x56-0.jpg", "250x250-0.jpg", "500x500-0.jpg", "1000x1000-0.jpg",
        "1000x1000-0.jpg",
      ]
    )
    #expect(DeezerTrack(try track("1f")).metadata == metadata)
    #expect(TrackMetadata(try track("")).artwork == nil, "the gray placeholder picture")
  }

  @Test(
    "pages and pictures are on web servers only, and contain no secret",
    arguments: [
      "file:///etc/passwd", "javascript:alert(1)", "ftp://a.example/b", "/b", "https:///b",
      "https://user:secret@a.example/b", "",
    ]
  )
  func pagesPicturesLead(
    address: String
  ) throws {
    let track = try decode(
      Spotify.Track.self,
      #"""
      {"id":"x","external_urls":{"spotify":"\#(address)"},"album":{"images":[{"url":"\#(address)"}]}}
      """#
    )
    #expect(TrackMetadata(track).details.page == nil)
    #expect(TrackMetadata(track).artwork == nil)
    let song = try decode(
      AppleMusic.Song.self,
      attributes("", artwork: #"{"url":"\#(address){w}x{h}"}"#)
    )
    #expect(TrackMetadata(song).artwork == nil)
  }
}
