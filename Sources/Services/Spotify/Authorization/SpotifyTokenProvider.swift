import MusicCatalog

/// Gives the access tokens that requests to Spotify carry. Any thread; any number of calls at once.
public protocol SpotifyTokenProvider: Sendable {
  /// A token that is good now, renewed where need be.
  func accessToken() async throws -> SpotifyAccessToken

  /// Hears that the service refused `token` (HTTP 401), so that the next one is another. Told twice
  /// of the same token: no effect.
  func refused(_ token: SpotifyAccessToken) async
}

/// An access token. Its descriptions hold no secret.
public struct SpotifyAccessToken: Sendable, Hashable, Redacted {
  /// The token itself: for the `Authorization` header, and for nothing else.
  public let secret: String

  /// Makes a token of what the service, or an app's server, gave.
  public init(_ secret: String) {
    self.secret = secret
  }
}
