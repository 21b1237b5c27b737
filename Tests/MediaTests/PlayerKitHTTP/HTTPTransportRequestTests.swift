import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import PlayerKitHTTP

@Suite("The URL of a request", .tags(.pure))
struct HTTPTransportRequestTests {
  @Test(
    "is kept, and has a path",
    arguments: [
      ("http://a.example/b?c=d%20e", "http://a.example/b?c=d%20e"),
      ("https://u:p@a.example:81/../x", "https://u:p@a.example:81/../x"),
      ("http://[::1]:80/", "http://[::1]:80/"), ("http://a.example/b#c", "http://a.example/b#c"),
      ("http://a.example", "http://a.example/"), ("http://a.example?q", "http://a.example/?q"),
      ("file:///etc/passwd", "file:///etc/passwd"), ("mailto:a@b.example", nil),
    ] as [(String, String?)]
  )
  func kept(text: String, expected: String?) throws {
    let request = HTTPTransportRequest(to: try #require(URL(string: text)))
    #expect(request.url?.absoluteString == expected)
  }

  @Test(
    "does not exist if the path would extend the host",
    arguments: ["", "@b.example/", nil] as [String?]
  )
  func noPath(path: String?) {
    let request = HTTPTransportRequest(
      HTTPRequest(method: .get, scheme: "https", authority: "a.example", path: path)
    )
    #expect(request.url == nil)
  }

  @Test("contains the user, which becomes a header field")
  func user() throws {
    let url = try #require(URL(string: "https://a%40b:p%3Aq@a.example/"))
    #expect(url.basicAuthorization == "Basic YUBiOnA6cQ==")
    #expect(URL(string: "https://a.example/")?.basicAuthorization == nil)
  }

  @Test("is not shown with its secrets")
  func redacted() throws {
    let url = try #require(URL(string: "https://u:secret@a.example/b?token=secret"))
    let request = HTTPTransportRequest(to: url, fields: [.authorization: "secret"])
    #expect("\(request)".contains("a.example/b"))
    #expect(!"\(request) \(String(reflecting: request))".contains("secret"))
  }
}
