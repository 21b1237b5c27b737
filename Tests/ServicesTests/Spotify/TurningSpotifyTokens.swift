import PlayerKitSpotify
import TestSupport

typealias TurningSpotifyTokens = Turning<SpotifyAccessToken>

extension Turning: SpotifyTokenProvider where Token == SpotifyAccessToken {
  convenience init(_ names: [String] = ["one"]) {
    self.init(tokens: names.map { SpotifyAccessToken($0) })
  }

  package func accessToken() async throws -> SpotifyAccessToken { try await token() }
}
