import Foundation
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("The address of a request", .tags(.pure))
struct RequestTargetTests {
  @Test("Delimiters of a query are encoded in a value, except for the commas of a list")
  func values() throws {
    let request = CatalogRequest(
      "/v1/x",
      query: [
        URLQueryItem(name: "term", value: "a b+c&d=e[f]#g%?/é🎵"),
        URLQueryItem(name: "ids[songs]", value: "1,2"),
        URLQueryItem(name: "none", value: nil),
      ]
    )
    #expect(
      try request.target()
        == "/v1/x?term=a%20b%2Bc%26d%3De%5Bf%5D%23g%25%3F%2F%C3%A9%F0%9F%8E%B5&ids%5Bsongs%5D=1,2"
    )
  }

  @Test("The language is added, unless the request has its own")
  func language() throws {
    func target(_ path: String, language: String?) throws -> String {
      var client = try ClientBench(script: []).client
      client.language = language
      return try client.requester.completed(CatalogRequest(path)).path
    }
    #expect(try target("/v1/x", language: "en-GB") == "/v1/x?l=en-GB")
    #expect(try target("/v1/x", language: "") == "/v1/x")
    #expect(try target("/v1/x?l=ja", language: "de") == "/v1/x?l=ja")
    #expect(try target("/v1/x?y=1", language: "de") == "/v1/x?y=1&l=de")
  }

  @Test("A segment never leaves its place in the path", arguments: ["a/b", "a?b", "a#b", "ä b"])
  func segments(_ segment: String) throws {
    let segments = ["v1", "catalog", "us", "songs", segment]
    let target = try CatalogRequest(segments: segments).target()
    #expect(target.split(separator: "/").count == 5)
    #expect(!target.contains("?") && !target.contains("#"))
    #expect(target.removingPercentEncoding == "/v1/catalog/us/songs/\(segment)")
  }

  @Test(
    "A path outside the service is refused",
    arguments: [
      "", "v1/x", "//evil/v1/", "https://evil/v1/x", "/v1/../x", "/v1/%2e./x",
    ]
  )
  func paths(_ path: String) {
    let error = #expect(throws: CatalogError.self) {
      try CatalogRequest(path).target()
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("An address that is too long for servers is refused")
  func length() {
    let long = CatalogRequest("/v1/x?y=" + String(repeating: "a", count: 9_000))
    #expect(throws: CatalogError.self) { try long.target() }
  }

  @Test("By default, only personal paths get the user's token")
  func userToken() async throws {
    let bench = try ClientBench(userTokens: TurningUserTokens(["me"])) { _ in .list([]) }
    for path in ["/v1/me/library/songs", "/v1/me?x=1", "/v1/meadow", "/v1/catalog/us/songs/1"] {
      _ = try await bench.client.reply(to: CatalogRequest(path))
    }
    _ = try await bench.client.reply(to: CatalogRequest("/v1/catalog/us", isPersonal: true))
    #expect(bench.field("Music-User-Token") == ["me", "me", nil, nil, "me"])
  }

  @Test("A storefront is two letters, in lowercase")
  func storefronts() throws {
    #expect(try RequestChecks.storefront("JP") == "jp")
    for code in ["", "u", "usa", "u1", "../", "ä", "üs", "ıs", "us/"] {
      #expect(throws: CatalogError.self) { try RequestChecks.storefront(code) }
    }
  }

  @Test("Lists are split by number and by length, each member once")
  func chunks() {
    let ids = (0..<601).map(String.init) + ["0", "5"]
    #expect(RequestChunks.of(ids, count: 300).map(\.count) == [300, 300, 1])
    let long = (0..<100).map { "\($0)-" + String(repeating: "é", count: 100) }
    let chunks = RequestChunks.of(long, count: 300)
    #expect(chunks.flatMap(\.self) == long)
    #expect(chunks.count > 10)
    #expect(RequestChunks.of([], count: 3).isEmpty)
  }
}
