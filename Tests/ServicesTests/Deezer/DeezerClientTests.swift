import Foundation
import HTTPTypes
import PlayerKitDeezer
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The client of Deezer", .tags(.pure))
struct DeezerClientTests {
  private func client(_ transport: StubTransport, base: String? = nil) -> DeezerClient {
    DeezerClient(
      language: "de",
      configuration: .init(
        baseURL: base.flatMap { URL(string: $0) },
        transport: transport,
        clock: ManualClock()
      )
    )
  }

  private func address(_ transport: StubTransport) -> String? {
    transport.calls.last.map { call in
      "\(call.request.scheme ?? "")://\(call.request.authority ?? "")\(call.request.path ?? "")"
    }
  }

  @Test("Each call requests its path, with only the language")
  func paths() async throws {
    let list = StubTransport(answers: [.success(.text(DeezerFixture.list([])))])
    let one = StubTransport(answers: [.success(.text(#"{"id":1}"#))])
    let chart = StubTransport(answers: [.success(.text(#"{"tracks":{"data":[]}}"#))])
    let (lists, single) = (client(list), client(one))
    func expect(_ path: String, _ stub: StubTransport, _ call: () async throws -> Void) async throws
    {
      try await call()
      #expect(address(stub) == "https://api.deezer.com" + path)
    }
    try await expect("/track/3135556", one) { _ = try await single.track("3135556") }
    try await expect("/track/isrc:QZAAA2100001", one) {
      _ = try await single.track(isrc: "qz-aaa-21-00001")
    }
    try await expect("/album/1", one) { _ = try await single.album("1") }
    try await expect("/artist/27", one) { _ = try await single.artist("27") }
    try await expect("/playlist/27", one) { _ = try await single.playlist("27") }
    try await expect("/genre/2", one) { _ = try await single.genre("2") }
    try await expect("/genre", list) { _ = try await lists.genres() }
    try await expect("/genre/2/artists", list) { _ = try await lists.artists(ofGenre: "2") }
    try await expect("/album/1/tracks?limit=100&index=200", list) {
      _ = try await lists.tracks(ofAlbum: "1", limit: 100, index: 200)
    }
    try await expect("/playlist/1/tracks", list) { _ = try await lists.tracks(ofPlaylist: "1") }
    try await expect("/artist/1/top?limit=5", list) {
      _ = try await lists.topTracks(ofArtist: "1", limit: 5)
    }
    try await expect("/artist/1/related", list) { _ = try await lists.relatedArtists(to: "1") }
    try await expect("/artist/1/albums", list) { _ = try await lists.albums(ofArtist: "1") }
    try await expect("/chart/0?limit=3", chart) { _ = try await client(chart).chart(limit: 3) }
    #expect(one.calls.allSatisfy { $0.request.headerFields[.acceptLanguage] == "de" })
    #expect(one.calls.allSatisfy { $0.request.headerFields[.authorization] == nil })
  }

  @Test("A search sends its parts in the service's syntax")
  func search() async throws {
    let stub = StubTransport(answers: [.success(.text(DeezerFixture.list([])))])
    let client = client(stub)
    let query = Deezer.Query(
      " some  words",
      artist: "the \"band\"",
      track: "opening & night",
      minimumDuration: .seconds(60),
      maximumBPM: 120
    )
    #expect(
      query.text
        == #"some words artist:"the band" track:"opening & night" dur_min:60 bpm_max:120"#
    )
    _ = try await client.search(query, isStrict: true, order: .track, limit: 10, index: 20)
    #expect(
      stub.calls.last?.request.path
        == "/search?q=some%20words%20artist%3A%22the%20band%22%20track%3A%22opening%20%26%20night"
        + "%22%20dur_min%3A60%20bpm_max%3A120&strict=on&order=TRACK_ASC&limit=10&index=20"
    )
    _ = try await client.search(Deezer.Query("a"), for: Deezer.Album.self)
    #expect(stub.calls.last?.request.path == "/search/album?q=a")
    _ = try await client.search(Deezer.Query("a"), for: Deezer.Artist.self)
    #expect(stub.calls.last?.request.path == "/search/artist?q=a")
  }

  @Test("Invalid requests are not sent")
  func arguments() async {
    let stub = StubTransport(answers: [.success(.text("{}"))])
    let client = client(stub)
    func expectRefusal(_ call: () async throws -> Void) async {
      await #expect { try await call() } throws: { error in
        let error = error as? CatalogError
        return error?.code == .invalidArgument && error?.service == .deezer
      }
    }
    await expectRefusal { _ = try await client.track("") }
    await expectRefusal { _ = try await client.track("1/../2") }
    await expectRefusal { _ = try await client.track(isrc: "QZAAA210000") }
    await expectRefusal { _ = try await client.album(upc: "12a") }
    await expectRefusal { _ = try await client.search(Deezer.Query(" ", artist: "\"")) }
    await expectRefusal { _ = try await client.tracks(ofAlbum: "1", limit: 101) }
    await expectRefusal { _ = try await client.tracks(ofAlbum: "1", index: -1) }
    await expectRefusal {
      let unusable = DeezerClient(
        configuration: .init(baseURL: URL(filePath: "/tmp"), transport: stub)
      )
      _ = try await unusable.track("1")
    }
    #expect(stub.calls.isEmpty)
  }

  @Test("A barcode is requested in all its spellings")
  func barCodes() async throws {
    let stub = StubTransport { call in
      call.request.path == "/album/upc:00012345678905"
        ? .text(#"{"id":7}"#) : DeezerFixture.error(800)
    }
    let album = try await client(stub).album(upc: "12345678905")
    #expect(album.id == "7")
    #expect(
      stub.calls.map(\.request.path) == [
        "/album/upc:012345678905", "/album/upc:0012345678905", "/album/upc:00012345678905",
      ]
    )
    await #expect { _ = try await client(stub).album(upc: "99999999999999") } throws: {
      ($0 as? CatalogError)?.code == .notFound
    }
    #expect(stub.calls.count == 4)
  }

  @Test("A list continues at the base, whatever host and scheme the service names")
  func paging() async throws {
    let pages = [
      DeezerFixture.list(
        [DeezerFixture.artist(1), "{}", DeezerFixture.artist(2)],
        total: 5,
        next: "http://api.deezer.com/artist/9/related?limit=2&index=2"
      ),
      DeezerFixture.list(
        [DeezerFixture.artist(3)],
        next: "https://127.0.0.1:8080/deezer/artist/9/related?index=3"
      ),
      DeezerFixture.list([DeezerFixture.artist(4)], next: "/artist/9/related?index=3"),
    ]
    let stub = StubTransport(answers: pages.map { .success(.text($0)) })
    let client = client(stub, base: "http://127.0.0.1:8080/deezer/")
    let first = try await client.relatedArtists(to: "9", limit: 2)
    #expect(first.total == 5)
    #expect(first.unreadable.map(\.index) == [1])
    #expect(first.hasNextBatch)
    var names: [String] = []
    for try await artist in first.all.prefix(4) { names.append(artist.name ?? "") }
    #expect(names == ["Artist 1", "Artist 2", "Artist 3", "Artist 4"])
    #expect(
      stub.calls.map(\.request.path) == [
        "/deezer/artist/9/related?limit=2", "/deezer/artist/9/related?limit=2&index=2",
        "/deezer/artist/9/related?index=3&limit=2",
      ]
    )
    #expect(stub.calls.allSatisfy { $0.request.authority == "127.0.0.1:8080" })
    #expect(stub.calls.allSatisfy { $0.request.scheme == "http" })
  }

  @Test("At the service's own host every page is requested over https")
  func secure() async throws {
    let next = "http://api.deezer.com/artist/9/related?index=1"
    let page = DeezerFixture.list([DeezerFixture.artist(1)], next: next)
    let stub = StubTransport(answers: [.success(.text(page))])
    let second = try await client(stub).relatedArtists(to: "9").nextBatch()
    #expect(address(stub) == "https://api.deezer.com/artist/9/related?index=1")
    // It names itself as the next page, and would never end.
    #expect(second?.hasNextBatch == false)
    #expect(try await second?.nextBatch() == nil)
  }

  @Test(
    "A next page on another server is not requested",
    arguments: [
      "https://evil.example/artist/1", "ftp://api.deezer.com/artist/1", "//evil.example/a",
      "https://api.deezer.com@evil.example/a", "https://api.deezer.com/../a", "artist/1",
      "https://api.deezer.com", "/%2e%2e/a",
    ]
  )
  func elsewhere(_ next: String) async throws {
    let page = DeezerFixture.list([DeezerFixture.artist(1)], next: next)
    let stub = StubTransport(answers: [.success(.text(page))])
    let first = try await client(stub).relatedArtists(to: "9")
    await #expect { _ = try await first.nextBatch() } throws: {
      ($0 as? CatalogError)?.code == .malformedReply
    }
    #expect(stub.calls.count == 1)
  }

  @Test("Endless empty pages are an error")
  func emptyPages() async throws {
    let stub = StubTransport { call in
      let index = Int((call.request.path ?? "").split(separator: "=").last ?? "") ?? 0
      return .text(
        DeezerFixture.list([], next: "https://api.deezer.com/artist/9/related?index=\(index + 1)")
      )
    }
    let artists = try await client(stub).relatedArtists(to: "9")
    await #expect {
      for try await _ in artists.all {}
    } throws: {
      ($0 as? CatalogError)?.code == .malformedReply
    }
    #expect(stub.calls.count == 5)
  }

  @Test("A general request reaches endpoints without a method")
  func rawRequest() async throws {
    let stub = StubTransport(answers: [
      .success(.text(DeezerFixture.list([DeezerFixture.track(1)])))
    ])
    let request = CatalogRequest("/artist/27/radio", query: [.init(name: "limit", value: "10")])
    let tracks: Deezer.List<Deezer.Track> = try await client(stub).value(of: request)
    #expect(tracks.members.map(\.id) == ["1"])
    #expect(address(stub) == "https://api.deezer.com/artist/27/radio?limit=10")
    let json: JSONValue = try await client(stub).value(of: request)
    #expect(json["data"]?.array?.count == 1)
  }

  @Test("Lists inside of items continue as well")
  func innerLists() async throws {
    let tracks = DeezerFixture.list(
      [DeezerFixture.track(1)],
      next: "https://api.deezer.com/album/7/tracks?index=1"
    )
    let stub = StubTransport(answers: [
      .success(.text(#"{"id":7,"tracks":\#(tracks)}"#)),
      .success(.text(DeezerFixture.list([DeezerFixture.track(2)]))),
    ])
    let album = try await client(stub).album("7")
    var ids: [String] = []
    for try await track in try #require(album.tracks).all { ids.append(track.id) }
    #expect(ids == ["1", "2"])
  }
}
