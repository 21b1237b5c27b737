import MusicCatalog
import Testing

@Suite("Resources of Apple Music")
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

  @Test("Attributes, relationships and views read through")
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

  @Test("What was read is written as it was")
  func roundTrip() throws {
    let model = try decoded(AppleMusic.Album.self, album)
    #expect(try encoded(model) == decoded(JSONValue.self, album))
  }

  @Test("A resource can be changed without its copies")
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

  @Test("Another kind's resource is refused")
  func otherKind() {
    #expect(throws: DecodingError.self) { try decoded(AppleMusic.Song.self, album) }
  }

  @Test("A later answer adds the properties it was fetched with, and takes none away")
  func taking() throws {
    let before = try decoded(AppleMusic.Album.self, album)
    let later = try decoded(
      AppleMusic.Album.self,
      #"""
      {"id":"800000001","type":"albums","attributes":{"name":"Renamed"},
       "relationships":{"genres":{"data":[{"id":"20","type":"genres"}]},
         "artists":{"data":[]}},
       "views":{"related-albums":{"data":[{"id":"3","type":"albums"}]}}}
      """#
    )
    let both = before.taking([.genres, .relatedAlbums], from: later)
    #expect(both.name == "Renamed")
    #expect(both.genres?.map(\.id) == ["20"])
    #expect(both.relatedAlbums?.map(\.id) == ["3"])
    #expect(both.otherVersions?.title == "Other Versions")
    #expect(both.artists == before.artists)
    #expect(both.href == before.href)
  }

  @Test("Properties are named as the service names them")
  func properties() {
    #expect(AppleMusic.Property<AppleMusic.Albums>.recordLabels.name == "record-labels")
    #expect(AppleMusic.Property<AppleMusic.Albums>.recordLabels.form == .relationship)
    #expect(AppleMusic.Property<AppleMusic.Artists>.similarArtists.name == "similar-artists")
    #expect(AppleMusic.Property<AppleMusic.Artists>.similarArtists.form == .view)
  }

  @Test("Play parameters of a library name the catalog's id")
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
