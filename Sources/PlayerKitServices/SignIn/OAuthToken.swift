import Foundation

/// The tokens of a user's sign-in, or of the app itself. Descriptions show no token.
public struct OAuthToken: Sendable, Hashable, Codable {
  /// The access token.
  public var accessToken: String
  /// The expiration of the access token.
  public var expiresAt: Date
  /// The token for requesting the next ones. If `nil`, a user must sign in again when the access
  /// token expires.
  public var refreshToken: String?
  /// The granted scopes. Empty if the service did not state them.
  public var scopes: Set<String>
  /// The date of the sign-in. `nil` if it is unknown, and for an app's own token.
  public var authorizedAt: Date?

  /// Makes tokens, such as those that an app stored in its own way before.
  public init(
    accessToken: String,
    expiresAt: Date,
    refreshToken: String? = nil,
    scopes: Set<String> = [],
    authorizedAt: Date? = nil
  ) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.authorizedAt = authorizedAt
  }

  /// Reads stored tokens. Scopes and the date of the sign-in may be missing.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    accessToken = try values.decode(String.self, forKey: .accessToken)
    expiresAt = try values.decode(Date.self, forKey: .expiresAt)
    refreshToken = try values.decodeIfPresent(String.self, forKey: .refreshToken)
    scopes = try values.decodeIfPresent(Set<String>.self, forKey: .scopes) ?? []
    authorizedAt = try values.decodeIfPresent(Date.self, forKey: .authorizedAt)
  }
}

extension OAuthToken {
  /// Makes the tokens of an answer that arrived at `date`. After a refresh, values that are missing
  /// in the answer stay as in `previous`. The lifetime defaults to the usual hour.
  init(_ answer: OAuthAnswer, at date: Date, after previous: OAuthToken? = nil) {
    let lifetime = answer.expiresIn.flatMap { (0..<1e9).contains($0) ? $0 : nil } ?? 3600
    let scopes = Set((answer.scope ?? "").split(separator: " ").map(String.init))
    self.init(
      accessToken: answer.accessToken,
      expiresAt: date.addingTimeInterval(lifetime),
      refreshToken: answer.refreshToken ?? previous?.refreshToken,
      scopes: scopes.isEmpty ? previous?.scopes ?? [] : scopes,
      authorizedAt: previous?.authorizedAt
    )
  }

  var access: OAuthAccessToken { OAuthAccessToken(accessToken, expiresAt: expiresAt) }
}

extension OAuthToken: Redacted {
  /// The expiration of the access token, without the token.
  public var description: String { "OAuthToken(until \(expiresAt.ISO8601Format()))" }
}

/// Provides the access tokens for requests to a service. May be used on any thread, any number of
/// times at once.
public protocol OAuthTokenProvider: Sendable {
  /// Returns a valid token, renewed if necessary.
  func accessToken() async throws -> OAuthAccessToken

  /// Reports that the service refused `token` (HTTP 401), so that the next one differs. Has no
  /// effect if the token was already reported.
  func refused(_ token: OAuthAccessToken) async

  /// The number of the current sign-in, which changes with each sign-in and sign-out. `0` by
  /// default.
  var session: Int { get }
}

extension OAuthTokenProvider {
  /// Always the same: the user never changes.
  public var session: Int { 0 }
}

/// An access token. Equality ignores the expiration. Descriptions contain no secret.
public struct OAuthAccessToken: Sendable, Hashable, Redacted {
  /// The token itself. Use it only for the `Authorization` header.
  public let secret: String
  /// The first moment at which the service rejects the token.
  package let expiresAt: Date

  /// Makes a token from the service or an app's server.
  public init(_ secret: String) { self.init(secret, expiresAt: .distantFuture) }

  init(_ secret: String, expiresAt: Date) {
    self.secret = secret
    self.expiresAt = expiresAt
  }
}

extension OAuthAccessToken: RenewableToken {
  /// Whether both are the same token.
  public static func == (one: Self, other: Self) -> Bool { one.secret == other.secret }

  /// Hashes the token, without its expiration.
  public func hash(into hasher: inout Hasher) { hasher.combine(secret) }

  package var expiredError: CatalogError {
    CatalogError(.malformedReply, "The service sent a token that has expired already")
  }

  package static var refusedAgainError: CatalogError {
    CatalogError(.unauthorized, "The service refuses one token after the other", httpStatus: 401)
  }
}
