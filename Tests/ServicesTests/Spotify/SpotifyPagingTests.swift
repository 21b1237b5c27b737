import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Paging of Spotify's lists", .tags(.pure))
struct SpotifyPagingTests {
  private let host = "http://127.0.0.1:8080/spotify/v1"

  @Test("All pages are read, below the base's prefix and with the market")
  func allPages() async throws {
    let bench = SpotifyBench(
      market: "GB",
      script: [
        .trackPage(["1", "2"], next: "\(host)/albums/A/tracks?offset=2&limit=2"),
        .trackPage(["3"], next: "\(host)/albums/A/tracks?offset=4&limit=2&market=DE"),
        .trackPage(["4"]),
      ]
    )
    var ids: [String?] = []
    for try await track in try await bench.client.tracks(ofAlbum: "A", limit: 2).all {
      ids.append(track.id)
    }
    #expect(ids == ["1", "2", "3", "4"])
    #expect(
      bench.asked == [
        "GET albums/A/tracks?market=GB&limit=2", "GET albums/A/tracks?offset=2&limit=2&market=GB",
        "GET albums/A/tracks?offset=4&limit=2&market=DE",
      ]
    )
  }

  @Test("A search's list continues with its own group, even if the answer has others")
  func searchGroups() async throws {
    let next = "\(host)/search?q=x&type=track,playlist&offset=1"
    let first = HTTPTransportResponse.page([HTTPTransportResponse.track("1")], next: next)
    let bench = SpotifyBench(
      script: [
        .text(#"{"tracks":\#(first),"playlists":{"items":[null,{"id":"p"}],"next":null}}"#),
        .text(
          #"{"playlists":{"items":[{"id":"q"}]},"tracks":\#(HTTPTransportResponse.page([HTTPTransportResponse.track("2")]))}"#
        ),
      ]
    )
    let results = try await bench.client.search("x", for: [.track, .playlist])
    #expect(results.playlists?.map(\.id) == ["p"])
    #expect(results.playlists?.unreadable.map(\.index) == [0])
    let second = try await results.tracks?.nextBatch()
    #expect(second?.map(\.id) == ["2"])
    #expect(second?.hasNextBatch == false)
  }

  @Test("A next page on another server is not requested")
  func elsewhere() async throws {
    for next in ["https://evil.example/v1/albums/A/tracks", "ftp://127.0.0.1:8080/spotify/v1/x"] {
      let bench = SpotifyBench(script: [.trackPage(["1"], next: next)])
      let page = try await bench.client.tracks(ofAlbum: "A")
      let error = await #expect(throws: CatalogError.self) { try await page.nextBatch() }
      #expect(error?.code == .malformedReply)
      #expect(error?.service == .spotify)
      #expect(bench.asked.count == 1)
    }
  }

  @Test("The real host's next pages are requested from the base that replaces it")
  func realHost() async throws {
    let next = "https://api.spotify.com/v1/albums/A/tracks?offset=1"
    let transport = StubTransport(answers: [
      .success(.trackPage(["1"], next: next)), .success(.trackPage(["2"])),
    ])
    let client = SpotifyClient(
      tokens: TurningSpotifyTokens(),
      configuration: .init(transport: transport)
    )
    let page = try await client.tracks(ofAlbum: "A")
    #expect(try await page.nextBatch()?.map(\.id) == ["2"])
    let request = try #require(transport.calls.last?.request)
    #expect(request.scheme == "https")
    #expect(request.authority == "api.spotify.com")
    #expect(request.path == "/v1/albums/A/tracks?offset=1")
  }

  @Test("A list that names itself as its next page ends")
  func circle() async throws {
    let next = "\(host)/me/playlists?offset=0"
    let bench = SpotifyBench { _ in .text(HTTPTransportResponse.page([#"{"id":"p"}"#], next: next))
    }
    var count = 0
    for try await _ in try await bench.client.myPlaylists().all { count += 1 }
    #expect(count == 2)
  }

  @Test("A list with cursors pages, with and without them")
  func cursors() async throws {
    let next = "\(host)/me/player/recently-played?before=17&limit=1"
    let item = #"{"track":{"id":"1"},"played_at":"2026-11-20T10:00:00.000Z","context":null}"#
    let bench = SpotifyBench(
      script: [
        .text(
          #"{"items":[\#(item)],"next":"\#(next)","limit":1,"cursors":{"after":"18","before":"17"}}"#
        ), .text(#"{"items":[],"next":null,"cursors":null}"#),
      ]
    )
    let page = try await bench.client.recentlyPlayed(limit: 1)
    #expect(page.cursors?.before == "17")
    #expect(page.total == nil)
    #expect(page.first?.track?.id == "1")
    let last = try await page.nextBatch()
    #expect(last?.isEmpty == true)
    #expect(bench.asked.last == "GET me/player/recently-played?before=17&limit=1")
  }

  @Test("A next page with the other scheme is requested from the base")
  func otherScheme() async throws {
    let next = "https://127.0.0.1:8080/spotify/v1/albums/A/tracks?offset=1"
    let bench = SpotifyBench(script: [.trackPage(["1"], next: next), .trackPage(["2"])])
    let page = try await bench.client.tracks(ofAlbum: "A").nextBatch()
    #expect(page?.map(\.id) == ["2"])
    #expect(bench.transport.calls.last?.request.scheme == "http")
  }

  @Test("A search's next page without a list of its group is an error")
  func noGroup() async throws {
    let next = "\(host)/search?q=x&type=track&offset=1"
    let first = HTTPTransportResponse.page([HTTPTransportResponse.track("1")], next: next)
    for second in [#"{"tracks":{"total":2}}"#, #"{"albums":{"items":[]}}"#] {
      let bench = SpotifyBench(script: [.text(#"{"tracks":\#(first)}"#), .text(second)])
      let tracks = try await bench.client.search("x", for: [.track]).tracks
      let error = await #expect(throws: CatalogError.self) { try await tracks?.nextBatch() }
      #expect(error?.code == .malformedReply)
    }
  }

  @Test("An answer without a list is an error, not an empty page")
  func noList() async throws {
    let bench = SpotifyBench(
      script: [.trackPage(["1"], next: "\(host)/albums/A/tracks?offset=1"), .text("{}")]
    )
    let page = try await bench.client.tracks(ofAlbum: "A")
    let error = await #expect(throws: CatalogError.self) { try await page.nextBatch() }
    #expect(error?.code == .malformedReply)
  }
}
