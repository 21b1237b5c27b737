import Foundation
import HTTPTypes
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("Lookups in Apple's catalog", .tags(.local), .timeLimit(.minutes(3)))
struct CatalogLookupTests {
  @Test("A thousand concurrent lookups are four requests, and each caller gets its own song")
  func thousand() async throws {
    let bench = try ClientBench(lookupWindow: .milliseconds(5)) { call in
      let ids = (call.request.path ?? "").split(separator: "=").last?.split(separator: ",") ?? []
      return .songs(ids.map(String.init).filter { !$0.hasSuffix("7") })
    }
    let results = try await withThrowingTaskGroup(of: (Int, String).self) { group in
      for number in 0..<1_000 {
        group.addTask {
          do {
            return (number, try await bench.client.song("\(number)").name ?? "no name")
          } catch let error as CatalogError {
            return (number, error.code.rawValue)
          }
        }
      }
      try await eventually("100 lookups of the last request") {
        bench.client.lookups.gatheredCount == 100
      }
      try await bench.passWindow(until: 4)
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
    }
    #expect(bench.transport.calls.count == 4)
    for (number, result) in results {
      #expect(result == (number % 10 == 7 ? "notFound" : "Song \(number)"))
    }
    #expect(results.count == 1_000)
  }

  @Test("Lookups of other kinds, storefronts and properties are separate requests")
  func apart() async throws {
    let bench = try ClientBench(lookupWindow: .milliseconds(5)) { _ in .songs(["1"]) }
    let client = bench.client
    async let plain = client.song("1")
    async let other = client.in(storefront: "JP", language: "ja").song("1")
    async let more = client.song("1", with: [\.albums, \.artists, \.albums])
    try await eventually("three look-ups") { client.lookups.gatheredCount == 3 }
    try await bench.passWindow(until: 3)
    _ = try await (plain, other, more)
    #expect(
      bench.asked.sorted() == [
        "GET catalog/jp/songs?ids=1&l=ja", "GET catalog/us/songs?ids=1",
        "GET catalog/us/songs?include=albums,artists&ids=1",
      ]
    )
  }

  @Test("Lookups of long ids are split by the length of the address")
  func longIdentities() async throws {
    let bench = try ClientBench(lookupWindow: .milliseconds(5)) { call in
      let path = (call.request.path ?? "").removingPercentEncoding ?? ""
      let ids = path.split(separator: "=").last?.split(separator: ",") ?? []
      guard !ids.contains(where: { $0.hasSuffix("-39") }) else { return .empty(503) }
      return .songs(ids.map(String.init))
    }
    let ids = (0..<40).map { String(repeating: "ü", count: 100) + "-\($0)" }
    let results = try await withThrowingTaskGroup(of: (Int, String?).self) { group in
      for (number, id) in ids.enumerated() {
        group.addTask {
          (number, await codeThrown { _ = try await bench.client.song(id) }?.rawValue)
        }
      }
      try await eventually("all lookups") { bench.client.lookups.gatheredCount == 40 }
      // Not before the last of them has failed or arrived, which takes several requests.
      try await bench.passWindow(until: 5)
      return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 ?? "found" }
    }
    let lengths = bench.transport.calls.map { $0.request.path?.utf8.count ?? 0 }
    #expect(lengths.allSatisfy { $0 <= RequestBounds.target })
    #expect(results.count == 40)
    // A failed request fails all its lookups.
    #expect(results[39] == "serverError")
    #expect(results.values.count { $0 == "found" } >= 30)
  }

  @Test("A song that cannot be read is an error of its caller only")
  func unreadableSingle() async throws {
    let bad = #"{"id":"2","type":"albums"}"#
    let bench = try ClientBench { _ in .list([HTTPTransportResponse.song("1"), bad]) }
    #expect(try await bench.client.song("1").name == "Song 1")
    #expect(await codeThrown { _ = try await bench.client.song("2") } == .malformedReply)
    #expect(await codeThrown { _ = try await bench.client.song("3") } == .notFound)
  }

  @Test("Many songs keep the order of the request, 300 a request, and missing ones are reported")
  func many() async throws {
    let bench = try ClientBench { call in
      let ids = (call.request.path ?? "").split(separator: "=").last?.split(separator: ",") ?? []
      return .songs(ids.map(String.init).filter { $0 != "5" && $0 != "301" }.reversed())
    }
    let ids = (1...601).map(String.init) + ["3", "5"]
    let found = try await bench.client.songs(ids)
    #expect(found.resources.map(\.id) == ids.filter { $0 != "5" && $0 != "301" })
    #expect(found.missing == ["5", "301"])
    #expect(found["601"]?.name == "Song 601")
    #expect(found["5"] == nil)
    #expect(bench.transport.calls.count == 3)
  }

  @Test("An empty request is not sent")
  func none() async throws {
    let bench = try ClientBench(script: [])
    #expect(try await bench.client.songs([]).resources.isEmpty)
    #expect(try await bench.client.items([]).items.isEmpty)
    #expect(try await bench.client.songs(isrcs: []).resources.isEmpty)
    #expect(bench.transport.calls.isEmpty)
  }

  @Test(
    "A request has as many ids as its type allows",
    arguments: zip(["albums", "artists", "playlists"], [[100, 50], [25, 25], [25, 25]])
  )
  func maxima(_ type: String, _ sizes: [Int]) async throws {
    let bench = try ClientBench { _ in .list([]) }
    let ids = (0..<sizes.reduce(0, +)).map(String.init)
    switch type {
    case "albums": _ = try await bench.client.albums(ids)
    case "artists": _ = try await bench.client.resources(AppleMusic.Artists.self, ids: ids)
    default: _ = try await bench.client.resources(AppleMusic.Playlists.self, ids: ids)
    }
    let counts = bench.asked.map { $0.split(separator: ",").count }
    #expect(counts.sorted(by: >) == sizes)
  }

  @Test("A member of a wrong type is reported as an error, not as missing")
  func unreadable() async throws {
    let bad = #"{"id":"2","type":"albums"}"#
    let bench = try ClientBench(script: [
      .list([HTTPTransportResponse.song("1"), bad, "null", HTTPTransportResponse.song("3")])
    ])
    let found = try await bench.client.songs(["1", "2", "3", "4"])
    #expect(found.resources.map(\.id) == ["1", "3"])
    #expect(found.missing == ["4"])
    #expect(found.unreadable.map(\.id) == ["2", nil])
  }

  @Test("One failed request of several fails all")
  func failed() async throws {
    let bench = try ClientBench { call in
      call.request.path?.contains("ids=0,") == true ? .empty(503) : .songs([])
    }
    let ids = (0..<600).map(String.init)
    #expect(await codeThrown { _ = try await bench.client.songs(ids) } == .serverError)
  }

  @Test("An endless answer to a lookup is an error, not a partial answer")
  func endless() async throws {
    let pages = Locked(0)
    let bench = try ClientBench { _ in
      let page = pages.withLock { pages in
        pages += 1
        return pages
      }
      return .songs(["\(page)"], next: "/v1/catalog/us/songs?offset=\(page)")
    }
    #expect(await codeThrown { _ = try await bench.client.songs(["7"]) } == .malformedReply)
    #expect(bench.transport.calls.count < 110)
  }

  @Test("Codes are sent in one spelling, 25 a request, and found by any spelling")
  func isrcs() async throws {
    let map =
      #"{"filters":{"isrc":{"usaa12100001":[{"id":"1","type":"songs"},{"id":"2","type":"songs"}]}}}"#
    let bench = try ClientBench { call in
      call.request.path?.contains("USAA12100001") == true
        ? .songs(["1", "2"], meta: map) : .songs([], meta: #"{"filters":{"isrc":{}}}"#)
    }
    let codes = ["us-aa1-21-00001"] + (2...30).map { "USAA121\(10_000 + $0)" }
    let found = try await bench.client.songs(isrcs: codes + ["USAA12100001"])
    #expect(found["usaa12100001"].map(\.id) == ["1", "2"])
    #expect(found["US-AA1-21-00001"].map(\.name) == ["Song 1", "Song 2"])
    #expect(found.resources.map(\.id) == ["1", "2"])
    #expect(found.missing.count == 29)
    #expect(bench.asked.map { $0.split(separator: ",").count }.sorted() == [5, 25])
    #expect(bench.asked.allSatisfy { $0.hasPrefix("GET catalog/us/songs?filter[isrc]=") })
    #expect(bench.transport.calls.allSatisfy { $0.request.path?.contains("[") == false })
  }

  @Test("Without the service's map, a song's own code identifies it")
  func noMap() async throws {
    let bench = try ClientBench(script: [.songs(["1"])])
    let found = try await bench.client.songs(isrcs: ["ISRC1", "ISRC2"])
    #expect(found["isrc1"].map(\.id) == ["1"])
    #expect(found.missing == ["ISRC2"])
  }

  @Test("If one answer of several has no map, its songs are found by their own codes")
  func oneWithoutMap() async throws {
    let map = #"{"filters":{"isrc":{"ISRC1":[{"id":"1","type":"songs"}]}}}"#
    let bench = try ClientBench { call in
      let isFirst =
        call.request.path?.contains("ISRC1,") == true
        || call.request.path?.contains("ISRC1%2C") == true
      return isFirst ? .songs(["1"], meta: map) : .songs(["26"])
    }
    let found = try await bench.client.songs(isrcs: (1...26).map { "ISRC\($0)" })
    #expect(found["ISRC1"].map(\.id) == ["1"])
    #expect(found["ISRC26"].map(\.id) == ["26"])
    #expect(found.missing.count == 24)
  }

  @Test("A code that could change the request is refused", arguments: ["", "A,B", "A&b=1", "Ä"])
  func badCodes(_ text: String) async throws {
    let bench = try ClientBench(script: [])
    #expect(
      await codeThrown { _ = try await bench.client.songs(isrcs: [text]) } == .invalidArgument
    )
    #expect(
      await codeThrown { _ = try await bench.client.albums(upcs: [text]) } == .invalidArgument
    )
    #expect(bench.transport.calls.isEmpty)
  }

  @Test("Albums are found by their barcode")
  func upcs() async throws {
    let album = #"{"id":"9","type":"albums","attributes":{"name":"A","upc":"0190000000000"}}"#
    let bench = try ClientBench(script: [.list([album])])
    let found = try await bench.client.albums(upcs: ["0190000000000"])
    #expect(found["0190000000000"].map(\.name) == ["A"])
    #expect(bench.asked == ["GET catalog/us/albums?filter[upc]=0190000000000"])
  }

  @Test("Equivalents in another storefront are found by the ids of this one")
  func equivalents() async throws {
    let map =
      #"{"filters":{"equivalents":{"7":[{"id":"8","type":"songs","href":"/v1/catalog/de/songs/8"}]}}}"#
    let bench = try ClientBench(script: [.songs(["8"], meta: map)])
    let there = bench.client.in(storefront: "de")
    let found = try await there.equivalents(
      AppleMusic.Songs.self,
      of: ["7", "6"],
      query: [URLQueryItem(name: "restrict", value: "explicit")]
    )
    #expect(found["7"].map(\.name) == ["Song 8"])
    #expect(found.missing == ["6"])
    #expect(bench.asked == ["GET catalog/de/songs?restrict=explicit&filter[equivalents]=7,6"])
  }

  @Test("Several types are one request, and one mixed list")
  func severalTypes() async throws {
    let album = #"{"id":"3","type":"albums"}"#
    let bench = try ClientBench(script: [.list([HTTPTransportResponse.song("1"), album])])
    let found = try await bench.client.items([
      .init(id: "1", type: "songs"), .init(id: "3", type: "albums"), .init(id: "3", type: "songs"),
      .init(id: "3", type: "songs"),
    ])
    #expect(found.items.count == 2)
    #expect(found.missing == [.init(id: "3", type: "songs")])
    #expect(bench.asked == ["GET catalog/us?ids[songs]=1,3&ids[albums]=3"])
  }

  @Test("Many ids of several types become several requests, none above its type's maximum")
  func manyTypes() async throws {
    let bench = try ClientBench { _ in .list([]) }
    let artists = (0..<60).map { AppleMusic.Identifier(id: "\($0)", type: "artists") }
    let songs = (0..<400).map { AppleMusic.Identifier(id: "\($0)", type: "songs") }
    let found = try await bench.client.items(artists + songs)
    #expect(found.missing.count == 460)
    for asked in bench.asked {
      for part in asked.split(separator: "&") {
        let maximum = part.contains("[artists]") ? 25 : 300
        #expect(part.split(separator: ",").count <= maximum)
      }
    }
    #expect(bench.transport.calls.count == 4)
  }

  @Test("An id cannot leave its place in the path", arguments: ["", " ", ".", "..", "1,2", "\n"])
  func badIdentities(_ id: String) async throws {
    let bench = try ClientBench(script: [])
    let client = bench.client
    #expect(await codeThrown { _ = try await client.song(id) } == .invalidArgument)
    #expect(await codeThrown { _ = try await client.songs(["1", id]) } == .invalidArgument)
    #expect(
      await codeThrown { _ = try await client.list(\.tracks, of: AppleMusic.Albums.self, id: id) }
        == .invalidArgument
    )
    #expect(bench.transport.calls.isEmpty)
  }

  @Test(
    "An unusual id is sent as it is, in its place",
    arguments: ["a/../b", "x?y=1", "#&="]
  )
  func oddIdentities(_ id: String) async throws {
    let bench = try ClientBench { _ in .error(404, code: "40400") }
    #expect(await codeThrown { _ = try await bench.client.song(id) } == .notFound)
    #expect(
      await codeThrown {
        _ = try await bench.client.list(\.tracks, of: AppleMusic.Albums.self, id: id)
      }
        == .notFound
    )
    #expect(bench.asked.first == "GET catalog/us/songs?ids=\(id)")
    let path = bench.transport.calls.last?.request.path ?? ""
    #expect(path.split(separator: "/").count == 7)
    #expect(path.hasSuffix("/tracks"))
  }

  @Test("A malformed storefront is refused before sending, and an unknown one by the service")
  func storefronts() async throws {
    let bench = try ClientBench { _ in .error(400, code: "40005") }
    let odd = bench.client.in(storefront: "usa")
    #expect(await codeThrown { _ = try await odd.songs(["1"]) } == .invalidArgument)
    #expect(bench.transport.calls.isEmpty)
    let closed = bench.client.in(storefront: "XX")
    #expect(await codeThrown { _ = try await closed.songs(["1"]) } == .badRequest)
    #expect(bench.asked == ["GET catalog/xx/songs?ids=1"])
  }
}
