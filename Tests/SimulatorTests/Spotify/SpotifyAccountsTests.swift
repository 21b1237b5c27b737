import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify's accounts", .tags(.local))
struct SpotifyAccountsTests {
  private static let verifier = String(repeating: "verifier-0123.", count: 4)
  /// The SHA-256 of the verifier, computed elsewhere.
  private static let challenge = "58wPPR8CA6XHxBOw2jJ9RmnvvKtgNuWCf_Mmp4H0O6s"
  private static let login =
    "client_id=client&response_type=code&redirect_uri=http%3A%2F%2F127.0.0.1%3A8888%2Fcb"
    + "&scope=user-read-private%20streaming&state=a%2Fb&code_challenge_method=S256&code_challenge="
    + challenge
  private static let exchange =
    "grant_type=authorization_code&redirect_uri=http%3A%2F%2F127.0.0.1%3A8888%2Fcb&client_id=client"

  private func code(_ harness: SpotifyHarness) async throws -> String {
    let location = try #require(await harness.authorize(Self.login).location)
    let items = try #require(URLComponents(string: location)?.queryItems)
    return try #require(items.first { $0.name == "code" }?.value)
  }

  private func tokens(_ harness: SpotifyHarness) async throws -> Reply {
    let code = try await code(harness)
    return await harness.token("\(Self.exchange)&code=\(code)&code_verifier=\(Self.verifier)")
  }

  @Test("A login agrees automatically and redirects with code and state")
  func consent() async throws {
    let answer = await SpotifyHarness().authorize(Self.login)
    #expect(answer.status == 302)
    let location = try #require(answer.location)
    #expect(location.hasPrefix("http://127.0.0.1:8888/cb?code="))
    #expect(location.hasSuffix("&state=a%2Fb"))
  }

  @Test("A refusal by the user is reported")
  func denial() async throws {
    let switched = await SpotifyHarness { $0.consents = false }.authorize(Self.login)
    #expect(switched.location == "http://127.0.0.1:8888/cb?error=access_denied&state=a%2Fb")
    let asked = await SpotifyHarness().authorize(Self.login + "&simulate=access_denied")
    #expect(asked.location == switched.location)
  }

  @Test(
    "A login redirects only to allowed addresses",
    arguments: [
      ("http://127.0.0.1:9/cb", nil), ("http://[::1]:9/cb", nil), ("https://example.com/cb", nil),
      ("myapp://callback", nil),
      ("http://localhost:9/cb", "INVALID_CLIENT: Insecure redirect URI"),
      ("http://example.com/cb", "INVALID_CLIENT: Insecure redirect URI"),
      ("javascript:alert(1)", "INVALID_CLIENT: Insecure redirect URI"),
      ("callback", "INVALID_CLIENT: Invalid redirect URI"),
      ("https://example.com/#a", "INVALID_CLIENT: Invalid redirect URI"),
    ]
  )
  func redirects(uri: String, objection: String?) async throws {
    let escaped = try #require(uri.addingPercentEncoding(withAllowedCharacters: .alphanumerics))
    let answer = await SpotifyHarness().authorize(
      "client_id=client&response_type=code&redirect_uri=\(escaped)"
    )
    #expect(answer.status == (objection == nil ? 302 : 400))
    #expect(answer.page == objection ?? "")
  }

  @Test("An unknown app, the implicit grant and a plain challenge are refused")
  func badLogins() async {
    let harness = SpotifyHarness()
    let unknown = await harness.authorize("client_id=x&redirect_uri=https%3A%2F%2Fa.b")
    #expect(unknown.page == "INVALID_CLIENT: Invalid client")
    let start = "client_id=client&redirect_uri=https%3A%2F%2Fa.b"
    let implicit = await harness.authorize(start + "&response_type=token")
    #expect(implicit.location == "https://a.b?error=unsupported_response_type")
    let plain = await harness.authorize(start + "&response_type=code&code_challenge=abc")
    #expect(plain.location == "https://a.b?error=invalid_request")
  }

  @Test("A code with its verifier returns tokens with the requested scopes")
  func exchange() async throws {
    let reply = try await tokens(SpotifyHarness())
    #expect(reply.status == 200)
    #expect(reply.text("token_type") == "Bearer")
    #expect(reply.at("expires_in") as? Int == 3600)
    #expect(reply.text("scope") == "streaming user-read-private")
    #expect(reply.text("refresh_token") != nil)
  }

  @Test("A code is valid once, for ten minutes, with the same address and its verifier")
  func codes() async throws {
    let harness = SpotifyHarness()
    let good = "&code_verifier=\(Self.verifier)"
    let once = try await code(harness)
    #expect(await harness.token("\(Self.exchange)&code=\(once)\(good)").status == 200)
    let twice = await harness.token("\(Self.exchange)&code=\(once)\(good)")
    #expect(twice.status == 400)
    #expect(twice.text("error") == "invalid_grant")
    let wrong = try await code(harness)
    let other = String(repeating: "x", count: 50)
    let refused = await harness.token("\(Self.exchange)&code=\(wrong)&code_verifier=\(other)")
    #expect(refused.text("error_description") == "code_verifier was incorrect")
    let moved = try await code(harness)
    let elsewhere = Self.exchange.replacing("8888", with: "8889")
    let away = await harness.token("\(elsewhere)&code=\(moved)\(good)")
    #expect(away.text("error_description") == "Invalid redirect URI")
    let late = try await code(harness)
    harness.now += 601
    #expect(await harness.token("\(Self.exchange)&code=\(late)\(good)").status == 400)
  }

  @Test("A refresh returns a new token, and the old one becomes invalid")
  func rotation() async throws {
    let harness = SpotifyHarness()
    let first = try #require(try await tokens(harness).text("refresh_token"))
    let form = "grant_type=refresh_token&client_id=client&refresh_token="
    let second = await harness.token(form + first)
    let next = try #require(second.text("refresh_token"))
    #expect(next != first)
    let old = await harness.token(form + first)
    #expect(old.status == 400)
    #expect(old.text("error") == "invalid_grant")
    #expect(old.text("error_description") == "Refresh token revoked")
    #expect(await harness.token(form + next).status == 200)
  }

  @Test("A refresh token expires six months after the login, even if it was refreshed")
  func sixMonths() async throws {
    let harness = SpotifyHarness()
    let form = "grant_type=refresh_token&client_id=client&refresh_token="
    var token = try #require(try await tokens(harness).text("refresh_token"))
    harness.now += 150 * 86_400
    token = try #require(await harness.token(form + token).text("refresh_token"))
    harness.now += 40 * 86_400
    let end = await harness.token(form + token)
    #expect(end.text("error_description") == "Refresh token revoked")
  }

  @Test("A refresh with the secret returns no new refresh token, and the old one stays valid")
  func secretFlow() async throws {
    let harness = SpotifyHarness()
    let login = "client_id=client&response_type=code&redirect_uri=https%3A%2F%2Fa.b%2Fc"
    let location = try #require(await harness.authorize(login).location)
    let code = try #require(URLComponents(string: location)?.queryItems?.first?.value)
    let form = "grant_type=authorization_code&redirect_uri=https%3A%2F%2Fa.b%2Fc&code=\(code)"
    let tokens = await harness.token(form, basic: "client:secret")
    let refresh = try #require(tokens.text("refresh_token"))
    for _ in 0..<2 {
      let again = await harness.token(
        "grant_type=refresh_token&refresh_token=\(refresh)",
        basic: "client:secret"
      )
      #expect(again.status == 200)
      #expect(again.at("refresh_token") == nil)
    }
    let bare = await harness.token(
      "grant_type=refresh_token&client_id=client&refresh_token=\(refresh)"
    )
    #expect(bare.text("error") == "invalid_client")
  }

  @Test("Client credentials return an app token, without scope or refresh token")
  func clientCredentials() async {
    let harness = SpotifyHarness()
    let reply = await harness.token("grant_type=client_credentials", basic: "client:secret")
    #expect(reply.status == 200)
    #expect(Set(reply.json.keys) == ["access_token", "token_type", "expires_in"])
    let bad = await harness.token("grant_type=client_credentials", basic: "client:other")
    #expect(bad.status == 400)
    #expect(bad.text("error") == "invalid_client")
    #expect(await harness.token("grant_type=client_credentials").text("error") == "invalid_client")
    #expect(await harness.token("grant_type=password").text("error") == "unsupported_grant_type")
  }

  @Test("An access token ends after an hour")
  func expiry() async throws {
    let harness = SpotifyHarness()
    let token = try #require(try await tokens(harness).text("access_token"))
    let headers = ["authorization": "Bearer \(token)"]
    harness.now += 3599
    #expect(await harness.send("/v1/me", headers: headers).status == 200)
    harness.now += 1
    let expired = await harness.send("/v1/me", headers: headers)
    #expect(expired.status == 401)
    #expect(expired.message == "The access token expired")
  }

  @Test("Missing, malformed, unknown and app tokens are refused at the user's paths")
  func admission() async {
    let harness = SpotifyHarness()
    let none = await harness.send("/v1/me")
    #expect(none.status == 401)
    #expect(none.message == "No token provided")
    let basic = await harness.send("/v1/me", headers: ["authorization": "Basic abc"])
    #expect(basic.status == 400)
    #expect(basic.message == "Only valid bearer authentication supported")
    let unknown = await harness.send("/v1/me", headers: ["authorization": "Bearer abc"])
    #expect(unknown.status == 401)
    #expect(unknown.message == "Invalid access token")
    #expect(await harness.get("/v1/me").status == 401)
    #expect(await harness.get("/v1/me/player").status == 401)
  }

  @Test("A missing scope is reported")
  func scopes() async {
    let reply = await SpotifyHarness().me("/v1/me/tracks", scopes: ["streaming"])
    #expect(reply.status == 403)
    #expect(reply.message == "Insufficient client scope")
  }
}
