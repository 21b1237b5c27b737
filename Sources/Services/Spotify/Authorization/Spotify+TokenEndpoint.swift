import Foundation
import PlayerKitServices

extension Spotify.TokenAnswer: IssuedTokens {}

extension TokenEndpoint {
  /// Requests the tokens of a new sign-in. `clientID` is the app's id, for an app without a secret.
  func redeem(
    _ code: SpotifyAuthorizationCode,
    clientID: String? = nil
  ) async throws -> Spotify.TokenAnswer {
    try await tokens(for: [
      "grant_type": "authorization_code", "code": code.secret, "redirect_uri": code.redirectURI,
      "client_id": clientID, "code_verifier": code.verifier,
    ])
  }

  /// Requests the next tokens.
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

  /// The token endpoint of an accounts service. A path is kept as a prefix.
  var tokens: URL { appending(path: "api/token") }
}
