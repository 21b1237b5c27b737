import Foundation
import PlayerKitServices

extension Spotify.TokenAnswer: IssuedTokens {}

extension TokenEndpoint {
  /// The tokens of a new sign-in. `clientID`: the app's id, where no secret stands for it.
  func redeem(
    _ code: SpotifyAuthorizationCode,
    clientID: String? = nil
  ) async throws -> Spotify.TokenAnswer {
    try await tokens(for: [
      "grant_type": "authorization_code", "code": code.secret, "redirect_uri": code.redirectURI,
      "client_id": clientID, "code_verifier": code.verifier,
    ])
  }

  /// The next tokens.
  func refresh(_ token: String, clientID: String? = nil) async throws -> Spotify.TokenAnswer {
    try await tokens(for: [
      "grant_type": "refresh_token", "refresh_token": token, "client_id": clientID,
    ])
  }
}

extension URL {
  /// Spotify's accounts service.
  public static var spotifyAccounts: URL {
    URL(string: "https://accounts.spotify.com") ?? URL(filePath: "/")
  }

  /// Where such a service gives tokens; a path is a prefix.
  var tokens: URL { appending(path: "api/token") }
}
