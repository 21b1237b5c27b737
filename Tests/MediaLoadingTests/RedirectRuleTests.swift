import Foundation
import PlayerKit
import Testing

@testable import MediaLoading

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where the loader follows a server. The catalogs' rule is the same.
struct RedirectRuleTests {
  private func follow(
    from: String,
    to: String,
    isOneTooMany: Bool = false
  ) throws -> Result<URLRequest, PlayerError> {
    let response = HTTPURLResponse(
      url: try #require(URL(string: from)),
      statusCode: 302,
      httpVersion: nil,
      headerFields: ["Location": to]
    )
    var request = URLRequest(url: try #require(URL(string: to)))
    request.setValue("secret", forHTTPHeaderField: "X-Key")
    request.setValue("secret", forHTTPHeaderField: "Authorization")
    return RedirectRule.follow(
      request,
      from: try #require(response),
      secrets: ["X-Key"],
      isOneTooMany: isOneTooMany
    )
  }

  @Test func `A server leads from http to https, and within each`() throws {
    for (from, to) in [("http", "https"), ("http", "http"), ("https", "https")] {
      #expect(throws: Never.self) {
        try follow(from: "\(from)://a.test/1", to: "\(to)://a.test/2").get()
      }
    }
  }

  @Test(arguments: ["http://a.test/2", "HTTP://b.test/2"])
  func `A server does not lead from https to http`(target: String) throws {
    let result = try follow(from: "https://a.test/1", to: target)
    #expect(throws: HTTPFailure.downgraded) { try result.get() }
  }

  @Test func `Secrets stay with their host`() throws {
    let own = try follow(from: "https://a.test/1", to: "https://a.test/2").get()
    #expect(own.value(forHTTPHeaderField: "X-Key") == "secret")
    let other = try follow(from: "https://a.test/1", to: "https://b.test/2").get()
    #expect(other.value(forHTTPHeaderField: "X-Key") == nil)
    #expect(other.value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func `It ends somewhere`() throws {
    let result = try follow(from: "http://a.test/1", to: "http://a.test/2", isOneTooMany: true)
    #expect(throws: HTTPFailure.tooManyRedirects) { try result.get() }
  }
}
