import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Apple Music simulated: search, charts, genres, languages", .tags(.pure))
struct CatalogSearchTests {
  private let harness = AppleMusicHarness()
  private var catalog: InventedCatalog { harness.catalog }

  @Test("Results are grouped by type, five each, and a type without results has no key")
  func search() async throws {
    let reply = await harness.us("/search?term=river&types=songs,albums,curators")
    #expect(reply.list("results.songs.data")?.isEmpty == false)
    #expect((reply.list("results.songs.data")?.count ?? 9) <= 5)
    #expect(reply.at("results.curators") == nil)
    let order = try #require(reply.at("meta.results.order") as? [String])
    #expect(Set(order) == Set(reply.results.keys))
    #expect(reply.at("meta.results.rawOrder") != nil)
  }

  @Test("A search without matches returns empty results")
  func noHits() async {
    let reply = await harness.us("/search?term=qqqqzzzz&types=songs,albums")
    #expect(reply.status == 200)
    #expect(reply.json["results"] != nil && reply.results.isEmpty)
    #expect((reply.at("meta.results.order") as? [String])?.isEmpty == true)
  }

  @Test("next is per type, keeps the term and only that type, and drops the limit")
  func next() async throws {
    let reply = await harness.us("/search?term=the+river&types=songs,albums&limit=2&l=en-US")
    let next = try #require(reply.text("results.songs.next"))
    #expect(next == "/v1/catalog/us/search?offset=2&term=the+river&types=songs&l=en-US")
    #expect(
      reply.text("results.songs.href")
        == "/v1/catalog/us/search?limit=2&term=the+river&types=songs&l=en-US"
    )
    let second = await harness.send(next)
    #expect(Set(second.results.keys) == ["songs"])
    #expect(second.list("results.songs.data")?.count == 5)
    let first = reply.ids("results.songs.data") ?? []
    #expect(Set(first).isDisjoint(with: second.ids("results.songs.data") ?? []))
  }

  @Test("A page has at most 25 results, and term and types must be present and known")
  func refusals() async {
    let high = await harness.us("/search?term=a&types=songs&limit=26")
    #expect(high.status == 400)
    #expect(high.detail == "Value must be an integer less than or equal to 25, but was: 26")
    #expect(await harness.us("/search?term=a").status == 400)
    #expect(await harness.us("/search?types=songs").status == 400)
    #expect(await harness.us("/search?term=a&types=bananas").status == 400)
  }

  @Test("Words match title, artist and album, regardless of case and accents")
  func words() async throws {
    let index = try #require(
      catalog.artists.first { $0.name.text == "Élodie Marchand" }?.index
    )
    let reply = await harness.us("/search?term=ELODIE+marchand&types=artists,songs,albums&limit=25")
    #expect(reply.ids("results.artists.data")?.first == harness.id(artist: index))
    #expect(reply.at("results.songs") != nil)
    #expect(reply.at("results.albums") != nil)
    #expect((reply.at("meta.results.order") as? [String])?.first == "artists")
    let kanji = await harness.us("/search?term=%E5%A4%9C%E8%A1%8C%E5%88%97%E8%BB%8A&types=songs")
    #expect(kanji.text("results.songs.data.0.attributes.name") == "夜行列車")
  }

  @Test("with=topResults adds mixed top results, first in the order")
  func topResults() async throws {
    let reply = await harness.us("/search?term=river&types=songs,artists,albums&with=topResults")
    let types = try #require(reply.list("results.topResults.data")).compactMap {
      $0["type"] as? String
    }
    #expect(Set(types).isSubset(of: ["songs", "artists", "albums"]) && !types.isEmpty)
    #expect((reply.at("meta.results.order") as? [String])?.first == "topResults")
    let plain = await harness.us("/search?term=river&types=songs")
    #expect(plain.at("results.topResults") == nil)
  }

  @Test(
    "Every searchable type has its own name as key",
    arguments: [
      ("activities", "party"), ("albums", "river"), ("apple-curators", "simulated"),
      ("artists", "river"), ("curators", "static"), ("music-videos", "the"),
      ("playlists", "mix"), ("record-labels", "paper+boat"), ("songs", "river"),
      ("stations", "simulated"),
    ]
  )
  func everyType(type: String, term: String) async {
    let reply = await harness.us("/search?term=\(term)&types=\(type)")
    #expect(reply.results.keys.sorted() == [type])
    #expect(reply.text("results.\(type).data.0.type") == type)
    #expect(await harness.us("/search?term=a&types=genres").status == 400)
  }

  @Test("Hints are terms, and suggestions are of the requested kinds")
  func hints() async throws {
    let hints = await harness.us("/search/hints?term=mid&limit=3")
    let terms = try #require(hints.at("results.terms") as? [String])
    #expect(terms.count == 3)
    #expect(terms.allSatisfy { $0 == $0.lowercased() })
    let path = "/search/suggestions?term=mid&limit=4"
    let both = await harness.us("\(path)&kinds=terms,topResults&types=artists,songs")
    let suggestions = try #require(both.list("results.suggestions"))
    #expect(Set(suggestions.compactMap { $0["kind"] as? String }) == ["terms", "topResults"])
    for suggestion in suggestions {
      if suggestion["kind"] as? String == "terms" {
        #expect(suggestion["searchTerm"] is String && suggestion["displayTerm"] is String)
      } else {
        #expect(Reply.at("content.attributes.name", in: suggestion) is String)
      }
    }
    #expect(await harness.us(path).status == 400)
    #expect(await harness.us("\(path)&kinds=topResults").status == 400)
  }

  @Test("Charts are lists of charts by type, and next has the offset last and no limit")
  func charts() async throws {
    let reply = await harness.us("/charts?types=songs,playlists&chart=most-played&genre=20&limit=1")
    #expect(reply.list("results.songs")?.count == 1)
    #expect(reply.text("results.songs.0.chart") == "most-played")
    #expect(reply.text("results.songs.0.name") == "Top Songs")
    #expect(reply.text("results.songs.0.orderId") == "most-played:songs")
    #expect(
      reply.text("results.songs.0.next")
        == "/v1/catalog/us/charts?types=songs&chart=most-played&genre=20&offset=1"
    )
    // Playlists have no charts by genre, so the list is empty.
    #expect(reply.list("results.playlists")?.isEmpty == true)
    #expect(reply.at("meta.results.order") as? [String] == ["most-played:songs"])
    let plain = await harness.us("/charts?types=songs,albums,music-videos,playlists")
    for type in ["songs", "albums", "music-videos", "playlists"] {
      #expect(reply.status == 200 && plain.list("results.\(type).0.data")?.count == 20, "\(type)")
    }
  }

  @Test("Charts end after 200 entries")
  func chartBounds() async {
    #expect(
      await harness.us("/charts?types=songs&limit=200").list("results.songs.0.data")?.count == 200
    )
    #expect(await harness.us("/charts?types=songs&limit=201").status == 400)
    let reply = await harness.us("/charts?types=songs&offset=200")
    #expect(reply.status == 400 && reply.code == "40005")
    #expect(reply.detail == "offset must be less than 200")
    #expect(await harness.us("/charts").status == 400)
    #expect(await harness.us("/charts?types=artists").status == 400)
    let groups = await harness.us(
      "/charts?types=songs&with=cityCharts,dailyGlobalTopCharts&limit=2"
    )
    #expect(groups.list("results.cityCharts.0.data")?.count == 2)
    #expect(groups.list("results.dailyGlobalTopCharts.0.data")?.count == 2)
  }

  @Test("A genre without a chart has no key, or an empty list")
  func noChart() async {
    let reply = await harness.us("/charts?types=songs,albums&genre=50")
    #expect(reply.at("results.songs") == nil)
    #expect(reply.list("results.albums")?.isEmpty == true)
  }

  @Test("Genres include the root, and some storefronts list none")
  func genres() async throws {
    let all = try await harness.allPages("/v1/catalog/us/genres")
    #expect(all.ids.contains("34") && all.ids.contains("20"))
    #expect(!all.ids.contains("50"))
    let none = await harness.send("/v1/catalog/lu/genres")
    #expect(none.status == 200 && none.data.isEmpty)
    let sub = await harness.us("/genres/1003")
    #expect(sub.text("data.0.attributes.parentId") == "20")
    #expect(sub.text("data.0.attributes.parentName") == "Alternative")
  }

  @Test("Storefronts are found singly, together and as a list, with their best language")
  func storefronts() async throws {
    let one = await harness.send("/v1/storefronts/jp")
    #expect(one.text("data.0.attributes.defaultLanguageTag") == "ja")
    #expect(one.at("data.0.attributes.supportedLanguageTags") as? [String] == ["ja", "en-US"])
    #expect(await harness.send("/v1/storefronts?ids=us,xx,jp").ids == ["us", "jp"])
    #expect(try await harness.allPages("/v1/storefronts?limit=2").ids.count == Storefront.all.count)
    #expect(await harness.send("/v1/storefronts/xx").status == 404)
    func tag(_ storefront: String, _ wanted: String) async -> String? {
      await harness.send("/v1/language/\(storefront)/tag?acceptLanguage=\(wanted)")
        .text("results.tag")
    }
    #expect(await tag("fr", "fr-CA,en") == "fr-FR")
    #expect(await tag("fr", "en-US") == "en-GB")
    #expect(await tag("jp", "de") == "ja")
  }

  @Test("Names are in the storefront's language unless l names another one of its languages")
  func languages() async throws {
    let own = await harness.send("/v1/catalog/jp/genres/11")
    #expect(own.text("data.0.attributes.name") == "ジャズ")
    let english = await harness.send("/v1/catalog/jp/genres/11?l=en-US")
    #expect(english.text("data.0.attributes.name") == "Jazz")
    let bad = await harness.us("/genres/11?l=xx")
    #expect(bad.status == 400 && bad.code == "40005")
    #expect(bad.detail == "Invalid language tag 'xx'")
    #expect(bad.parameter == "l")
    let artist = try #require(catalog.artists.first { $0.name.japanese == "青い電車" })
    let id = harness.id(artist: artist.index)
    let japanese = await harness.send("/v1/catalog/jp/artists/\(id)")
    #expect(japanese.text("data.0.attributes.name") == "青い電車")
    #expect(await harness.us("/artists/\(id)").text("data.0.attributes.name") == "Aoi Densha")
  }

  @Test("The test path returns an empty 200, and unknown paths and methods are refused")
  func others() async {
    let test = await harness.send("/v1/test")
    #expect(test.status == 200 && test.body.isEmpty)
    let unknown = await harness.us("/nonsense/1")
    #expect(unknown.status == 404 && unknown.json["errors"] != nil && unknown.errors.isEmpty)
    #expect(await harness.send("/v2/test").status == 404)
    #expect(await harness.send("/v1/catalog/us/songs/1", method: "POST").status == 405)
    let live = await harness.us("/stations?filter[featured]=apple-music-live-radio")
    #expect(!live.data.isEmpty)
    #expect(await harness.us("/stations?filter[identity]=personal").code == "40300")
  }
}
