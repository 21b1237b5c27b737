import Foundation
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitServices

@Suite("A request for a user's consent by OAuth", .tags(.pure))
struct OAuthSignInTests {
  private func request(
    redirectURI: String = "myapp://callback",
    _ change: (inout OAuthConfiguration) throws -> Void = { _ in }
  ) throws -> OAuthSignIn {
    let configuration = try OAuthConfiguration.example {
      $0.scopes = ["user-library-read", "streaming"]
      $0.pageParameters = ["show_dialog": "true"]
      try change(&$0)
    }
    return try OAuthSignIn(configuration, redirectURI: redirectURI)
  }

  private func fields(of url: URL) -> [String: String] {
    let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
    return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $0 + $1 }
  }

  /// The code of an answer to a request.
  private func code(of request: OAuthSignIn) throws -> OAuthCode {
    let state = try #require(fields(of: request.url)["state"])
    let text = "\(request.redirectURI)?code=abc&state=\(state)"
    return try request.answer(from: try #require(URL(string: text)))
  }

  @Test("hashes the verifier as RFC 7636 does in its example")
  func hashesVerifier() {
    let challenge = SignInSecrets.challenge(of: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
    #expect(challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
  }

  @Test("has its own secrets, each of 43 characters of the alphabet")
  func makesSecrets() throws {
    let secrets = try (1...100).flatMap { _ in
      let request = try request()
      let state = try #require(fields(of: request.url)["state"])
      return [state, try #require(try code(of: request).verifier)]
    }
    #expect(Set(secrets).count == 200)
    for secret in secrets {
      #expect(secret.count == 43)
      #expect(Base64URL.decode(secret[...])?.count == 32)
    }
  }

  @Test("contains all parameters that the service requires")
  func makesURL() throws {
    let request = try request()
    let (url, verifier) = (request.url, try #require(try code(of: request).verifier))
    #expect(url.absoluteString.hasPrefix("https://accounts.example/authorize?"))
    #expect(url.absoluteString.contains("scope=streaming%20user-library-read"))
    var fields = fields(of: url)
    #expect(fields.removeValue(forKey: "state")?.count == 43)
    #expect(
      fields == [
        "client_id": "app-id", "response_type": "code", "redirect_uri": "myapp://callback",
        "scope": "streaming user-library-read", "code_challenge_method": "S256",
        "code_challenge": SignInSecrets.challenge(of: verifier), "show_dialog": "true",
      ]
    )
    #expect(!url.absoluteString.contains(verifier))
  }

  @Test("keeps the query of the page's address")
  func keepsQuery() throws {
    let url = try request {
      $0.authorizationURL = try #require(URL(string: "https://accounts.example/login?app=1"))
    }.url
    #expect(url.absoluteString.hasPrefix("https://accounts.example/login?app=1&client_id=app-id&"))
  }

  @Test("has no challenge without a proof key")
  func makesURLWithoutProof() throws {
    let request = try request { $0.usesProofKey = false }
    #expect(!request.url.absoluteString.contains("challenge"))
    #expect(try code(of: request).verifier == nil)
  }

  @Test(
    "uses no redirect that the service refuses",
    arguments: [
      "http://localhost:8080/callback", "http://127.0.0.1.example/", "http://a.example/",
      "https://localhost/", "callback", "", "javascript:alert(1)", "https:///x",
      "http://127.0.0.1/callback?x=1", "https://a.example/#x", "https://me@a.example/",
    ]
  )
  func refusesRedirect(text: String) {
    #expect(throws: CatalogError.self) { _ = try request(redirectURI: text) }
  }

  @Test(
    "redirects to https, to this machine by its IP address, or to the app's own scheme",
    arguments: [
      "https://a.example/callback", "http://127.0.0.1:8080/callback", "http://[::1]:9/c",
      "myapp://callback", "com.example.app:/callback",
    ]
  )
  func acceptsRedirect(text: String) throws {
    let request = try request(redirectURI: text)
    let state = try #require(fields(of: request.url)["state"])
    let callback = try #require(URL(string: "\(text)?code=abc&state=\(state)"))
    #expect(request.isAnswered(by: callback))
    let code = try request.answer(from: callback)
    #expect(code.secret == "abc")
    #expect(code.redirectURI == text)
    #expect(code.verifier?.count == 43)
  }

  /// As long as a right one.
  private static let otherState = String(repeating: "A", count: 43)

  static let bad: [(String, CatalogError.Code)] = [
    ("myapp://callback", .stateMismatch),
    ("myapp://callback?code=secret-code", .stateMismatch),
    ("myapp://callback?code=secret-code&state=", .stateMismatch),
    ("myapp://callback?code=secret-code&state=wrong", .stateMismatch),
    ("myapp://callback?code=secret-code&state=\(otherState)", .stateMismatch),
    ("myapp://callback?code=secret-code&state=STATEx", .stateMismatch),
    ("myapp://callback?code=secret-code&state=STATE&state=STATE", .stateMismatch),
    ("myapp://callback?error=access_denied", .stateMismatch),
    ("myapp://callback?code=secret-code#state=STATE", .stateMismatch),
    ("other://callback?code=secret-code&state=STATE", .stateMismatch),
    ("myapp://callback/more?code=secret-code&state=STATE", .stateMismatch),
    ("myapp://callback?error=access_denied&state=STATE", .accessDenied),
    ("myapp://callback?error=access_denied&code=secret-code&state=STATE", .accessDenied),
    ("myapp://callback?error=secret%20code&state=STATE", .badRequest),
    ("myapp://callback?error=server_error&state=STATE", .badRequest),
    ("myapp://callback?state=STATE", .malformedReply),
    ("myapp://callback?code=&state=STATE", .malformedReply),
    ("myapp://callback?code=secret-code&code=b&state=STATE", .malformedReply),
  ]

  @Test("accepts only its own answer, and shows no part of one", arguments: bad)
  func refusesCallback(text: String, code: CatalogError.Code) throws {
    let request = try request()
    let state = try #require(fields(of: request.url)["state"])
    let url = try #require(URL(string: text.replacing("STATE", with: state)))
    let error = #expect(throws: CatalogError.self) { _ = try request.answer(from: url) }
    #expect(error?.code == code)
    let shown = error.map { everythingShown(of: $0) } ?? ""
    #expect(!shown.contains("secret") && !shown.contains(state))
  }

  @Test("compares states of every length")
  func comparesStates() {
    #expect(SignInSecrets.areEqual("abc", "abc"))
    #expect(!SignInSecrets.areEqual("abc", "abd"))
    #expect(!SignInSecrets.areEqual("abc", "ab"))
    #expect(!SignInSecrets.areEqual("", "a"))
  }

  @Test("shows no secret in any description")
  func showsNothing() throws {
    let request = try request()
    let state = try #require(fields(of: request.url)["state"])
    let verifier = try #require(try code(of: request).verifier)
    let answer = try JSONDecoder().decode(
      OAuthAnswer.self,
      from: Data(#"{"access_token":"secret-token"}"#.utf8)
    )
    let code = OAuthCode("secret-code", redirectURI: "a:b", verifier: "secret-v")
    let shown = [
      everythingShown(of: request), everythingShown(of: code),
      everythingShown(of: OAuthAccessToken("secret-token")),
      everythingShown(of: OAuthToken.ending(at: 0, refresh: "secret-refresh")),
      everythingShown(of: answer),
      everythingShown(of: try OAuthConfiguration.example(secret: "secret-app")),
    ].joined()
    #expect(!shown.contains("secret-") && !shown.contains("access-0"))
    #expect(!shown.contains(state) && !shown.contains(verifier))
  }
}
