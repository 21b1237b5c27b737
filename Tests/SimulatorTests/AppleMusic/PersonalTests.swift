import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Apple Music simulated: personal data", .tags(.pure))
struct PersonalTests {
  private let harness = AppleMusicHarness()

  @Test(
    "Without a valid user token every personal request is 403 with code 40300",
    arguments: [
      "/storefront", "/library/songs", "/ratings/songs/1", "/recommendations", "/nonsense",
    ]
  )
  func token(path: String) async {
    for token in [nil, "dead"] {
      let reply = await harness.send("/v1/me\(path)", user: token)
      #expect(reply.status == 403)
      #expect(reply.code == "40300")
      #expect(reply.title == "Forbidden")
      #expect(reply.detail == "Invalid authentication")
    }
  }

  @Test("The user has one storefront")
  func storefront() async {
    #expect(await harness.me("/storefront").ids == ["us"])
  }

  @Test("The library has pages and a total", arguments: ["songs", "albums", "music-videos"])
  func pages(type: String) async throws {
    let reply = await harness.me("/library/\(type)")
    #expect(reply.data.count == 25)
    let total = try #require(reply.at("meta.total") as? Int)
    #expect(reply.next == "/v1/me/library/\(type)?offset=25")
    let all = try await harness.allPages(
      "/v1/me/library/\(type)",
      user: AppleMusicHarness.userToken
    )
    #expect(all.ids.count == total)
    #expect(Set(all.ids).count == total)
    #expect(reply.text("data.0.type") == "library-\(type)")
    #expect(await harness.me("/library/\(type)?limit=101").status == 400)
  }

  @Test("The first letter of an id names its kind, and ids are found singly and together")
  func ids() async throws {
    let kinds = [
      ("songs", "i."), ("albums", "l."), ("artists", "r."), ("playlists", "p."),
      ("playlist-folders", "p."), ("music-videos", "i."),
    ]
    for (type, prefix) in kinds {
      let list = await harness.me("/library/\(type)")
      #expect(list.ids.allSatisfy { $0.hasPrefix(prefix) }, "\(type)")
      let id = try #require(list.ids.first)
      #expect(await harness.me("/library/\(type)/\(id)").ids == [id])
      #expect(await harness.me("/library/\(type)?ids=\(id),i.nothing").ids == [id])
      #expect(await harness.me("/library/\(type)/x.nothing").code == "40400")
      #expect(list.text("data.0.href") == "/v1/me/library/\(type)/\(id)")
    }
    let unknown = await harness.me("/library/foo")
    #expect(unknown.status == 400 && unknown.code == "40008")
    #expect(unknown.title == "Invalid Path Value")
    #expect(unknown.detail == "Unknown library resource type 'foo'")
    #expect(unknown.parameter == nil)
    let ids = Array(repeating: "i.a", count: 101).joined(separator: ",")
    #expect(await harness.me("/library/songs?ids=\(ids)").status == 400)
  }

  @Test("A song's playParams mark it as a library song, and name its catalog id")
  func playParams() async throws {
    let reply = await harness.me("/library/songs?include=catalog")
    let id = try #require(reply.ids.first)
    let params = "data.0.attributes.playParams"
    #expect(reply.text("\(params).id") == id)
    #expect(reply.at("\(params).isLibrary") as? Bool == true)
    #expect(reply.at("\(params).reporting") as? Bool == true)
    let catalogID = try #require(reply.text("\(params).catalogId"))
    #expect(reply.text("data.0.relationships.catalog.data.0.id") == catalogID)
    #expect(reply.at("data.0.relationships.catalog.data.0.attributes.isrc") != nil)
    #expect(await harness.us("/songs/\(catalogID)").status == 200)
    #expect(await harness.us("/songs/\(id)").status == 404)
  }

  @Test("Several types at once return one mixed list, and the root folder has a filter")
  func mixed() async throws {
    let song = try #require(await harness.me("/library/songs").ids.first)
    let album = try #require(await harness.me("/library/albums").ids.first)
    let reply = await harness.me(
      "/library?ids[library-songs]=\(song),i.no&ids[library-albums]=\(album)"
    )
    #expect(reply.ids == [song, album])
    #expect(await harness.me("/library").code == "40003")
    let root = await harness.me("/library/playlist-folders?filter[identity]=playlistsroot")
    #expect(root.ids == ["p.playlistsroot"])
  }

  @Test("The catalog marks songs of the user's library, for that user only")
  func libraryOfCatalog() async throws {
    let own = await harness.me("/library/songs?limit=1")
    let id = try #require(own.text("data.0.attributes.playParams.catalogId"))
    let path = "/v1/catalog/us/songs/\(id)"
    let direct = await harness.send("\(path)/library", user: AppleMusicHarness.userToken)
    #expect(direct.ids == own.ids)
    let inlined = await harness.send("\(path)?include=library", user: AppleMusicHarness.userToken)
    #expect(inlined.ids("data.0.relationships.library.data") == own.ids)
    #expect(await harness.send("\(path)/library").code == "40300")
    let anonymous = await harness.send("\(path)?include=library")
    #expect(anonymous.ids("data.0.relationships.library.data") == [])
  }

  @Test("Uploaded songs have no counterpart in the catalog")
  func uploads() async throws {
    let reply = await harness.me("/library/search?term=rehearsal&types=library-songs&limit=25")
    let songs = try #require(reply.list("results.library-songs.data"))
    #expect(songs.count == 3)
    #expect(songs.allSatisfy { Reply.at("attributes.playParams.catalogId", in: $0) == nil })
    #expect(songs.allSatisfy { Reply.at("attributes.previews", in: $0) == nil })
  }

  @Test("A playlist returns 100 tracks a page, and an empty one is 404 with code 40403")
  func playlistTracks() async throws {
    let playlists = await harness.me("/library/playlists")
    let long = try #require(id(named: "Long Drive", in: playlists))
    let tracks = await harness.me("/library/playlists/\(long)/tracks")
    #expect(tracks.data.count == 100)
    #expect(tracks.at("meta.total") as? Int == 150)
    #expect(tracks.next == "/v1/me/library/playlists/\(long)/tracks?offset=100")
    let empty = try #require(id(named: "Nothing Yet", in: playlists))
    let none = await harness.me("/library/playlists/\(empty)/tracks")
    #expect(none.status == 404 && none.code == "40403")
    #expect(none.title == "No related resources")
    #expect(none.detail == "No related resources found for tracks")
    let folders = await harness.me("/library/playlist-folders")
    let folder = try #require(id(named: "Nothing Here", in: folders))
    #expect(await harness.me("/library/playlist-folders/\(folder)/children").code == "40403")
    let root = await harness.me("/library/playlist-folders/p.playlistsroot/children")
    #expect(root.data.count > 2)
  }

  private func id(named name: String, in reply: Reply) -> String? {
    reply.data.first { Reply.at("attributes.name", in: $0) as? String == name }?["id"] as? String
  }

  @Test("Albums and artists of the library link to each other")
  func relationships() async throws {
    let album = try #require(await harness.me("/library/albums").ids.first)
    let tracks = await harness.me("/library/albums/\(album)/tracks")
    #expect(tracks.text("data.0.type") == "library-songs")
    let artist = try #require(await harness.me("/library/albums/\(album)/artists").ids.first)
    #expect(await harness.me("/library/artists/\(artist)/albums").ids.contains(album))
    let catalog = await harness.me("/library/albums/\(album)/catalog")
    #expect(catalog.data.isEmpty || catalog.text("data.0.type") == "albums")
  }

  @Test("An addition is accepted at once, and visible only after a while")
  func adding() async throws {
    var harness = AppleMusicHarness()
    let songs = harness.songs(2) { $0.album == 40 }.map { harness.id(song: $0) }
    try #require(songs.count == 2)
    let before = try #require(await harness.me("/library/songs").at("meta.total") as? Int)
    let reply = await harness.me("/library?ids[songs]=\(songs[0]),\(songs[1])", method: "POST")
    #expect(reply.status == 202 && reply.body.isEmpty)
    #expect(await harness.me("/library/songs").at("meta.total") as? Int == before)
    harness.now.addTimeInterval(3)
    #expect(await harness.me("/library/songs").at("meta.total") as? Int == before + 2)
    // A second addition changes nothing.
    _ = await harness.me("/library?ids[songs]=\(songs[0])", method: "POST")
    harness.now.addTimeInterval(3)
    #expect(await harness.me("/library/songs").at("meta.total") as? Int == before + 2)
    let recent = await harness.me("/library/recently-added?limit=1")
    #expect(recent.text("data.0.attributes.name") == harness.catalog.albums[40].title.text)
    let fresh = AppleMusicHarness()
    #expect(await fresh.me("/library/songs").at("meta.total") as? Int == before)
  }

  @Test("An addition needs ids, a subscription, and the right path")
  func addingRefused() async {
    #expect(await harness.me("/library", method: "POST").code == "40003")
    let direct = await harness.me("/library/songs?ids=1", method: "POST")
    #expect(direct.status == 405)
    let poor = AppleMusicHarness(settings: .init(hasSubscription: false))
    let reply = await poor.me("/library?ids[songs]=1", method: "POST")
    #expect(reply.status == 400 && reply.code == "40015")
    #expect(reply.title == "Insufficient Privileges")
  }

  @Test("A playlist is created with its tracks, and accepts more")
  func createPlaylist() async throws {
    let song = harness.id(song: harness.songs(1)[0])
    let own = try #require(await harness.me("/library/songs").ids.first)
    let body = """
      {"attributes":{"name":"Mix","description":"made by a client","isPublic":false},
       "relationships":{"tracks":{"data":[{"id":"\(song)","type":"songs"},
        {"id":"\(own)","type":"library-songs"}]},
        "parent":{"data":[{"id":"p.playlistsroot","type":"library-playlist-folders"}]}}}
      """
    let created = await harness.me("/library/playlists", method: "POST", body: body)
    #expect(created.status == 201)
    let id = try #require(created.ids.first)
    #expect(id.hasPrefix("p."))
    #expect(created.text("data.0.attributes.description.standard") == "made by a client")
    #expect(await harness.me("/library/playlists/\(id)/tracks").data.count == 2)
    let more = #"{"data":[{"id":"\#(song)","type":"songs"}]}"#
    let added = await harness.me("/library/playlists/\(id)/tracks", method: "POST", body: more)
    #expect(added.status == 204 && added.body.isEmpty)
    #expect(await harness.me("/library/playlists/\(id)/tracks").data.count == 3)
    let nowhere = await harness.me("/library/playlists/p.no/tracks", method: "POST", body: more)
    #expect(nowhere.status == 404)
    #expect(await harness.me("/library/playlists", method: "POST", body: "{").status == 400)
    #expect(await harness.me("/library/playlists/\(id)", method: "DELETE").status == 405)
  }

  @Test("Ratings are put, read and deleted, and a missing rating is 404")
  func ratings() async {
    let path = "/ratings/songs/700000001"
    #expect(await harness.me(path).status == 404)
    let body = #"{"type":"rating","attributes":{"value":-1}}"#
    let put = await harness.me(path, method: "PUT", body: body)
    #expect(put.status == 200)
    #expect(put.text("data.0.type") == "ratings")
    #expect(put.text("data.0.href") == "/v1/me/ratings/songs/700000001")
    #expect(await harness.me(path).at("data.0.attributes.value") as? Int == -1)
    #expect(await harness.me("/ratings/songs?ids=700000001,2").ids == ["700000001"])
    let odd = #"{"type":"rating","attributes":{"value":7}}"#
    #expect(await harness.me(path, method: "PUT", body: odd).status == 400)
    let deleted = await harness.me(path, method: "DELETE")
    #expect(deleted.status == 204 && deleted.body.isEmpty)
    #expect(await harness.me(path).status == 404)
    #expect(await harness.me("/favorites?ids[songs]=1", method: "POST").status == 202)
  }

  @Test("The history has ten tracks a page, thirty in total, and no times")
  func history() async throws {
    for path in ["/recent/played", "/history/heavy-rotation", "/recent/radio-stations"] {
      let reply = await harness.me(path)
      #expect(reply.data.count == 10, "\(path)")
      #expect(reply.next == "/v1/me\(path)?offset=10")
      #expect(await harness.me("\(path)?limit=11").status == 400)
    }
    let all = try await harness.allPages("/v1/me/recent/played", user: AppleMusicHarness.userToken)
    #expect(all.ids.count == 50)
    let tracks = await harness.me("/recent/played/tracks?limit=30")
    #expect(tracks.data.count == 30)
    let songs = await harness.me("/recent/played/tracks?types=songs&limit=30")
    #expect(songs.data.allSatisfy { $0["type"] as? String == "songs" })
    let high = await harness.me("/recent/played/tracks?limit=31")
    #expect(high.status == 400 && high.code == "40005")
  }

  @Test("Recommendations have mixed contents, and a group contains recommendations")
  func recommendations() async throws {
    let reply = await harness.me("/recommendations")
    #expect(reply.next == "/v1/me/recommendations?offset=10")
    #expect(reply.data.allSatisfy { $0["type"] as? String == "personal-recommendation" })
    #expect(reply.text("data.0.attributes.title.stringForDisplay") == "Made for You")
    #expect(reply.at("data.0.relationships.contents.data.0.attributes.name") != nil)
    #expect(reply.at("data.5.relationships.recommendations.data.0.id") != nil)
    #expect(reply.at("data.5.attributes.isGroupRecommendation") as? Bool == true)
    let id = try #require(reply.ids.last)
    #expect(await harness.me("/recommendations/\(id)").ids == [id])
    #expect(await harness.me("/recommendations?ids=\(id),x").ids == [id])
    let contents = await harness.me("/recommendations/\(id)/contents")
    #expect(contents.data.count == 10 && contents.next != nil)
    #expect(await harness.me("/recommendations/\(id)/contents?limit=11").status == 400)
  }

  @Test("A search of the library has the types as keys, without types that have no results")
  func search() async throws {
    let types = "library-songs,library-albums,library-artists,library-playlists"
    let reply = await harness.me("/library/search?term=drive&types=\(types)")
    #expect(reply.list("results.library-playlists.data")?.count == 1)
    let none = await harness.me("/library/search?term=qqzz&types=\(types)")
    #expect(none.json["results"] != nil && none.results.isEmpty)
    #expect(await harness.me("/library/search?term=a&types=\(types)&limit=26").status == 400)
    #expect(await harness.me("/library/search?term=a").status == 400)
    #expect(await harness.me("/library/search?term=a&types=songs").status == 400)
  }
}
