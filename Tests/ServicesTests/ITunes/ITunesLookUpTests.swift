import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Lookups in the iTunes Store", .tags(.pure))
struct ITunesLookUpTests {
  /// Answers the songs with even ids, in reverse order.
  @Sendable static func evens(_ call: HTTPTransportRequest) -> [String] {
    let ids = call.query["id"]?.split(separator: ",").compactMap { Int($0) } ?? []
    return ids.filter { $0.isMultiple(of: 2) }.reversed().map { ITunesFixture.song($0) }
  }

  @Test("Many ids are split into requests, keep their order, and missing ones are reported")
  func chunks() async throws {
    let transport = StubTransport.answering(Self.evens)
    let ids = (1...250).map(String.init)
    let results = try await ITunesFixture.client(transport).lookUp(.init(.ids(ids)))
    #expect(transport.calls.map { $0.query["id"]?.split(separator: ",").count } == [100, 100, 50])
    #expect(results.items.map(\.id) == ids.filter { Int($0)?.isMultiple(of: 2) == true })
    #expect(results.missing == ids.filter { Int($0)?.isMultiple(of: 2) == false })
    #expect(results.children.isEmpty && results.unreadable.isEmpty)
    let call = try #require(transport.calls.first)
    #expect(call.path == "/itunes/lookup")
    #expect(Set(call.query.keys) == ["id", "country"])
  }

  @Test("A repeated id is answered once")
  func duplicates() async throws {
    let transport = StubTransport.answering(Self.evens)
    let lookUp = ITunes.LookUp(.ids(["4", "2", "004", "2", "1"]))
    let results = try await ITunesFixture.client(transport).lookUp(lookUp)
    #expect(transport.calls.first?.query["id"] == "4,2,1")
    #expect(results.items.map(\.id) == ["4", "2"])
    #expect(results.missing == ["1"])
  }

  @Test("With an entity the parent is separate, followed by its children")
  func entity() async throws {
    let transport = StubTransport.answering { _ in
      [ITunesFixture.album(8), ITunesFixture.song(1), "null", ITunesFixture.song(2)]
    }
    let lookUp = ITunes.LookUp(
      .ids(["8"]),
      entity: .song,
      country: "DE",
      limit: 200,
      sort: .popular
    )
    let results = try await ITunesFixture.client(transport).lookUp(lookUp)
    #expect(results.items.map(\.id) == ["8"])
    #expect(results.children.map(\.id) == ["1", "2"])
    #expect(results.unreadable.map(\.index) == [2])
    #expect(results.missing.isEmpty)
    #expect(
      transport.calls.first?.query
        == ["id": "8", "country": "de", "entity": "song", "limit": "200", "sort": "popular"]
    )
  }

  @Test(
    "With an entity a request has as many ids as one answer can hold",
    arguments: [(nil, [3, 2]), (1, [5]), (99, [2, 2, 1]), (200, [1, 1, 1, 1, 1])]
  )
  func chunksWithEntity(limit: Int?, counts: [Int]) async throws {
    let transport = StubTransport.answering { _ in [] }
    let lookUp = ITunes.LookUp(.ids(["1", "2", "3", "4", "5"]), entity: .album, limit: limit)
    _ = try await ITunesFixture.client(transport).lookUp(lookUp)
    #expect(transport.calls.map { $0.query["id"]?.split(separator: ",").count ?? 0 } == counts)
  }

  @Test("Artists are found by AllMusic's ids")
  func amgArtists() async throws {
    let transport = StubTransport.answering { _ in
      [
        ITunesFixture.artist(902, amg: 2), ITunesFixture.album(8),
        ITunesFixture.artist(901, amg: 1),
      ]
    }
    let lookUp = ITunes.LookUp(.amgArtistIDs(["1", "2", "3"]), entity: .album, limit: 5)
    let results = try await ITunesFixture.client(transport).lookUp(lookUp)
    #expect(transport.calls.first?.query["amgArtistId"] == "1,2,3")
    #expect(results.items.map(\.id) == ["901", "902"])
    #expect(results.children.map(\.id) == ["8"])
    #expect(results.missing == ["3"])
  }

  @Test("Albums are found by barcodes, one per request")
  func upcs() async throws {
    let transport = StubTransport.answering { call in
      call.query["upc"] == "720642462928" ? [ITunesFixture.album(8), ITunesFixture.song(1)] : []
    }
    let lookUp = ITunes.LookUp(.upcs(["720642462928", "0720642462929"]), entity: .song)
    let results = try await ITunesFixture.client(transport).lookUp(lookUp)
    #expect(transport.calls.map { $0.query["upc"] } == ["720642462928", "0720642462929"])
    #expect(results.items.map(\.id) == ["8"])
    #expect(results.children.map(\.id) == ["1"])
    #expect(results.missing == ["0720642462929"])
  }

  @Test("Albums are found by AllMusic's ids")
  func amgAlbums() async throws {
    let transport = StubTransport.answering { _ in [ITunesFixture.album(8)] }
    let results = try await ITunesFixture.client(transport).lookUp(.init(.amgAlbumIDs(["15175"])))
    #expect(transport.calls.first?.query["amgAlbumId"] == "15175")
    #expect(results.items.map(\.id) == ["8"])
    #expect(results.missing.isEmpty)
  }

  static let refused: [ITunes.LookUp] = [
    .init(.ids([])), .init(.ids([""])), .init(.ids(["1", "a"])), .init(.ids(["1,2"])),
    .init(.ids(["-1"])), .init(.ids(["١"])), .init(.ids(["1"]), limit: 0),
    .init(.ids([String(repeating: "1", count: 40)])), .init(.upcs(["1234567"])),
    .init(.ids(["1"]), entity: .song, limit: .max), .init(.ids(["1"]), entity: .song, limit: -1),
    .init(.upcs(["123456789012345"])), .init(.ids(["1"]), country: "u"),
    .init(.ids(["1"]), sort: .init(rawValue: "a b")),
  ]

  @Test("Invalid arguments are refused before sending", arguments: refused)
  func refuses(_ lookUp: ITunes.LookUp) async {
    let transport = StubTransport.answering { _ in [] }
    let error = await #expect(throws: CatalogError.self) {
      try await ITunesFixture.client(transport).lookUp(lookUp)
    }
    #expect(error?.code == .invalidArgument)
    #expect(transport.calls.isEmpty)
  }

  @Test("One failed request fails the whole lookup")
  func failure() async {
    let transport = StubTransport { call in
      call.query["id"]?.hasPrefix("101,") == true
        ? .text("", status: .forbidden) : ITunesFixture.reply([])
    }
    let error = await #expect(throws: CatalogError.self) {
      let ids = (1...201).map(String.init)
      return try await ITunesFixture.client(transport).lookUp(.init(.ids(ids)))
    }
    #expect(error?.code == .rateLimited)
    #expect(transport.calls.count == 2)
  }
}

extension StubTransport {
  /// Answers with the members that `members` returns.
  fileprivate static func answering(
    _ members: @escaping @Sendable (HTTPTransportRequest) -> [String]
  ) -> StubTransport {
    StubTransport { ITunesFixture.reply(members($0)) }
  }
}
