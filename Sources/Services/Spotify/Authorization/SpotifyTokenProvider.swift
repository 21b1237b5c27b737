import Foundation
import PlayerKitServices

/// Provides the access tokens for requests to Spotify. May be used on any thread, any number of
/// times at once.
public protocol SpotifyTokenProvider: Sendable {
  /// Returns a valid token, renewed if necessary.
  func accessToken() async throws -> SpotifyAccessToken

  /// Reports that the service refused `token` (HTTP 401), so that the next one differs. Has no
  /// effect if the token was already reported.
  func refused(_ token: SpotifyAccessToken) async
}

/// An access token. Descriptions contain no secret.
public struct SpotifyAccessToken: Sendable, Hashable, Redacted {
  /// The token itself. Use it only for the `Authorization` header.
  public let secret: String

  /// Makes a token from the service or an app's server.
  public init(_ secret: String) {
    self.secret = secret
  }
}

/// An access token with its expiration. Equality ignores the expiration.
struct GrantedToken: RenewableToken {
  let access: SpotifyAccessToken
  let expiresAt: Date

  init(_ access: SpotifyAccessToken, expiresAt: Date) {
    self.access = access
    self.expiresAt = expiresAt
  }

  /// Makes a token that arrived at `date`. Its lifetime defaults to the usual hour.
  init(_ answer: Spotify.TokenAnswer, at date: Date) {
    self.init(SpotifyAccessToken(answer.accessToken), expiresAt: answer.end(from: date))
  }

  static func == (one: GrantedToken, other: GrantedToken) -> Bool { one.access == other.access }

  func hash(into hasher: inout Hasher) { hasher.combine(access) }

  var expiredError: CatalogError {
    CatalogError.spotify(
      .malformedReply,
      "The service sent an expired token. Check the clock of this machine."
    )
  }

  static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses each new token. Sign in again.",
      service: .spotify,
      httpStatus: 401
    )
  }
}

extension Spotify.TokenAnswer {
  /// Returns the expiration of an access token that arrived at `date`.
  func end(from date: Date) -> Date { date.addingTimeInterval(Double(expiresIn ?? 3600)) }
}

extension RenewalPace {
  /// A minute before expiration leaves time for a call in progress without wasting the token.
  static var spotify: Self {
    .init(leeway: .seconds(60), firstPause: .seconds(1), longestPause: .seconds(300))
  }
}
