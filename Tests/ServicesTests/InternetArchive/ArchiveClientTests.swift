import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitInternetArchive

@Suite("The Internet Archive", .tags(.pure))
struct ArchiveClientTests {
  private typealias Fixture = ArchiveFixture

  private static func page(_ ids: [String], total: Int) -> HTTPTransportResponse {
    let docs = ids.map {
      #"{"identifier":"\#($0)","title":["T"],"creator":"C","date":"1977-05-08T00:00:00Z","downloads":"7"}"#
    }
    return .text(
      #"""
      {"responseHeader":{"status":0},"response":{"numFound":\#(total),"start":0,
      "docs":[\#((docs + ["null"]).joined(separator: ","))]}}
      """#
    )
  }

  @Test("is searched for recordings, and the words can't change the query")
  func query() async throws {
    let transport = StubTransport { _ in Self.page(["a"], total: 1) }
    let client = Fixture.service(transport).client
    var query = InternetArchiveQuery(term: #"grateful) OR "dead*: \ Björk's 5/8"#)
    query.creator = "AND the:band"
    query.collection = "etree"
    query.year = 1977
    query.limit = 100_000
    query.page = -1
    let found = try await client.search(query)
    #expect(found.items.map(\.id) == ["a"] && found.total == 1)
    #expect(found.items.first?.downloads == 7 && found.items.unreadable.count == 1)
    let call = try #require(transport.calls.first)
    #expect(call.path == "/advancedsearch.php")
    #expect(call.request.authority == "archive.org")
    #expect(call.request.headerFields[.userAgent] == "Jukebox/1.2")
    #expect(
      call.values("q") == [
        "(grateful AND or AND dead AND björk AND s AND 5 AND 8) AND creator:(and AND the AND band)"
          + " AND collection:\"etree\" AND year:1977 AND mediatype:(audio OR etree)"
      ]
    )
    #expect(call.values("rows") == ["500"] && call.values("page") == ["1"])
    #expect(call.values("sort[]") == ["downloads desc"] && call.values("output") == ["json"])
    #expect(call.values("fl[]").contains("identifier"))
    for term in ["", " ", "()\"*"] {
      await #expect(throws: CatalogError.self) {
        try await client.search(InternetArchiveQuery(term: term))
      }
    }
    #expect(transport.calls.count == 1)
  }

  @Test("returns results page by page, up to its limit")
  func paging() async throws {
    let transport = StubTransport { call in
      let page = Int(call.values("page").first ?? "") ?? 0
      return Self.page(page < 3 ? ["a\(page)"] : [], total: 5)
    }
    let client = Fixture.service(transport).client
    let first = try await client.search("band", for: .album, limit: 2)
    #expect(first.entries.map(\.item) == ["archive:a1"] && first.unreadableCount == 1)
    #expect(first.entries.first?.artist == "C")
    #expect(
      first.entries.first?.artworkURL?.absoluteString == "https://archive.org/services/img/a1"
    )
    let second = try #require(try await first.next())
    let third = try #require(try await second.next())
    #expect(second.entries.map(\.link.id) == ["a2"] && third.entries.isEmpty)
    #expect(try await third.next() == nil)
    await #expect(throws: CatalogError.self) {
      try await client.search("band", for: .song, limit: 2)
    }
    // Without end.
    let endless = StubTransport { _ in Self.page((1..<500).map { "i\($0)" }, total: 1 << 40) }
    var page = try await Fixture.service(endless).client.search("a", for: .album, limit: 500)
    while let next = try await page.next() { page = next }
    #expect(endless.calls.count == 20)
  }

  @Test("shows the contents of an item, and of a collection")
  func contents() async throws {
    let transport = StubTransport { call in
      switch call.path {
      case "/metadata/" + Fixture.id: .text(Fixture.concert)
      case "/metadata/TheBand":
        .text(#"{"metadata":{"identifier":"TheBand","mediatype":["collection"]},"files":[]}"#)
      default: Self.page(["a"], total: 1)
      }
    }
    let service = Fixture.service(transport)
    func link(_ id: String, _ kind: MusicLink.Kind = .album) -> MusicLink {
      MusicLink(service: .internetArchive, kind: kind, id: id)
    }
    let songs = try await service.catalog.contents(of: link(Fixture.id), limit: 10)
    #expect(
      songs.entries.map(\.item)
        == ["d1t01.mp3", "d1t02 50% & more?.flac", "d1t10.flac"].map {
          "archive:\(Fixture.id)/\($0)"
        }
    )
    #expect(songs.entries.allSatisfy { $0.link.kind == .song })
    let items = try await service.catalog.contents(of: link("TheBand"), limit: 10)
    #expect(items.entries.map(\.link) == [link("a")])
    #expect(transport.calls.last?.values("q").first?.contains("collection:\"TheBand\"") == true)
    let error = await #expect(throws: PlayerError.self) {
      try await service.tracks(of: link("TheBand"))
    }
    #expect(error?.code == .invalidItem)
    await #expect(throws: CatalogError.self) {
      try await service.catalog.contents(of: link(Fixture.id, .song), limit: 1)
    }
  }

  @Test("has items and files by their links")
  func tracks() async throws {
    let transport = StubTransport { _ in .text(Fixture.concert) }
    let service = Fixture.service(formats: [.ogg], transport)
    func ids(_ kind: MusicLink.Kind, _ id: String) async throws -> [String] {
      let link = MusicLink(service: .internetArchive, kind: kind, id: id)
      return try await service.tracks(of: link).map { String($0.id.dropFirst(Fixture.id.count)) }
    }
    #expect(
      try await ids(.album, Fixture.id) == ["/d1t01.ogg", "/d1t02 50% & more?.flac", "/d1t10.ogg"]
    )
    // A named file is exactly that file. The other files supply its missing facts.
    #expect(try await ids(.song, Fixture.id + "/d1t10.mp3") == ["/d1t10.mp3"])
    #expect(
      try await ids(.song, Fixture.id + "/d1t02+50%+&+more?.mp3") == ["/d1t02 50% & more?.mp3"]
    )
    let link = MusicLink(service: .internetArchive, kind: .song, id: Fixture.id + "/d1t10.ogg")
    #expect(try await service.tracks(of: link).first?.metadata.title == "Ten")
    for name in ["secret.flac", "gone.mp3"] {
      let error = await #expect(throws: PlayerError.self) {
        try await ids(.song, Fixture.id + "/" + name)
      }
      #expect(error?.code == .notFound, "\(name)")
    }
    await #expect(throws: PlayerError.self) { try await ids(.artist, Fixture.id) }
  }

  @Test("reports missing and removed items")
  func missing() async throws {
    let answers: [(String, CatalogError.Code)] = [
      ("{}", .notFound), ("[]", .malformedReply), ("", .malformedReply),
      (#"{"is_dark":true,"metadata":{"identifier":"x"}}"#, .unavailable),
      (#"{"is_dark":"true"}"#, .unavailable), (#"{"error":"no"}"#, .notFound),
    ]
    for (text, code) in answers {
      let client = Fixture.service(StubTransport { _ in .text(text) }).client
      let error = await #expect(throws: CatalogError.self) { try await client.item("x") }
      #expect(error?.code == code, "\(text)")
    }
    let transport = StubTransport { _ in .text(Fixture.concert) }
    for id in ["", "..", ".", "a/b", "a b", "é", String(repeating: "a", count: 101)] {
      await #expect(throws: CatalogError.self) {
        try await Fixture.service(transport).client.item(id)
      }
    }
    #expect(transport.calls.isEmpty)
    // Another identifier in the answer does not change the item of its tracks.
    let tracks = InternetArchiveTrack.tracks(
      of: try await Fixture.service(transport).client.item("y")
    )
    #expect(tracks.allSatisfy { $0.id.hasPrefix("y/") } && tracks.count == 3)
  }

  @Test("is not asked for a while after a refusal, by 429 or by 503", arguments: [429, 503])
  func backOff(status: Int) async throws {
    let clock = ManualClock(skipsWaits: true)
    let times = Locked<[Duration]>([])
    let network = StubTransport { _ in
      let count = times.withLock { times in
        times.append(clock.uptime)
        return times.count
      }
      return count < 3
        ? .text("{}", status: HTTPResponse.Status(code: status)) : .text(Fixture.concert)
    }
    let service = InternetArchiveService(ServiceSetup(network: network, clock: clock))
    #expect(try await service.client.item(Fixture.id).files?.isEmpty == false)
    let sent = times.withLock { $0 }
    try #require(sent.count == 3)
    #expect(sent[1] - sent[0] >= .seconds(2) && sent[2] - sent[1] >= .seconds(4))
    // Answers are remembered.
    _ = try await service.client.item(Fixture.id)
    #expect(network.calls.count == 3)
  }

  @Test("prefers the formats that the app names")
  func formats() {
    let plain = InternetArchiveService(ServiceSetup())
    #expect(plain.formats == .best)
    let wished = InternetArchiveService(
      ServiceSetup(),
      formats: ["mp3", "ogg"].map { ArchiveFormat(rawValue: $0) }
    )
    #expect(wished.formats.map(\.rawValue).prefix(2) == ["mp3", "ogg"])
  }
}
