import Foundation
import MusicCatalog

/// What an app keeps of a user's sign-in. Descriptions show neither token.
public struct SpotifyTokens: Sendable, Hashable, Codable {
  /// The access token.
  public var accessToken: String
  /// When it ends.
  public var expiresAt: Date
  /// What the next one is asked for with; `nil`: the user signs in anew when the access token ends.
  public var refreshToken: String?
  /// What the user allowed.
  public var scopes: Set<Spotify.Scope>
  /// When the user signed in.
  public var authorizedAt: Date

  /// Makes tokens, such as those that an app kept before in a way of its own.
  public init(
    accessToken: String,
    expiresAt: Date,
    refreshToken: String?,
    scopes: Set<Spotify.Scope> = [],
    authorizedAt: Date
  ) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
    self.scopes = scopes
    self.authorizedAt = authorizedAt
  }

  /// When the user has to sign in again: six months after the last time, however often the tokens
  /// are refreshed (the service's rule since July 2026). It is the service that decides.
  public var signInEndsAt: Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: 6, to: authorizedAt) ?? authorizedAt
  }
}

extension SpotifyTokens {
  /// The tokens of a sign-in at `date`.
  init(signIn answer: Spotify.TokenAnswer, at date: Date) {
    self.init(
      accessToken: answer.accessToken,
      expiresAt: answer.end(from: date),
      refreshToken: answer.refreshToken,
      scopes: Spotify.Scope.list(answer.scope),
      authorizedAt: date
    )
  }

  /// The tokens after a refresh: what the answer does not say stays.
  func refreshed(by answer: Spotify.TokenAnswer, at date: Date) -> SpotifyTokens {
    var tokens = self
    tokens.accessToken = answer.accessToken
    tokens.expiresAt = answer.end(from: date)
    tokens.refreshToken = answer.refreshToken ?? refreshToken
    let scopes = Spotify.Scope.list(answer.scope)
    if !scopes.isEmpty { tokens.scopes = scopes }
    return tokens
  }

  var granted: GrantedToken {
    GrantedToken(SpotifyAccessToken(accessToken), expiresAt: expiresAt)
  }
}

extension SpotifyTokens: Redacted {
  /// When the access token ends; not which it is.
  public var description: String { "SpotifyTokens(until \(expiresAt.ISO8601Format()))" }
}
