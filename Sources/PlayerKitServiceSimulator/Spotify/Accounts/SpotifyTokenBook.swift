import Foundation

/// The issued codes and tokens. The caller passes the time.
struct SpotifyTokenBook: Sendable {
  /// The rights of an access token.
  struct Access: Sendable {
    /// `nil` for a token of the app alone.
    var scopes: Set<String>?
    var expires: Date
  }

  /// The result of a login or a refresh.
  struct Grant: Sendable {
    var accessToken: String
    var refreshToken: String?
    var scopes: Set<String>?
  }

  /// A code from `/authorize` for `/api/token`.
  struct Code: Sendable {
    var redirectURI: String
    var scopes: Set<String>
    /// `nil` if the app did not use PKCE.
    var challenge: String?
    var expires: Date
  }

  private struct Refresh: Sendable {
    var scopes: Set<String>
    /// If an app refreshes without a secret, the refresh token changes each time.
    var rotates: Bool
    var ends: Date
    var isRevoked = false
  }

  static let accessLife: TimeInterval = 3600
  static let codeLife: TimeInterval = 600

  private(set) var accesses: [String: Access] = [:]
  private var refreshes: [String: Refresh] = [:]
  private var codes: [String: Code] = [:]

  // MARK: - Access

  mutating func grantApp(now: Date) -> Grant {
    Grant(accessToken: makeAccess(scopes: nil, now: now))
  }

  /// Makes the tokens of a login. The refresh token expires after six months, even if it is used.
  mutating func grantUser(scopes: Set<String>, rotates: Bool, now: Date) -> Grant {
    let refresh = Self.secret("AQ")
    refreshes[refresh] = Refresh(scopes: scopes, rotates: rotates, ends: Self.sixMonths(after: now))
    let access = makeAccess(scopes: scopes, now: now)
    return Grant(accessToken: access, refreshToken: refresh, scopes: scopes)
  }

  // MARK: - Refreshing

  mutating func refresh(_ token: String, withSecret: Bool, now: Date) throws -> Grant {
    guard let known = refreshes[token] else {
      throw SpotifyTokenFailure.invalidGrant("Invalid refresh token")
    }
    guard !known.isRevoked, now < known.ends else {
      throw SpotifyTokenFailure.invalidGrant("Refresh token revoked")
    }
    guard known.rotates || withSecret else { throw SpotifyTokenFailure.invalidClient }
    let access = makeAccess(scopes: known.scopes, now: now)
    guard known.rotates else { return Grant(accessToken: access, scopes: known.scopes) }
    refreshes[token]?.isRevoked = true
    let next = Self.secret("AQ")
    refreshes[next] = known
    return Grant(accessToken: access, refreshToken: next, scopes: known.scopes)
  }

  // MARK: - Codes

  mutating func makeCode(
    redirectURI: String,
    scopes: Set<String>,
    challenge: String?,
    now: Date
  ) -> String {
    let code = Self.secret("AQ")
    codes[code] = Code(
      redirectURI: redirectURI,
      scopes: scopes,
      challenge: challenge,
      expires: now.addingTimeInterval(Self.codeLife)
    )
    return code
  }

  /// Uses up a code, even if the request then fails.
  mutating func useCode(_ code: String, now: Date) throws -> Code {
    guard let known = codes.removeValue(forKey: code) else {
      throw SpotifyTokenFailure.invalidGrant("Invalid authorization code")
    }
    guard now < known.expires else {
      throw SpotifyTokenFailure.invalidGrant("Authorization code expired")
    }
    return known
  }

  private mutating func makeAccess(scopes: Set<String>?, now: Date) -> String {
    let token = Self.secret("BQ")
    accesses[token] = Access(scopes: scopes, expires: now.addingTimeInterval(Self.accessLife))
    return token
  }

  private static func secret(_ prefix: String) -> String {
    var generator = SystemRandomNumberGenerator()
    let bytes = (0..<48).map { _ in UInt8.random(in: .min ... .max, using: &generator) }
    return prefix + Base64URL.encode(Data(bytes))
  }

  private static func sixMonths(after date: Date) -> Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: 6, to: date)
      ?? date.addingTimeInterval(182 * 86_400)
  }
}
