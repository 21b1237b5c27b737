import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitSpotify
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Token swap through the app's server", .tags(.pure))
struct SpotifyTokenSwapTests {
  private func swap(
    _ transport: StubTransport,
    _ base: String = "https://app.example/api"
  ) throws -> SpotifyTokenSwap {
    try SpotifyTokenSwap(
      swapURL: #require(URL(string: base + "/swap?app=1")),
      refreshURL: #require(URL(string: base + "/refresh")),
      transport: transport,
      clock: ManualClock()
    )
  }

  @Test("sends the forms of Spotify's SDKs, and no credential of the app")
  func sendsForms() async throws {
    let transport = AccountsFixture().transport
    let swap = try swap(transport)
    let first = try await swap.redeem(.init("a code/+", redirectURI: "myapp://c"))
    #expect(first.accessToken == "access-1")
    _ = try await swap.redeem(.init("b", redirectURI: "myapp://c", verifier: "v"))
    _ = try await swap.refresh("refresh-0")
    let forms = transport.calls.map { String(decoding: $0.body ?? Data(), as: UTF8.self) }
    #expect(forms == ["code=a+code%2F%2B", "code=b&code_verifier=v", "refresh_token=refresh-0"])
    let paths = transport.calls.compactMap(\.request.path)
    #expect(paths == ["/api/swap?app=1", "/api/swap?app=1", "/api/refresh"])
    #expect(transport.calls.allSatisfy { $0.request.method == .post })
    #expect(transport.calls.allSatisfy { $0.request.headerFields[.authorization] == nil })
  }

  @Test(
    "uses https, or this machine",
    arguments: [
      ("https://app.example", true), ("http://127.0.0.1:8080", true), ("http://[::1]:1", true),
      ("http://localhost:8080", true), ("http://app.example", false), ("ftp://a.example", false),
      ("http://localhost.example", false), ("https://me:pw@app.example", false),
    ]
  )
  func choosesAddress(base: String, isAccepted: Bool) async {
    let code = await codeThrown { _ = try swap(AccountsFixture().transport, base) }
    #expect(code == (isAccepted ? nil : .invalidArgument))
  }

  @Test("shows no text that the server returns")
  func hidesQuotes() async throws {
    let body = #"{"error":"invalid_grant","error_description":"unknown: secret-refresh"}"#
    let swap = try swap(StubTransport { _ in .text(body, status: .badRequest) })
    let error = await #expect(throws: CatalogError.self) {
      try await swap.refresh("secret-refresh")
    }
    #expect(error?.code == .signInRequired)
    #expect(error.map { everythingShown(of: $0) }?.contains("secret") == false)
    #expect(!everythingShown(of: swap).contains("app.example"))
  }

  @Test("redeems a code with its proof key, and with the app's secret on the server")
  func redeemsBySecret() async throws {
    let transport = AccountsFixture().transport
    let exchange = try SpotifyClientSecret(
      clientID: "app-id",
      clientSecret: "app-secret",
      transport: transport
    )
    _ = try await exchange.redeem(.init("c", redirectURI: "myapp://c"))
    _ = try await exchange.redeem(.init("d", redirectURI: "myapp://c", verifier: "v"))
    _ = try await exchange.refresh("refresh-0")
    let basic = "Basic " + Data("app-id:app-secret".utf8).base64EncodedString()
    #expect(transport.calls.allSatisfy { $0.request.headerFields[.authorization] == basic })
    #expect(
      transport.calls.map(AccountsFixture.form) == [
        ["grant_type": "authorization_code", "code": "c", "redirect_uri": "myapp://c"],
        [
          "grant_type": "authorization_code", "code": "d", "redirect_uri": "myapp://c",
          "code_verifier": "v",
        ],
        ["grant_type": "refresh_token", "refresh_token": "refresh-0"],
      ]
    )
    #expect(!everythingShown(of: exchange).contains("app-secret"))
  }

  @Test("needs a proof key if the app has no secret")
  func needsProof() async throws {
    let exchange = try SpotifyPKCE(clientID: "app-id", transport: AccountsFixture().transport)
    let code = await codeThrown { _ = try await exchange.redeem(.init("c", redirectURI: "a:b")) }
    #expect(code == .invalidArgument)
  }

  @Test("reads and writes complete answers")
  func roundTrips() throws {
    for text in [
      #"{"access_token":"a","expires_in":3600,"refresh_token":"r","scope":"x y","token_type":"B"}"#,
      #"{"access_token":"a"}"#,
    ] {
      let answer = try JSONDecoder().decode(Spotify.TokenAnswer.self, from: Data(text.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == text)
    }
  }
}
