import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Searches and charts of the Apple Music client", .tags(.pure))
struct ClientSearchTests {
  @Test("A term is sent as written, without the spaces around it")
  func term() async throws {
    let bench = try ClientBench { _ in .text(#"{"results":{}}"#) }
    let found = try await bench.client.search(
      "  AC/DC + \"friends\" & [more] 50% 🎵 ",
      for: [.songs, .artists, .songs],
      limit: 25,
      offset: 50,
      topResults: true
    )
    #expect(found.songs == nil && found.artists == nil)
    #expect(
      bench.transport.calls.first?.request.path
        == "/applemusic/v1/catalog/us/search?term=AC%2FDC%20%2B%20%22friends%22%20%26%20%5Bmore%5D%2050%25%20"
        + "%F0%9F%8E%B5&types=songs,artists&limit=25&offset=50&with=topResults"
    )
  }

  @Test("Groups, order and top results are read, and a malformed group affects no other")
  func groups() async throws {
    let body = """
      {"results":{"songs":{"data":[\(HTTPTransportResponse.song("1"))]},"albums":"none",
        "topResults":{"data":[\(HTTPTransportResponse.song("1"))]}},
       "meta":{"results":{"order":["songs"],"rawOrder":["albums","songs"]}}}
      """
    let bench = try ClientBench(script: [.text(body)])
    let found = try await bench.client.search("a", for: [.songs, .albums], topResults: true)
    #expect(found.songs?.map(\.id) == ["1"])
    #expect(found.topResults?.count == 1)
    #expect(found.albums == nil)
    #expect(found.order == ["songs"])
  }

  @Test(
    "A term that is empty or enormous is refused before sending",
    arguments: [
      "", " \n\t", String(repeating: "🎵", count: 2_560), String(repeating: "a", count: 1_001),
    ]
  )
  func badTerms(_ term: String) async throws {
    let bench = try ClientBench(script: [])
    let client = bench.client
    let codes = [
      await codeThrown { _ = try await client.search(term, for: [.songs]) },
      await codeThrown { _ = try await client.searchHints(for: term) },
      await codeThrown { _ = try await client.searchSuggestions(for: term) },
      await codeThrown { _ = try await client.search(term, for: [.librarySongs]) },
    ]
    #expect(codes == Array(repeating: .invalidArgument, count: 4))
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("The longest term is sent, however long its encoded form is")
  func longestTerm() async throws {
    let bench = try ClientBench { _ in .text(#"{"results":{}}"#) }
    _ = try await bench.client.search(String(repeating: "🎵", count: 250), for: [.songs])
    #expect(bench.transport.calls.count == 1)
  }

  @Test("Limits, offsets and types are checked before sending")
  func bounds() async throws {
    let bench = try ClientBench(userTokens: TurningUserTokens(["me"]), script: [])
    let client = bench.client
    let codes = [
      await codeThrown { _ = try await client.search("a", for: [.songs], limit: 26) },
      await codeThrown { _ = try await client.search("a", for: [.songs], limit: 0) },
      await codeThrown { _ = try await client.search("a", for: [.songs], offset: -1) },
      await codeThrown { _ = try await client.search("a", for: []) },
      await codeThrown { _ = try await client.search("a", for: [.init(rawValue: "a,b&c")]) },
      await codeThrown { _ = try await client.searchHints(for: "a", limit: 0) },
      await codeThrown { _ = try await client.charts([.songs], limit: 201) },
      await codeThrown { _ = try await client.charts([.songs], offset: 200) },
      await codeThrown { _ = try await client.charts([]) },
      await codeThrown { _ = try await client.list(.recentlyPlayed, limit: 11) },
      await codeThrown { _ = try await client.list(.recentTracks, limit: 31) },
      await codeThrown { _ = try await client.list(AppleMusic.LibrarySongs.self, limit: 101) },
      await codeThrown { _ = try await client.search("a", for: [.songs, .librarySongs]) },
      await codeThrown { _ = try await client.bestLanguageTag(for: ["", ""]) },
    ]
    #expect(codes.allSatisfy { $0 == .invalidArgument })
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("Hints are terms")
  func hints() async throws {
    let bench = try ClientBench(script: [
      .text(#"{"results":{"terms":["example band","example"]}}"#)
    ])
    #expect(
      try await bench.client.searchHints(for: "exa", limit: 10) == ["example band", "example"]
    )
    #expect(bench.asked == ["GET catalog/us/search/hints?term=exa&limit=10"])
  }

  @Test("Suggestions are terms and resources")
  func suggestions() async throws {
    let body = """
      {"results":{"suggestions":[{"kind":"terms","searchTerm":"a","displayTerm":"A"},
        {"kind":"topResults","content":\(HTTPTransportResponse.song("1"))}]}}
      """
    let bench = try ClientBench(script: [.text(body), .text(#"{"results":{"suggestions":[]}}"#)])
    let found = try await bench.client.searchSuggestions(for: "a", types: [.songs], limit: 5)
    #expect(found.suggestions?.map(\.kind) == ["terms", "topResults"])
    _ = try await bench.client.searchSuggestions(for: "a")
    #expect(
      bench.asked == [
        "GET catalog/us/search/suggestions?term=a&kinds=terms,topResults&types=songs&limit=5",
        "GET catalog/us/search/suggestions?term=a&kinds=terms",
      ]
    )
  }

  @Test("Charts are requested by kind, genre and group, and a missing one has no group")
  func charts() async throws {
    let body = """
      {"results":{"songs":[{"chart":"most-played","name":"Top Songs","data":[]}],
        "albums":[],"cityCharts":[{"name":"Cities","data":[]}]}}
      """
    let bench = try ClientBench(script: [.text(body)])
    let charts = try await bench.client.charts(
      [.songs, .albums, .musicVideos],
      chart: "most-played",
      genre: "20",
      limit: 200,
      offset: 0,
      with: [.cities, .dailyGlobalTop]
    )
    #expect(charts.songs?.first?.name == "Top Songs")
    #expect(charts.albums?.isEmpty == true)
    #expect(charts.musicVideos == nil)
    #expect(charts.cityCharts?.count == 1)
    #expect(
      bench.asked == [
        "GET catalog/us/charts?types=songs,albums,music-videos&chart=most-played&genre=20"
          + "&limit=200&offset=0&with=cityCharts,dailyGlobalTopCharts"
      ]
    )
  }

  @Test("Storefronts, genres and languages are requested at their paths")
  func stores() async throws {
    let store = #"{"id":"jp","type":"storefronts","attributes":{"name":"Japan"}}"#
    let bench = try ClientBench(
      userTokens: TurningUserTokens(["me"]),
      script: [
        .list([store]), .list([store]), .list([store]), .list([store]),
        .list([#"{"id":"34","type":"genres"}"#]), .text(#"{"results":{"tag":"en-GB"}}"#),
      ]
    )
    let client = bench.client
    #expect(try await client.list(AppleMusic.Storefronts.self).first?.name == "Japan")
    let kind = AppleMusic.Storefronts.self
    #expect(try await client.resource(kind, id: "jp").name == "Japan")
    #expect(try await client.resources(kind, ids: ["jp", "xx"]).missing == ["xx"])
    #expect(try await client.userStorefront().id == "jp")
    #expect(try await client.list(AppleMusic.Genres.self).map(\.id) == ["34"])
    #expect(try await client.bestLanguageTag(for: ["fr-CA", "en"]) == "en-GB")
    #expect(
      bench.asked == [
        "GET storefronts", "GET storefronts?ids=jp", "GET storefronts?ids=jp,xx",
        "GET me/storefront", "GET catalog/us/genres", "GET language/us/tag?acceptLanguage=fr-CA,en",
      ]
    )
  }

  @Test(
    "A language tag is found in both forms of the answer",
    arguments: [
      #"{"data":[{"id":"en-GB","type":"language-tags"}]}"#, #"{"results":{"tag":"en-GB"}}"#,
      #""en-GB""#, #"{"data":[{"attributes":{"tag":"en-GB"}}]}"#, #"{"tag":"en-GB"}"#,
    ]
  )
  func languageForms(_ body: String) async throws {
    let bench = try ClientBench(script: [.text(body), .text(#"{"data":[]}"#)])
    #expect(try await bench.client.bestLanguageTag(for: ["en"]) == "en-GB")
    #expect(
      await codeThrown { _ = try await bench.client.bestLanguageTag(for: ["en"]) }
        == .malformedReply
    )
  }

  @Test("Every request has the language")
  func language() async throws {
    let bench = try ClientBench(language: "ja") { _ in .text(#"{"results":{},"data":[]}"#) }
    var client = bench.client
    _ = try await client.songs(["1"])
    _ = try await client.search("a", for: [.songs])
    client.language = nil
    _ = try await client.songs(["1"])
    #expect(
      bench.asked == [
        "GET catalog/us/songs?ids=1&l=ja", "GET catalog/us/search?term=a&types=songs&l=ja",
        "GET catalog/us/songs?ids=1",
      ]
    )
  }
}
