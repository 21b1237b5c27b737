import Foundation
import TestSupport
import Testing

@testable import PlayerKitAppleMusic
@testable import PlayerKitServices

@Suite("The request for the next page", .tags(.pure))
struct NextPageTests {
  private func target(next: String, first: String, limit: Int? = nil) throws -> String {
    try ClientBench(script: []).client.requester.target(next: next, first: first, limit: limit)
  }

  @Test("A limit that the next page lacks is restored")
  func limit() throws {
    let next = "/v1/catalog/us/albums/1/tracks?offset=2"
    let first = "/v1/catalog/us/albums/1/tracks?limit=2&include=artists&offset=0&l=ja"
    #expect(try target(next: next, first: first) == next + "&limit=2&include=artists&l=ja")
    #expect(
      try target(next: next, first: first, limit: 9) == next + "&limit=9&include=artists&l=ja"
    )
  }

  @Test("Parameters of the next page are kept")
  func present() throws {
    let next = "/v1/catalog/us/search?limit=5&offset=5&term=the+band&types=songs"
    let first = "/v1/catalog/us/search?term=the+band&types=songs,albums&limit=9&with=topResults"
    #expect(try target(next: next, first: first) == next)
  }

  @Test("The next page of a nested list gets the limit of that list, and nothing else")
  func nested() throws {
    let first = "/v1/catalog/us/artists/1?include=albums&limit%5Balbums%5D=7&limit=3"
    let next = "/v1/catalog/us/artists/1/albums?offset=7"
    #expect(try target(next: next, first: first) == next + "&limit=7")
    let other = "/v1/catalog/us/artists/1/genres?offset=7"
    #expect(try target(next: other, first: first) == other)
    #expect(try target(next: other, first: first + "&l=ja") == other + "&l=ja")
  }

  @Test("A next page without a query gets one")
  func noQuery() throws {
    #expect(try target(next: "/v1/a", first: "/v1/a?limit=1") == "/v1/a?limit=1")
    #expect(try target(next: "/v1/a?", first: "/v1/a?limit=1") == "/v1/a?limit=1")
  }
}
