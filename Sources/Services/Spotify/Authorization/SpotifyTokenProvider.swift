import Foundation
import PlayerKitServices

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

/// An access token with its end. Two are the same where the tokens are, whatever the end.
struct GrantedToken: RenewableToken {
  let access: SpotifyAccessToken
  let expiresAt: Date

  init(_ access: SpotifyAccessToken, expiresAt: Date) {
    self.access = access
    self.expiresAt = expiresAt
  }

  /// A token that came at `date`; where nothing is said of its life, the hour that all have.
  init(_ answer: Spotify.TokenAnswer, at date: Date) {
    self.init(SpotifyAccessToken(answer.accessToken), expiresAt: answer.end(from: date))
  }

  static func == (one: GrantedToken, other: GrantedToken) -> Bool { one.access == other.access }

  func hash(into hasher: inout Hasher) { hasher.combine(access) }

  var expiredError: CatalogError {
    CatalogError.spotify(.malformedReply, "A token came that has expired already")
  }

  static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses one token after the other",
      service: .spotify,
      httpStatus: 401
    )
  }
}

extension Spotify.TokenAnswer {
  /// When the access token ends that came at `date`.
  func end(from date: Date) -> Date { date.addingTimeInterval(Double(expiresIn ?? 3600)) }
}

extension RenewalPace {
  /// A minute before the end is early enough for a call under way, and late enough not to waste.
  static var spotify: Self {
    .init(leeway: .seconds(60), firstPause: .seconds(1), longestPause: .seconds(300))
  }
}
