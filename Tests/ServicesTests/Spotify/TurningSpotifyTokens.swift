import PlayerKitServices
import TestSupport

typealias TurningSpotifyTokens = Turning<OAuthAccessToken>

extension Turning: OAuthTokenProvider where Token == OAuthAccessToken {
  convenience init(_ names: [String] = ["one"]) {
    self.init(tokens: names.map { OAuthAccessToken($0) })
  }

  package func accessToken() async throws -> OAuthAccessToken { try await token() }
}
