import Foundation
import PlayerKitAppleMusic
import PlayerKitServices
import PlayerKitSpotify
import PlayerKitSystem
import TestSupport
import Testing

@testable import token_swap

@Suite("The server for token swap", .tags(.local))
struct TokenSwapTests {
  /// An accounts service that knows one app and one code, and rotates refresh tokens.
  private final class Accounts: Sendable {
    let forms = Locked<[String]>([])
    private let refreshTokens = Locked(0)

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Reply {
      guard request.method == "POST", request.target == "/prefix/api/token" else {
        return .status(404)
      }
      let form = String(decoding: request.body, as: UTF8.self)
      forms.withLock { $0.append(form) }
      let basic = "Basic " + Data("app-id:app-secret".utf8).base64EncodedString()
      guard request.field("authorization") == basic else {
        return response(400, #"{"error":"invalid_client"}"#)
      }
      let number = refreshTokens.withLock { $0 }
      guard
        form.contains("code=good&redirect_uri=myapp%3A%2F%2Fcallback")
          || form.contains("refresh_token=refresh-\(number)")
      else {
        return response(400, #"{"error":"invalid_grant"}"#)
      }
      refreshTokens.withLock { $0 = number + 1 }
      return response(
        200,
        #"{"access_token":"access-\#(number + 1)","token_type":"Bearer","expires_in":1,"#
          + #""refresh_token":"refresh-\#(number + 1)"}"#
      )
    }

    private func response(_ status: Int, _ body: String) -> LoopbackServer.Reply {
      .init(status: status, headers: ["Content-Type": "application/json"], body: Data(body.utf8))
    }
  }

  private func serving(
    secret: String = "app-secret",
    _ body: (TokenSwapServer, Accounts) async throws -> Void
  ) async throws {
    let accounts = Accounts()
    let server = try LoopbackServer { accounts.answer($0) }
    defer { server.stop() }
    let swap = try await TokenSwapServer.start(
      client: OAuthClient(
        .spotify(
          clientID: "app-id",
          clientSecret: secret,
          accounts: server.url("/prefix")
        ),
        transport: NetworkTransport()
      ),
      redirectURI: "myapp://callback"
    )
    let result = await Result { try await body(swap, accounts) }
    await swap.stop()
    try result.get()
  }

  private func configuration(_ server: TokenSwapServer) -> OAuthConfiguration {
    .spotify(clientID: "app-id", swapURL: server.swapURL, refreshURL: server.refreshURL)
  }

  private func client(_ server: TokenSwapServer) throws -> OAuthClient {
    try OAuthClient(configuration(server), transport: NetworkTransport())
  }

  @Test("signs an app's user in, and refreshes")
  func swaps() async throws {
    try await serving { server, accounts in
      #expect(server.swapURL.host() == "127.0.0.1")
      let provider = try OAuthSession(configuration(server), transport: NetworkTransport())
      try await provider.signIn(
        with: OAuthCode("good", redirectURI: "myapp://callback", verifier: "v")
      )
      // A token that lives for a second is due for a refresh as soon as it is refused.
      await provider.refused(OAuthAccessToken("access-1"))
      #expect(try await provider.accessToken().secret == "access-2")
      #expect(try await provider.tokens()?.refreshToken == "refresh-2")
      let forms = accounts.forms.withLock { $0 }
      #expect(forms.first?.contains("code_verifier=v") == true)
      #expect(forms.last == "grant_type=refresh_token&refresh_token=refresh-1")
    }
  }

  @Test("reports an invalid code or refresh token, so that the app asks its user")
  func refuses() async throws {
    try await serving { server, _ in
      let swap = try client(server)
      for attempt in [
        { _ = try await swap.redeem(.init("bad", redirectURI: "myapp://callback")) },
        { _ = try await swap.refresh("rotated-away") },
      ] as [() async throws -> Void] {
        let error = await #expect(throws: CatalogError.self) { try await attempt() }
        #expect(error?.code == .signInRequired)
      }
    }
  }

  @Test("reveals nothing about mistakes in its own settings")
  func hidesSettings() async throws {
    try await serving(secret: "wrong-secret") { server, _ in
      let error = await #expect(throws: CatalogError.self) {
        _ = try await client(server).redeem(.init("good", redirectURI: "myapp://callback"))
      }
      #expect(error?.httpStatus == 502)
      #expect(error?.details.map(\.code) == ["temporarily_unavailable"])
    }
  }
}

extension Result where Failure == any Error {
  fileprivate init(_ body: () async throws -> Success) async {
    do {
      self = .success(try await body())
    } catch {
      self = .failure(error)
    }
  }
}
