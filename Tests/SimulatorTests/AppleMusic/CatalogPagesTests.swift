import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Apple Music simulated: pages, relationships and views", .tags(.pure))
struct CatalogPagesTests {
  private let harness = AppleMusicHarness()
  private var catalog: InventedCatalog { harness.catalog }
  private var prolific: String { harness.id(artist: InventedCatalog.prolificArtist) }

  private func longAlbum(_ count: Int) throws -> String {
    harness.id(
      album: try #require(catalog.albums.first { $0.title.text.contains(", \(count) Pieces") })
        .index
    )
  }

  @Test("Without a limit a page has 25 albums, and the next page's path is relative, without limit")
  func next() async throws {
    let reply = await harness.us("/artists/\(prolific)/albums?limit=30&l=es-MX")
    #expect(reply.data.count == 30)
    #expect(reply.next == "/v1/catalog/us/artists/\(prolific)/albums?offset=30&l=es-MX")
    #expect(reply.at("meta.total") == nil)
    #expect(await harness.us("/artists/\(prolific)/albums").data.count == 25)
  }

  @Test("Following next returns every member once")
  func following() async throws {
    let all = try await harness.allPages("/v1/catalog/us/artists/\(prolific)/albums")
    #expect(all.ids.count > 100 && all.pages > 4)
    #expect(Set(all.ids).count == all.ids.count)
  }

  @Test("A page after the end is empty, whatever the offset")
  func beyondTheEnd() async {
    for offset in ["100000", "9223372036854775807"] {
      let reply = await harness.us("/artists/\(prolific)/albums?offset=\(offset)")
      #expect(reply.status == 200)
      #expect(reply.json["data"] != nil && reply.data.isEmpty)
      #expect(reply.next == nil)
    }
  }

  @Test(
    "A limit out of range is 400 with code 40005 and the service's text",
    arguments: [
      ("limit=101", "Value must be an integer less than or equal to 100, but was: 101", "limit"),
      ("limit=0", "Value must be an integer greater than or equal to 1", "limit"),
      ("limit=abc", "Value must be an integer", "limit"),
      ("limit=99999999999999999999", "Value must be an integer", "limit"),
      ("offset=-1", "Value must be an integer greater than or equal to 0", "offset"),
    ]
  )
  func limits(query: String, detail: String, parameter: String) async {
    let reply = await harness.us("/artists/\(prolific)/albums?\(query)")
    #expect(reply.status == 400)
    #expect(reply.code == "40005")
    #expect(reply.title == "Invalid Parameter Value")
    #expect(reply.detail == detail)
    #expect(reply.parameter == parameter)
  }

  @Test("An album returns up to 300 tracks at once, also inside the resource")
  func tracks() async throws {
    let id = try longAlbum(320)
    let inlined = await harness.us("/albums/\(id)")
    #expect(inlined.list("data.0.relationships.tracks.data")?.count == 300)
    #expect(
      inlined.text("data.0.relationships.tracks.next")
        == "/v1/catalog/us/albums/\(id)/tracks?offset=300"
    )
    #expect(inlined.at("data.0.relationships.tracks.data.0.attributes.name") != nil)
    #expect(inlined.at("data.0.relationships.tracks.data.0.relationships") == nil)
    #expect(await harness.us("/albums/\(id)/tracks?limit=301").status == 400)
    #expect(try await harness.allPages("/v1/catalog/us/albums/\(id)/tracks").ids.count >= 320)
  }

  @Test("A playlist returns 100 tracks a page, and up to 300 on request")
  func playlistTracks() async throws {
    let playlist = try #require(catalog.playlists.first { $0.tracks.count > 300 })
    let reply = await harness.us("/playlists/\(playlist.id)/tracks")
    #expect(reply.data.count == 100)
    #expect(await harness.us("/playlists/\(playlist.id)/tracks?limit=300").data.count == 300)
    #expect(await harness.us("/playlists/\(playlist.id)/tracks?limit=301").status == 400)
  }

  @Test("Tracks of an album may be music videos")
  func mixedTracks() async throws {
    let video = try #require(
      catalog.musicVideos.first {
        $0.album.map { catalog.isSold(album: $0, in: harness.storefront) } == true
      }
    )
    let album = harness.id(album: try #require(video.album))
    let types = await harness.us("/albums/\(album)/tracks").data.compactMap {
      $0["type"] as? String
    }
    #expect(Set(types) == ["songs", "music-videos"])
  }

  @Test("An artist has 25 identifiers of albums, and include returns resources")
  func include() async {
    let plain = await harness.us("/artists/\(prolific)")
    #expect(plain.list("data.0.relationships.albums.data")?.count == 25)
    #expect(plain.at("data.0.relationships.albums.data.0.attributes") == nil)
    #expect(
      plain.text("data.0.relationships.albums.next")
        == "/v1/catalog/us/artists/\(prolific)/albums?offset=25"
    )
    let included = await harness.us("/artists/\(prolific)?include=albums,genres&limit[albums]=3")
    #expect(included.list("data.0.relationships.albums.data")?.count == 3)
    #expect(included.at("data.0.relationships.albums.data.0.attributes.name") != nil)
    #expect(included.at("data.0.relationships.genres.data.0.attributes.name") != nil)
  }

  @Test("The limit of an inlined relationship is checked, and each error names its parameter")
  func inlinedLimits() async {
    let high = await harness.us("/artists/\(prolific)?include=albums&limit[albums]=101")
    #expect(high.status == 400 && high.code == "40005")
    #expect(high.detail == "Specified limit for relationship 'albums' exceeds maximum of 100")
    #expect(high.parameter == "limit")
    let low = await harness.us("/artists/\(prolific)?include=albums&limit[albums]=0")
    #expect(low.status == 400)
    #expect(low.parameter == "limit[albums]")
  }

  @Test("include, extend and fields can name a type")
  func byType() async throws {
    let album = try longAlbum(120)
    let reply = await harness.us(
      "/albums/\(album)?include[songs]=artists&extend[songs]=audioVariants&fields[albums]=name"
    )
    #expect((reply.at("data.0.attributes") as? [String: Any])?.keys.sorted() == ["name"])
    let track = "data.0.relationships.tracks.data.0"
    #expect(reply.at("\(track).relationships.artists.data.0.attributes.name") != nil)
    #expect(reply.at("\(track).attributes.audioVariants") != nil)
    let plain = await harness.us("/albums/\(album)")
    #expect(plain.at("data.0.attributes.audioVariants") == nil)
    let extended = await harness.us(
      "/albums/\(album)?extend=audioVariants,artistUrl,editorialVideo"
    )
    for key in ["audioVariants", "artistUrl", "editorialVideo"] {
      #expect(extended.at("data.0.attributes.\(key)") != nil, "\(key)")
    }
  }

  @Test("relate adds identifiers of relationships that are not included by default")
  func relate() async {
    let id = harness.id(song: harness.songs(1)[0])
    #expect(await harness.us("/songs/\(id)").at("data.0.relationships.genres") == nil)
    let reply = await harness.us("/songs/\(id)?relate=genres")
    #expect(reply.text("data.0.relationships.genres.data.0.type") == "genres")
    #expect(reply.at("data.0.relationships.genres.data.0.attributes") == nil)
  }

  @Test("Similar artists are a view, with next at the top level")
  func similarArtists() async throws {
    let path = "/artists/\(prolific)/view/similar-artists"
    let reply = await harness.us("\(path)?limit=25")
    #expect(reply.data.count == 25)
    #expect(reply.data.allSatisfy { $0["type"] as? String == "artists" })
    #expect(reply.next == "/v1/catalog/us\(path)?offset=25")
    #expect(reply.at("attributes") == nil)
    let titled = await harness.us("\(path)?with=attributes")
    #expect(titled.text("attributes.title") == "Similar Artists")
  }

  @Test("Views are inlined on request")
  func inlinedViews() async {
    let reply = await harness.us("/artists/\(prolific)?views=similar-artists,top-songs,singles")
    let view = "data.0.views.similar-artists"
    #expect(reply.list("\(view).data")?.count == 10)
    #expect(reply.text("\(view).attributes.title") == "Similar Artists")
    let href = "/v1/catalog/us/artists/\(prolific)/view/similar-artists"
    #expect(reply.text("\(view).href") == href)
    #expect(reply.text("\(view).next") == href + "?offset=10")
    #expect(reply.at("data.0.views.top-songs.data.0.attributes.isrc") != nil)
    #expect(reply.at("data.0.views.full-albums") == nil)
    #expect(await harness.us("/artists/\(prolific)").at("data.0.views") == nil)
    let many = await harness.us("/artists?ids=\(prolific)&views=similar-artists")
    #expect(many.data.count == 1)
    #expect(many.at("data.0.views") == nil, "views are for the path of one resource alone")
  }

  @Test("All views of artists, albums, videos, playlists and labels answer")
  func everyView() async throws {
    // Of an even index, for which an empty view is an empty list.
    let album = try #require(
      catalog.albums.first {
        $0.index % 2 == 0 && catalog.isSold(album: $0.index, in: harness.storefront)
      }
    )
    let cases: [(type: String, id: String, views: String)] = [
      (
        "artists", harness.id(artist: 8),
        """
        appears-on-albums compilation-albums featured-albums featured-music-videos \
        featured-playlists full-albums latest-release live-albums similar-artists singles \
        top-music-videos top-songs
        """
      ),
      (
        "albums", harness.id(album: album.index),
        "appears-on other-versions related-albums related-videos"
      ),
      ("music-videos", String(IDSpace.musicVideos.id(0)), "more-by-artist more-in-genre"),
      ("playlists", catalog.playlists[0].id, "featured-artists more-by-curator"),
      ("record-labels", String(IDSpace.recordLabels.id(0)), "latest-releases top-releases"),
    ]
    for (type, id, views) in cases {
      for view in views.split(separator: " ") {
        let reply = await harness.us("/\(type)/\(id)/view/\(view)?with=attributes")
        #expect(reply.status == 200, "\(type) \(view)")
        #expect(reply.text("attributes.title") != nil, "\(type) \(view)")
      }
    }
    #expect(await harness.us("/artists/\(prolific)/view/nonsense").status == 404)
  }

  @Test("An artist without similar artists returns an empty list, no key, or 404")
  func noView() async throws {
    let lonely = catalog.artists.filter { $0.similar.isEmpty }
    var statuses: Set<Int> = []
    var hasKey: Set<Bool> = []
    for artist in lonely {
      let id = harness.id(artist: artist.index)
      let direct = await harness.us("/artists/\(id)/view/similar-artists")
      #expect(direct.data.isEmpty)
      statuses.insert(direct.status)
      let inlined = await harness.us("/artists/\(id)?views=similar-artists")
      hasKey.insert(inlined.at("data.0.views.similar-artists") != nil)
    }
    #expect(statuses == [200, 404])
    #expect(hasKey == [true, false])
  }

  @Test("Every relationship of every kind answers, within its limit")
  func everyRelationship() async throws {
    let cases: [(type: String, id: String, relationships: [String: Int])] = [
      (
        "songs", harness.id(song: harness.songs(1)[0]),
        [
          "albums": 10, "artists": 10, "composers": 10, "genres": 10, "library": 10,
          "music-videos": 10, "station": 10,
        ]
      ),
      (
        "albums", try longAlbum(120),
        ["artists": 10, "genres": 10, "library": 10, "record-labels": 10, "tracks": 300]
      ),
      (
        "artists", prolific,
        ["albums": 100, "genres": 10, "music-videos": 100, "playlists": 10, "station": 10]
      ),
      (
        "music-videos", String(IDSpace.musicVideos.id(0)),
        ["albums": 10, "artists": 10, "genres": 10, "library": 10, "songs": 10]
      ),
      ("playlists", catalog.playlists[0].id, ["curator": 10, "library": 10, "tracks": 300]),
      ("stations", catalog.stations[0].id, ["radio-show": 10]),
      ("station-genres", "20", ["stations": 10]),
      ("curators", String(IDSpace.curators.id(0)), ["playlists": 10]),
      ("apple-curators", String(IDSpace.appleCurators.id(0)), ["playlists": 10, "grouping": 10]),
      ("activities", String(IDSpace.activities.id(0)), ["playlists": 10]),
    ]
    for (type, id, relationships) in cases {
      for (name, maximum) in relationships {
        let path = "/\(type)/\(id)/\(name)"
        let most = await harness.send(
          "/v1/catalog/us\(path)?limit=\(maximum)",
          user: AppleMusicHarness.userToken
        )
        #expect(most.status == 200, "\(path)")
        #expect(await harness.us("\(path)?limit=\(maximum + 1)").status == 400, "\(path)")
        let inlined = await harness.us("/\(type)/\(id)?include=\(name)")
        #expect(inlined.at("data.0.relationships.\(name).data") != nil, "\(path)")
      }
    }
    // The manual listed it until about 2021, and no longer does.
    #expect(await harness.us("/artists/\(prolific)/songs").status == 404)
  }
}
