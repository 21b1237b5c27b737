import Foundation
import HTTPTypes
import Testing

@testable import MusicCatalog

@Suite("The rule of redirects")
struct RedirectRuleTests {
  private func next(
    from url: String,
    to location: String,
    method: HTTPRequest.Method = .get,
    status: Int = 302,
    body: String? = nil
  ) throws -> HTTPCall? {
    let url = try #require(URL(string: url))
    let fields: HTTPFields = [.authorization: "Bearer hush", .accept: "a/b"]
    let empty = HTTPRequest(method: method, scheme: nil, authority: nil, path: nil)
    var request = try #require(RequestURL.request(empty, at: url))
    request.headerFields = fields
    return try RedirectRule.next(
      HTTPCall(request, body: body.map { Data($0.utf8) }),
      at: url,
      after: HTTPResponse(status: .init(code: status), headerFields: [.location: location])
    )
  }

  @Test("https never leads to http")
  func downgrade() throws {
    #expect(throws: CatalogError.self) { try next(from: "https://a.test/", to: "http://a.test/") }
    let up = try next(from: "http://a.test/x", to: "https://a.test/y")
    #expect(up?.request.scheme == "https")
    // Another scheme is another origin.
    #expect(up?.request.headerFields[.authorization] == nil)
  }

  @Test("The default port, written or not, is one origin; a host's case does not matter")
  func ports() throws {
    let followed = try next(from: "https://a.test/x", to: "https://A.test:443/y")
    #expect(followed?.request.headerFields[.authorization] == "Bearer hush")
    let relative = try next(from: "https://a.test/x", to: "//b.test/y")
    #expect(relative?.request.authority == "b.test")
    #expect(relative?.request.headerFields[.authorization] == nil)
    #expect(relative?.request.headerFields[.accept] == "a/b")
  }

  @Test("A body goes to no other origin")
  func body() throws {
    #expect(throws: CatalogError.self) {
      try next(
        from: "https://a.test/",
        to: "https://b.test/",
        method: .post,
        status: 307,
        body: "x"
      )
    }
    let followed = try next(
      from: "https://a.test/",
      to: "https://b.test/",
      method: .post,
      status: 302,
      body: "x"
    )
    #expect(followed?.request.method == .get)
    #expect(followed?.body == nil)
  }

  @Test("Other statuses lead nowhere", arguments: [200, 300, 304, 305, 404])
  func statuses(status: Int) throws {
    #expect(try next(from: "http://a.test/", to: "/b", status: status) == nil)
  }
}
