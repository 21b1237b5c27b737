import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Searching the iTunes Store", .tags(.pure))
struct ITunesSearchTests {
  @Test("A search is sent below the base's own path, with all its parameters")
  func parameters() async throws {
    let transport = StubTransport { _ in ITunesFixture.reply([]) }
    let client = ITunesFixture.client(transport)
    let search = ITunes.Search(
      "jack  & jöhn+son\n=?#/é",
      media: .all,
      entity: .musicTrack,
      attribute: .artist,
      country: "JP",
      language: .japanese,
      limit: 200,
      offset: 40,
      version: 2,
      includesExplicit: false
    )
    _ = try await client.search(search)
    let call = try #require(transport.calls.first)
    #expect(call.request.method == .get)
    #expect(call.request.scheme == "http")
    #expect(call.request.authority == "127.0.0.1:8080")
    #expect(call.path == "/itunes/search")
    #expect(
      call.query == [
        "term": "jack & jöhn+son =?#/é", "country": "jp", "media": "all", "entity": "musicTrack",
        "attribute": "artistTerm", "limit": "200", "offset": "40", "lang": "ja_jp",
        "version": "2", "explicit": "No",
      ]
    )
    #expect(call.request.path?.contains("term=jack%20%26%20j%C3%B6hn%2Bson%20%3D") == true)
  }

  @Test("A search for songs sends only the required parameters")
  func defaults() async throws {
    let transport = StubTransport { _ in ITunesFixture.reply([ITunesFixture.song(1)]) }
    let client = ITunesSearchClient(configuration: .init(transport: transport))
    let results = try await client.search(ITunes.Search("x"))
    #expect(results.songs.map(\.id) == ["1"])
    let call = try #require(transport.calls.first)
    #expect(call.request.scheme == "https")
    #expect(call.request.authority == "itunes.apple.com")
    #expect(call.path == "/search")
    #expect(call.query == ["term": "x", "country": "us", "media": "music", "entity": "song"])
  }

  /// Shown by name, because some terms are long, or unsafe for a terminal.
  struct Refused: CustomTestStringConvertible, Sendable {
    var name: String
    var search: ITunes.Search

    init(_ name: String, _ search: ITunes.Search) {
      self.name = name
      self.search = search
    }

    var testDescription: String { name }
  }

  static let refused: [Refused] = [
    .init("empty", .init("")),
    .init("white space", .init(" \n\t\u{3000}")),
    .init("nothing to be seen", .init("\u{200b}\u{0}\u{7}\u{feff}")),
    .init("10 KB of emoji", .init(String(repeating: "👩‍👩‍👧", count: 570))),
    .init("limit 0", .init("x", limit: 0)),
    .init("limit 201", .init("x", limit: 201)),
    .init("limit below zero", .init("x", limit: .min)),
    .init("offset below zero", .init("x", offset: -1)),
    .init("version 3", .init("x", version: 3)),
    .init("country of three", .init("x", country: "usa")),
    .init("country of none", .init("x", country: "")),
    .init("country of digits", .init("x", country: "u1")),
    .init("entity of two words", .init("x", entity: .init(rawValue: "song&limit=1"))),
    .init("media of none", .init("x", media: .init(rawValue: ""))),
    .init("attribute", .init("x", attribute: .init(rawValue: "ä"))),
    .init("language", .init("x", language: .init(rawValue: "en us"))),
  ]

  @Test("Invalid arguments are refused before sending", arguments: refused)
  func refuses(_ row: Refused) async {
    let transport = StubTransport { _ in ITunesFixture.reply([]) }
    let error = await #expect(throws: CatalogError.self) {
      try await ITunesFixture.client(transport).search(row.search)
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.service == .iTunes)
    #expect(error?.isRetryable == false)
    #expect(transport.calls.isEmpty)
  }

  @Test(
    "An emoji, a symbol and a single letter are terms",
    arguments: ["🎵", "!!!", "é", "x", "日本"]
  )
  func unusualTerms(_ term: String) async throws {
    let transport = StubTransport { _ in ITunesFixture.reply([]) }
    #expect(try await ITunesFixture.client(transport).search(.init(term)).items.isEmpty)
    #expect(transport.calls.first?.query["term"] == term)
  }

  @Test(
    "A base that is no web address fails the call",
    arguments: ["file:///tmp", "ftp://example.org", "http://", "http://user:secret@example.org"]
  )
  func badBase(_ base: String) async {
    let transport = StubTransport { _ in ITunesFixture.reply([]) }
    let error = await #expect(throws: CatalogError.self) {
      try await ITunesFixture.client(transport, base: base).search(.init("x"))
    }
    #expect(error?.code == .invalidArgument)
    #expect(error?.description.contains("secret") == false)
    #expect(transport.calls.isEmpty)
  }

  @Test(
    "A base's own path is kept, with or without a slash at its end",
    arguments: [
      ("http://localhost:1/a/b/", "localhost:1", "/a/b/search"),
      ("HTTP://localhost", "localhost", "/search"),
      ("http://[::1]:80/a%20b", "[::1]:80", "/a%20b/search"),
    ]
  )
  func bases(base: String, authority: String, path: String) async throws {
    let transport = StubTransport { _ in ITunesFixture.reply([]) }
    _ = try await ITunesFixture.client(transport, base: base).search(.init("x"))
    #expect(transport.calls.first?.request.authority == authority)
    #expect(transport.calls.first?.path == path)
  }

  @Test("The next page begins after the results, even if a page is not full")
  func pages() throws {
    let page = try ITunesFixture.results([ITunesFixture.song(1), "null"])
    let empty = try ITunesFixture.results([])
    #expect(ITunes.Search("x", limit: 2).next(after: page)?.offset == 2)
    #expect(ITunes.Search("x", limit: 2, offset: 40).next(after: page)?.offset == 42)
    #expect(ITunes.Search("x", limit: 3).next(after: page)?.offset == 2)
    #expect(ITunes.Search("x").next(after: page)?.offset == 2)
    #expect(ITunes.Search("x").next(after: empty) == nil)
    #expect(ITunes.Search("x", limit: 0).next(after: empty) == nil)
    #expect(ITunes.Search("x", limit: 2, offset: .max).next(after: page) == nil)
  }
}
