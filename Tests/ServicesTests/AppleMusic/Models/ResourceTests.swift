import PlayerKitAppleMusic
import PlayerKitServices
import TestSupport
import Testing

@Suite("Resources of Apple Music", .tags(.local))
struct ResourceTests {
  private let album = #"""
    {"id":"800000001","type":"albums","href":"/v1/catalog/us/albums/800000001",
     "attributes":{"name":"Second Example","contentRating":"explicit","releaseDate":"2021",
       "playParams":{"id":"800000001","kind":"album"},"isSingle":false},
     "relationships":{"artists":{"data":[{"id":"900000001","type":"artists"}]},
       "record-labels":{"href":"/v1/l"},
       "tracks":{"data":[{"id":"1","type":"songs"},{"id":"2","type":"music-videos"}]}},
     "views":{"other-versions":{"attributes":{"title":"Other Versions"},"data":[]}}}
    """#

  @Test("Attributes, relationships and views can be read through the resource")
  func readsThrough() throws {
    let album = try decoded(AppleMusic.Album.self, album)
    #expect(album.name == "Second Example")
    #expect(album.contentRating == .explicit)
    #expect(album.isSingle == false)
    #expect(album.trackCount == nil)
    #expect(album.released?.year == 2021)
    #expect(album.artists?.first?.id == "900000001")
    #expect(album.artists?.first?.attributes == nil)
    #expect(album.tracks?.map(\.identifier.type) == ["songs", "music-videos"])
    #expect(album.otherVersions?.title == "Other Versions")
  }

  @Test("A resource is written as it was read")
  func roundTrip() throws {
    let model = try decoded(AppleMusic.Album.self, album)
    #expect(try encoded(model) == decoded(JSONValue.self, album))
  }

  @Test("Changing a resource does not change its copies")
  func copies() throws {
    let before = try decoded(AppleMusic.Album.self, album)
    var after = before
    after.attributes?.name = "Third Example"
    #expect(before.name == "Second Example")
    #expect(after.name == "Third Example")
    #expect(after.tracks == before.tracks)
    #expect(after != before)
    after.attributes?.name = "Second Example"
    #expect(after == before)
    #expect(after.hashValue == before.hashValue)
  }

  @Test("A resource of another kind is refused")
  func otherKind() {
    #expect(throws: DecodingError.self) { try decoded(AppleMusic.Song.self, album) }
  }

  @Test("Properties have the names of the service")
  func properties() {
    let labels = AppleMusic.Albums.table[\.recordLabels]
    #expect(labels.name == "record-labels" && labels.part == "")
    let alike = AppleMusic.Artists.table[\.similarArtists]
    #expect(alike.name == "similar-artists" && alike.part == "views")
  }

  @Test("An unreadable or unknown relationship is kept")
  func oddRelationships() throws {
    let json = #"""
      {"id":"1","type":"albums","relationships":{"artists":7,"genres":null,"moods":{"data":[1e999]},
       "tracks":{"data":[{"id":"2","type":"songs"}]}},"views":{}}
      """#
    var album = try decoded(AppleMusic.Album.self, json)
    #expect(album.tracks?.count == 1)
    #expect(album.artists == nil && album.genres == nil)
    #expect(album.relationships?.others["artists"] == 7)
    #expect(album.views?.others == [:])
    let written = try encoded(album)
    #expect(written["relationships"]?["artists"] == 7)
    #expect(written["relationships"]?["genres"] == nil)
    #expect(written["relationships"]?["moods"] == .object(["data": .array([.null])]))
    #expect(written["views"] == .object([:]))
    album.relationships?.artists = AppleMusic.Collection([AppleMusic.Artist(id: "3")])
    #expect(try encoded(album)["relationships"]?["artists"]?["data"]?.array?.count == 1)
    #expect(album != (try decoded(AppleMusic.Album.self, json)))
  }

  @Test("One malformed attribute affects neither the others nor the resource")
  func oddAttributes() throws {
    let json = #"""
      {"id":700000001,"type":"songs","href":7,"attributes":{"name":1979,"artistName":{"text":"A"},
       "albumName":null,"durationInMillis":213000.7,"trackNumber":"4","discNumber":"none",
       "hasLyrics":"true","isAppleDigitalMaster":[],"genreNames":["Rock",null,1990],
       "artwork":"none","previews":[null,{"url":"https://a.example/1.m4a"},7],
       "contentRating":false,"isrc":"USXX12100001"}}
      """#
    let song = try decoded(AppleMusic.Song.self, json)
    #expect(song.id == "700000001")
    #expect(song.name == "1979")
    #expect(song.artistName == nil && song.albumName == nil)
    #expect(song.durationInMillis == 213_001)
    #expect(song.trackNumber == 4 && song.discNumber == nil)
    #expect(song.hasLyrics == true && song.isAppleDigitalMaster == nil)
    #expect(song.genreNames == ["Rock"])
    #expect(song.artwork == nil)
    #expect(song.previews?.compactMap(\.url) == ["https://a.example/1.m4a"])
    #expect(song.contentRating == nil)
    #expect(song.isrc == "USXX12100001")
    let item = try decoded(AppleMusic.Item.self, json)
    #expect(item.song == song)
  }

  @Test("Deeply nested data is decoded once, even if it cannot be read")
  func nesting() throws {
    let depth = 240
    let odd = #"{"more":["#
    let json =
      #"{"data":["# + String(repeating: odd, count: depth) + "1e999"
      + String(repeating: "]}", count: depth) + "]}"
    let time = try threadTime {
      let list = try decoded(AppleMusic.Collection<AppleMusic.Song>.self, json)
      #expect(list.unreadable.count == 1)
      #expect(list.unreadable.first?.json["more"]?.array?.count == 1)
    }
    // Decoding it again at each level took seconds.
    #expect(time < .seconds(1))
  }

  @Test("A path to no relationship and no view is refused, and nothing is sent")
  func oddPath() async throws {
    let bench = try ClientBench(script: [])
    let code = await codeThrown {
      _ = try await bench.client.album("1", with: [\.tracks.name])
    }
    #expect(code == .invalidArgument)
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("Play parameters of a library song contain the catalog's id")
  func libraryPlayParameters() throws {
    let song = try decoded(
      AppleMusic.LibrarySong.self,
      #"""
      {"id":"i.abc","type":"library-songs","attributes":{"playParams":{"id":"i.abc","kind":"song",
       "isLibrary":true,"reporting":true,"catalogId":"700000001","reportingId":"700000001"}}}
      """#
    )
    #expect(song.playParams?.catalogId == "700000001")
    #expect(song.playParams?.isLibrary == true)
  }
}
