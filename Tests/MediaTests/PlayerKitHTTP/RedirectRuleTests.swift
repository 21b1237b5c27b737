import Foundation
import HTTPTypes
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("A redirect", .tags(.pure))
struct RedirectRuleTests {
  private func next(
    _ request: HTTPTransportRequest,
    _ location: String?,
    status: Int = 302,
    count: Int = 0
  ) throws(CatalogError) -> HTTPTransportRequest? {
    var answer = HTTPTransportResponse(
      status: status,
      fields: [:],
      url: request.url,
      reach: .publicAlone
    )
    answer.response.headerFields[.location] = location
    return try RedirectRule.next(request, after: answer, count: count)
  }

  private func get(_ url: String) throws -> HTTPTransportRequest {
    HTTPTransportRequest(
      to: try #require(URL(string: url)),
      fields: [.authorization: "a", .cookie: "b", .range: "bytes=0-1", .userAgent: "c"]
    )
  }

  @Test(
    "is relative to its origin",
    arguments: [
      ("/b", "http://a.example/b"), ("b?c", "http://a.example/x/b?c"),
      ("//b.example/c", "http://b.example/c"), ("https://a.example/", "https://a.example/"),
      ("?q", "http://a.example/x/y?q"), ("a b", "http://a.example/x/a%20b"),
      ("/r%20[s]", "http://a.example/r%20%5Bs%5D"),
    ]
  )
  func relative(location: String, target: String) throws {
    let next = try #require(try next(get("http://a.example/x/y"), location))
    #expect(next.url?.absoluteString == target)
    #expect(next.reach == .publicAlone)
  }

  @Test(
    "takes only harmless fields to another origin",
    arguments: [
      "http://b.example/", "https://a.example/", "http://a.example:81/",
      "http://a.example.b.example/",
    ]
  )
  func secrets(location: String) throws {
    let request = try #require(try next(get("http://a.example/"), location))
    #expect(request.fields.map(\.name) == [.range, .userAgent])
  }

  @Test("takes all fields to its own origin", arguments: ["/b", "http://A.example:80/b"])
  func sameOrigin(location: String) throws {
    #expect(try next(get("http://a.example/"), location)?.fields.count == 4)
  }

  @Test(
    "keeps the origin's user, and adopts none",
    arguments: [
      ("/b", "http://u:p@a.example/b"), ("http://v:q@a.example/b", "http://u:p@a.example/b"),
      ("http://v:q@b.example/", "http://b.example/"),
    ]
  )
  func users(location: String, target: String) throws {
    #expect(try next(get("http://u:p@a.example/"), location)?.url?.absoluteString == target)
  }

  @Test(
    "leads only to http and https",
    arguments: [
      "file:///etc/passwd", "ftp://a/", "data:audio/mpeg,abc", "http:///x", "javascript:1",
    ]
  )
  func blocked(location: String) {
    #expect(throws: CatalogError.blockedRedirect) { try next(get("http://a.example/"), location) }
  }

  @Test("does not lead from https to http")
  func downgrade() {
    #expect(throws: CatalogError.downgraded) {
      try next(get("https://a.example/"), "http://a.example/")
    }
  }

  @Test("fails after the maximum number")
  func bounded() throws {
    #expect(try next(get("http://a.example/"), "/", count: 9) != nil)
    #expect(throws: CatalogError.tooManyRedirects) {
      try next(get("http://a.example/"), "/", count: 10)
    }
  }

  @Test("takes no body to another origin, and becomes a GET as in browsers")
  func bodies() throws {
    let url = try #require(URL(string: "http://a.example/"))
    let fields: HTTPFields = [.contentType: "a/b"]
    let post = HTTPTransportRequest(to: url, method: .post, fields: fields, body: Data([1]))
    #expect(throws: CatalogError.bodyRedirected) {
      try next(post, "http://b.example/", status: 307)
    }
    for status in [301, 302, 303] {
      let next = try #require(try next(post, "/b", status: status))
      #expect(next.method == .get && next.body == nil && next.fields[.contentType] == nil)
    }
    #expect(try next(post, "/b", status: 308)?.method == .post)
  }

  @Test("requires its status and a location", arguments: [200, 206, 300, 304, 404])
  func ends(status: Int) throws {
    #expect(try next(get("http://a.example/"), "/b", status: status) == nil)
    #expect(try next(get("http://a.example/"), nil) == nil)
  }
}
