import Foundation
import PlayerKitServices

/// Gives the access tokens that requests to SoundCloud carry. Any thread; any number of calls at once.
public protocol SoundCloudTokenProvider: Sendable {
  /// A token that is good now, renewed where need be.
  func accessToken() async throws -> SoundCloudAccessToken

  /// Hears that the service refused `token` (HTTP 401), so that the next one is another. Told twice of the
  /// same token: no effect.
  func refused(_ token: SoundCloudAccessToken) async

  /// Which sign-in the tokens are of: another number after each sign-in and sign-out. What was found for
  /// one is not given to the next.
  var session: Int { get }
}

extension SoundCloudTokenProvider {
  /// Always the same: there is no user.
  public var session: Int { 0 }
}

/// An access token. Its descriptions hold no secret.
public struct SoundCloudAccessToken: Sendable, Hashable, Redacted {
  /// The token itself: for the `Authorization` header, and for nothing else.
  public let secret: String

  /// Makes a token.
  public init(_ secret: String) { self.secret = secret }

  /// What the header says. The service does not take `Bearer`.
  var header: String { "OAuth " + secret }
}

extension URL {
  /// SoundCloud's authorization server.
  public static var soundCloudAccounts: URL {
    URL(string: "https://secure.soundcloud.com") ?? URL(filePath: "/")
  }

  /// Where it gives tokens.
  var soundCloudTokens: URL { appending(path: "oauth/token") }
}

/// What the authorization server answers.
struct SoundCloudTokenAnswer: IssuedTokens {
  let accessToken: String
  let refreshToken: String?
  let expiresIn: Double?

  private enum CodingKeys: String, SnakeCaseKey {
    case accessToken, refreshToken, expiresIn
  }

  /// The tokens that came at `date`. Where nothing is said of their life, they have the usual hour.
  func tokens(from date: Date, after before: String? = nil) -> SoundCloudTokens {
    let life = expiresIn.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } ?? 3_600
    return SoundCloudTokens(
      accessToken: accessToken,
      expiresAt: date.addingTimeInterval(life),
      refreshToken: refreshToken ?? before
    )
  }
}

/// An access token with its end. Two are the same where the tokens are, whatever the end.
struct SoundCloudGrant: RenewableToken {
  let access: SoundCloudAccessToken
  let expiresAt: Date

  init(_ access: SoundCloudAccessToken, expiresAt: Date) {
    self.access = access
    self.expiresAt = expiresAt
  }

  init(_ tokens: SoundCloudTokens) {
    self.init(SoundCloudAccessToken(tokens.accessToken), expiresAt: tokens.expiresAt)
  }

  static func == (one: Self, other: Self) -> Bool { one.access == other.access }

  func hash(into hasher: inout Hasher) { hasher.combine(access) }

  var expiredError: CatalogError {
    CatalogError(
      .malformedReply,
      "A token came that has expired already",
      service: .soundCloud
    )
  }

  static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses one token after the other",
      service: .soundCloud,
      httpStatus: 401
    )
  }
}

extension RenewalPace {
  /// A minute before the end is early enough for a call under way. An app gets 50 tokens in 12 hours.
  static var soundCloud: Self {
    .init(leeway: .seconds(60), firstPause: .seconds(2), longestPause: .seconds(900))
  }
}
