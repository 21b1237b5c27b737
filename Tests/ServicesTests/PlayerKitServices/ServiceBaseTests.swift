import Foundation
import HTTPTypes
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("The base of a service", .tags(.pure))
struct ServiceBaseTests {
  @Test(
    "A base is http or https with a host",
    arguments: [
      "ftp://example.org", "file:///v1", "http://", "https:///v1", "example.org", "data:,x",
    ]
  )
  func unusableBase(_ text: String) throws {
    let url = try #require(URL(string: text))
    #expect(ServiceBase(url, of: CatalogService(rawValue: "invented")) == nil)
  }

  @Test("A prefix precedes every path, with and without a slash at its end")
  func prefix() throws {
    for text in ["http://127.0.0.1:8080/applemusic", "http://127.0.0.1:8080/applemusic//"] {
      let request = try base(text).request(.get, "/v1/test?l=ja")
      #expect(request.scheme == "http")
      #expect(request.authority == "127.0.0.1:8080")
      #expect(request.path == "/applemusic/v1/test?l=ja")
    }
    #expect(try base("https://api.music.apple.com").request(.get, "/v1/test").path == "/v1/test")
    #expect(try base("http://[::1]:9/x").request(.get, "/v1").authority == "[::1]:9")
  }

  @Test("A next page keeps its encoding exactly")
  func encodingOfNext() throws {
    let next = "/v1/catalog/us/search?offset=25&term=a+b%2Bc%26%C3%A9%2c&types=songs&x[y]=%zz"
    #expect(try base("http://h/p").target(next: next) == next)
  }

  @Test("Invalid characters of a next page are encoded, so that no line end passes")
  func strayBytes() throws {
    let target = try base("http://h").target(next: "/v1/a?term=caf\u{E9} b\r\nHost: x\"#part")
    #expect(target == "/v1/a?term=caf%C3%A9%20b%0D%0AHost:%20x%22")
  }

  @Test("An absolute next page is followed only at the base's scheme, host and port")
  func absoluteNext() throws {
    let base = try base("https://API.example.org/prefix")
    #expect(try base.target(next: "https://api.example.org/v1/a?b=%20") == "/v1/a?b=%20")
    #expect(try base.target(next: "https://api.example.org:443/prefix/v1/a") == "/v1/a")
    #expect(try base.target(next: "//api.example.org/v1/a") == "/v1/a")
    let elsewhere = [
      "https://evil.example/v1/a", "http://api.example.org/v1/a", "//evil.example/v1/a",
      "https://api.example.org:8443/v1/a", "https://api.example.org@evil.example/v1/a",
      "https://user@api.example.org/v1/a", "https://api.example.org.evil.example/v1/a",
      "https://api.example.org", "javascript:alert(1)", "v1/a", "?offset=2", "",
      "/\\evil.example/../x",
      "/v1/../../x", "/v1/%2E%2e/x", "/./v1", "///evil.example/v1",
    ]
    for next in elsewhere {
      let error = #expect(throws: CatalogError.self, "\(next)") { try base.target(next: next) }
      #expect(error?.code == .malformedReply)
    }
  }

  private func base(_ text: String) throws -> ServiceBase {
    try #require(
      URL(string: text).flatMap { ServiceBase($0, of: CatalogService(rawValue: "invented")) }
    )
  }
}
