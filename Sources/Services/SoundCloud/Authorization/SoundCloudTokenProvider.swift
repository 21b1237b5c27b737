import Foundation
import PlayerKitServices

/// Provides the access tokens for requests to SoundCloud. May be called on any thread, any number
/// of times at once.
public protocol SoundCloudTokenProvider: Sendable {
  /// Returns a valid token, renewed if needed.
  func accessToken() async throws -> SoundCloudAccessToken

  /// Reports that the service refused `token` (HTTP 401), so that the next one differs. Has no
  /// effect if called again with the same token.
  func refused(_ token: SoundCloudAccessToken) async

  /// The number of the current sign-in, which changes with each sign-in and sign-out. Results of
  /// one session are not returned to the next.
  var session: Int { get }
}

extension SoundCloudTokenProvider {
  /// Always the same, because there is no user.
  public var session: Int { 0 }
}

/// An access token. Its descriptions contain no secret.
public struct SoundCloudAccessToken: Sendable, Hashable, Redacted {
  /// The token itself. Use it only in the `Authorization` header.
  public let secret: String

  /// Creates a token.
  public init(_ secret: String) { self.secret = secret }

  /// The header value. The service does not accept `Bearer`.
  var header: String { "OAuth " + secret }
}

extension URL {
  /// SoundCloud's authorization server.
  public static var soundCloudAccounts: URL {
    URL(string: "https://secure.soundcloud.com") ?? URL(filePath: "/")
  }

  /// The token endpoint.
  var soundCloudTokens: URL { appending(path: "oauth/token") }
}

/// An answer of the authorization server.
struct SoundCloudTokenAnswer: IssuedTokens {
  let accessToken: String
  let refreshToken: String?
  let expiresIn: Double?

  private enum CodingKeys: String, SnakeCaseKey {
    case accessToken, refreshToken, expiresIn
  }

  /// Returns the tokens received at `date`. If the answer states no lifetime, they are valid for
  /// the usual hour.
  func tokens(from date: Date, after before: String? = nil) -> SoundCloudTokens {
    let life = expiresIn.flatMap { $0 > 0 && $0 < 1e9 ? $0 : nil } ?? 3_600
    return SoundCloudTokens(
      accessToken: accessToken,
      expiresAt: date.addingTimeInterval(life),
      refreshToken: refreshToken ?? before
    )
  }
}

/// An access token with its expiry. Equality ignores the expiry.
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
      "The service sent an expired token. Check the clock of this machine.",
      service: .soundCloud
    )
  }

  static var refusedAgainError: CatalogError {
    CatalogError(
      .unauthorized,
      "The service refuses each new token. Sign in again.",
      service: .soundCloud,
      httpStatus: 401
    )
  }
}

extension RenewalPace {
  /// A minute before expiry is early enough for running calls. An app gets 50 tokens per 12 hours.
  static var soundCloud: Self {
    .init(leeway: .seconds(60), firstPause: .seconds(2), longestPause: .seconds(900))
  }
}
