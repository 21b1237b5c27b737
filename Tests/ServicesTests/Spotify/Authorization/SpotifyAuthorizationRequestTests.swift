#if Crypto
  import Foundation
  import PlayerKitTesting
  import TestSupport
  import Testing

  @testable import PlayerKitServices
  @testable import PlayerKitSpotify

  @Suite("A request for a Spotify user's consent", .tags(.pure))
  struct SpotifyAuthorizationRequestTests {
    private func request(
      redirectURI: String = "myapp://callback",
      proof: SpotifyProofKey? = SpotifyProofKey()
    ) throws -> SpotifyAuthorizationRequest {
      try SpotifyAuthorizationRequest(
        clientID: "app-id",
        redirectURI: redirectURI,
        scopes: [.streaming, .readLibrary],
        proof: proof,
        showsDialog: true
      )
    }

    private func fields(of url: URL) -> [String: String] {
      let items = URLComponents(url: url, resolvingAgainstBaseURL: true)?.queryItems ?? []
      return Dictionary(items.map { ($0.name, $0.value ?? "") }) { $0 + $1 }
    }

    @Test("hashes the verifier as RFC 7636 does in its example")
    func hashesVerifier() {
      let proof = SpotifyProofKey(verifier: "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk")
      #expect(proof.challenge == "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM")
    }

    @Test("has its own secrets, each of 43 characters of the alphabet")
    func makesSecrets() {
      let secrets = (1...100).map { _ in SpotifyProofKey().verifier }
      #expect(Set(secrets).count == 100)
      for secret in secrets {
        #expect(secret.count == 43)
        #expect(Base64URL.decode(secret[...])?.count == 32)
      }
    }

    @Test("contains all parameters that the service requires")
    func makesURL() throws {
      let proof = SpotifyProofKey()
      let url = try request(proof: proof).url
      #expect(url.absoluteString.hasPrefix("https://accounts.spotify.com/authorize?"))
      #expect(url.absoluteString.contains("scope=streaming%20user-library-read"))
      var fields = fields(of: url)
      #expect(fields.removeValue(forKey: "state")?.count == 43)
      #expect(
        fields == [
          "client_id": "app-id", "response_type": "code", "redirect_uri": "myapp://callback",
          "scope": "streaming user-library-read", "code_challenge_method": "S256",
          "code_challenge": proof.challenge, "show_dialog": "true",
        ]
      )
      #expect(!url.absoluteString.contains(proof.verifier))
    }

    @Test("has no challenge if the app's server redeems the code")
    func makesURLWithoutProof() throws {
      let url = try request(proof: nil).url
      #expect(!url.absoluteString.contains("challenge"))
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
      let proof = SpotifyProofKey()
      let request = try request(proof: proof)
      let state = try #require(fields(of: request.url)["state"])
      let code = SpotifyAuthorizationCode("secret-code", redirectURI: "a:b", verifier: "secret-v")
      let shown = [
        everythingShown(of: request), everythingShown(of: proof), everythingShown(of: code),
        everythingShown(of: SpotifyAccessToken("secret-token")),
        everythingShown(of: SpotifyTokens.ending(at: 0, refresh: "secret-refresh")),
        everythingShown(of: Spotify.TokenAnswer(accessToken: "secret-token")),
      ].joined()
      #expect(!shown.contains("secret-") && !shown.contains("access-0"))
      #expect(!shown.contains(state) && !shown.contains(proof.verifier))
    }
  }
#endif
