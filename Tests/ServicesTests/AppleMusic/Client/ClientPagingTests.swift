import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Pages of the Apple Music client", .tags(.pure))
struct ClientPagingTests {
  @Test("A list pages to its end, with the limit, the language and the header fields on each page")
  func pages() async throws {
    let next = "/v1/catalog/us/albums/1/tracks?offset="
    let bench = try ClientBench(
      language: "en-GB",
      script: [
        .songs(["1", "2"], next: next + "2"), .songs(["3", "4"], next: next + "4"), .songs(["5"]),
      ]
    )
    let page = try await bench.client.list(
      \.tracks,
      of: AppleMusic.Albums.self,
      id: "1",
      limit: 2
    )
    #expect(page.hasNextBatch)
    var ids: [String] = []
    for try await track in page.all { ids.append(track.identifier.id) }
    #expect(ids == ["1", "2", "3", "4", "5"])
    #expect(
      bench.asked == [
        "GET catalog/us/albums/1/tracks?limit=2&l=en-GB",
        "GET catalog/us/albums/1/tracks?offset=2&limit=2&l=en-GB",
        "GET catalog/us/albums/1/tracks?offset=4&limit=2&l=en-GB",
      ]
    )
    #expect(Set(bench.field("Authorization")).count == 1)
  }

  @Test("The pages of a user's list carry the user's token")
  func personal() async throws {
    let bench = try ClientBench(
      userTokens: TurningUserTokens(["me"]),
      script: [
        .list([], next: "/v1/me/library/songs?offset=25", meta: #"{"total":26}"#), .list([]),
      ]
    )
    let page = try await bench.client.list(AppleMusic.LibrarySongs.self)
    #expect(page.total == 26)
    #expect(try await page.nextBatch()?.isEmpty == true)
    #expect(bench.field("Music-User-Token") == ["me", "me"])
  }

  @Test("A relationship inside an answer pages by itself, with its own limit")
  func nested() async throws {
    let album = """
      {"id":"1","type":"albums","relationships":{"tracks":{"data":[\(HTTPTransportResponse.song("1"))],
        "next":"/v1/catalog/us/albums/1/tracks?offset=1"}}}
      """
    let bench = try ClientBench(script: [.list([album]), .songs(["2"])])
    let limit = URLQueryItem(name: "limit[tracks]", value: "1")
    let albums = try await bench.client.resources(
      AppleMusic.Albums.self,
      ids: ["1"],
      with: [\.tracks, \.relatedAlbums],
      query: [limit]
    )
    let tracks = try #require(albums.resources.first?.tracks)
    let more = try await tracks.nextBatch()
    #expect(more?.count == 1)
    #expect(
      bench.asked == [
        "GET catalog/us/albums/1?include=tracks&views=related-albums&limit[tracks]=1",
        "GET catalog/us/albums/1/tracks?offset=1&limit=1",
      ]
    )
  }

  @Test("A group of a search pages by itself, to a last page without the group")
  func search() async throws {
    let next = "/v1/catalog/us/search?offset=1&term=the+b%C3%A4nd&types=songs"
    func group(_ id: String, next: String) -> String {
      #"{"songs":{"data":[\#(HTTPTransportResponse.song(id))],"next":"\#(next)"}}"#
    }
    let bench = try ClientBench(script: [
      .text(#"{"results":\#(group("1", next: next))}"#),
      .text(#"{"results":\#(group("2", next: next.replacing("=1&", with: "=2&")))}"#),
      .text(#"{"results":{}}"#),
    ])
    let found = try await bench.client.search("the bänd", for: [.songs, .albums], limit: 1)
    let songs = try #require(found.songs)
    var ids: [String] = []
    for try await song in songs.all { ids.append(song.id) }
    #expect(ids == ["1", "2"])
    #expect(bench.transport.calls.last?.request.path?.contains("term=the+b%C3%A4nd") == true)
    #expect(
      bench.asked == [
        "GET catalog/us/search?term=the bänd&types=songs,albums&limit=1",
        "GET catalog/us/search?offset=1&term=the bänd&types=songs&limit=1",
        "GET catalog/us/search?offset=2&term=the bänd&types=songs&limit=1",
      ]
    )
  }

  @Test("A chart pages by itself")
  func chart() async throws {
    func answer(_ id: String, _ next: String?) -> HTTPTransportResponse {
      let next = next.map { #","next":"\#($0)""# } ?? ""
      let songs = #"{"chart":"most-played","data":[\#(HTTPTransportResponse.song(id))]\#(next)}"#
      return .text(#"{"results":{"songs":[\#(songs)]}}"#)
    }
    let next = "/v1/catalog/us/charts?types=songs&chart=most-played&genre=20&offset=1"
    let bench = try ClientBench(script: [answer("1", next), answer("2", nil)])
    let charts = try await bench.client.charts([.songs], genre: "20", limit: 1)
    let chart = try #require(charts.songs?.first)
    #expect(try await chart.members.nextBatch()?.map(\.id) == ["2"])
    #expect(bench.asked.last?.hasSuffix("genre=20&offset=1&limit=1") == true)
  }

  @Test(
    "A next page on another server is not requested",
    arguments: [
      "https://evil.example/v1/x", "//evil.example/v1/x", "http://127.0.0.1:9090/v1/x",
    ]
  )
  func elsewhere(_ next: String) async throws {
    let bench = try ClientBench(script: [.songs(["1"], next: next)])
    let page = try await bench.client.list(\.tracks, of: AppleMusic.Albums.self, id: "1")
    #expect(await codeThrown { _ = try await page.nextBatch() } == .malformedReply)
    #expect(bench.transport.calls.count == 1)
  }

  @Test("A page that names itself as the next one is the last")
  func circle() async throws {
    let next = "/v1/catalog/us/albums/1/tracks?offset=1"
    let bench = try ClientBench { _ in .songs(["1"], next: next) }
    let page = try await bench.client.list(\.tracks, of: AppleMusic.Albums.self, id: "1")
    var count = 0
    for try await _ in page.all { count += 1 }
    #expect(count == 2)
  }

  @Test("A member of the wrong type does not affect the others on its page")
  func wrongMember() async throws {
    let bad = #"{"id":[7],"type":"songs"}"#
    let bench = try ClientBench(script: [
      .list([HTTPTransportResponse.song("1"), bad, HTTPTransportResponse.song("3")])
    ])
    let page = try await bench.client.topSongs(ofArtist: "1")
    #expect(page.map(\.id) == ["1", "3"])
    #expect(page.unreadable.map(\.index) == [1])
  }
}
