import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Requests for OAuth tokens", .tags(.pure))
struct OAuthClientTests {
  private func swap(
    _ transport: StubTransport,
    _ base: String = "https://app.example/api"
  ) throws -> OAuthClient {
    let configuration = try OAuthConfiguration.example {
      $0.authentication = .ownServer
      $0.tokenURL = try #require(URL(string: base + "/swap?app=1"))
      $0.refreshURL = URL(string: base + "/refresh")
    }
    return try OAuthClient(configuration, transport: transport, clock: ManualClock())
  }

  @Test("send only the code or the refresh token to the app's own server")
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
    "use https, or this machine",
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

  @Test("show no text that the server returns")
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

  @Test("contain the app's secret as Basic, and the proof key")
  func redeemsBySecret() async throws {
    let transport = AccountsFixture().transport
    let exchange = try OAuthClient(.example(secret: "app-secret"), transport: transport)
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

  @Test("contain the app's secret in the form if the service asks for that, but not for the app")
  func redeemsByForm() async throws {
    let transport = AccountsFixture().transport
    let configuration = try OAuthConfiguration.example(secret: "app-secret") {
      $0.authentication = .form
    }
    let client = try OAuthClient(configuration, transport: transport)
    _ = try await client.redeem(.init("c", redirectURI: "myapp://c", verifier: "v"))
    _ = try await client.refresh("refresh-0")
    _ = try await client.appToken()
    let app = ["client_id": "app-id", "client_secret": "app-secret"]
    #expect(
      transport.calls.map(AccountsFixture.form) == [
        app.merging([
          "grant_type": "authorization_code", "code": "c", "redirect_uri": "myapp://c",
          "code_verifier": "v",
        ]) { $1 },
        app.merging(["grant_type": "refresh_token", "refresh_token": "refresh-0"]) { $1 },
        ["grant_type": "client_credentials"],
      ]
    )
    let basic = transport.calls.map { $0.request.headerFields[.authorization] != nil }
    #expect(basic == [false, false, true])
  }

  @Test("need a proof key if the app has no secret")
  func needsProof() async throws {
    let exchange = try OAuthClient(.example(), transport: AccountsFixture().transport)
    let code = await codeThrown { _ = try await exchange.redeem(.init("c", redirectURI: "a:b")) }
    #expect(code == .invalidArgument)
  }

  @Test("have answers that are read and written completely")
  func roundTrips() throws {
    for text in [
      #"{"access_token":"a","expires_in":3600,"refresh_token":"r","scope":"x y","token_type":"B"}"#,
      #"{"access_token":"a"}"#,
    ] {
      let answer = try JSONDecoder().decode(OAuthAnswer.self, from: Data(text.utf8))
      let encoder = JSONEncoder()
      encoder.outputFormatting = .sortedKeys
      #expect(String(decoding: try encoder.encode(answer), as: UTF8.self) == text)
    }
  }
}
