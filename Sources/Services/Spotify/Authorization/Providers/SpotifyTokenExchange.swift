import MusicCatalog

/// Redeems codes and refresh tokens: at the accounts service, or through an app's own server.
///
/// Answers what the service answered. ``SpotifyUserTokenProvider`` calls one method at a time.
public protocol SpotifyTokenExchange: Sendable {
  /// The tokens of a new sign-in.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/signInRequired`` where the code is not accepted.
  func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer

  /// The next access token, and the next refresh token where there is one.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/signInRequired`` where the refresh token has
  ///   ended, was revoked, or has been replaced by another.
  func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer
}
