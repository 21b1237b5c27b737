import Foundation
import PlayerKitSystem
import PlayerKitServices

/// Stores a user's tokens: in memory, in a file, or in an app's own secret store.
///
/// ``SpotifyUserTokenProvider`` calls one method at a time, and saves tokens before it uses them:
/// there is no other copy of a rotated refresh token.
public protocol SpotifyTokenStore: Sendable {
  /// Returns the tokens. `nil` if no user is signed in.
  func load() async throws -> SpotifyTokens?
  /// Replaces the stored tokens. Returns when they are stored safely.
  func save(_ tokens: SpotifyTokens) async throws
  /// Removes the tokens. Does not throw if there are none.
  func remove() async throws
}

/// Stores tokens while the process runs. May be used on any thread.
public final class SpotifyMemoryTokenStore: SpotifyTokenStore {
  private let tokens: Locked<SpotifyTokens?>

  /// Makes a store.
  public init(_ tokens: SpotifyTokens? = nil) {
    self.tokens = Locked(tokens)
  }

  /// Returns the tokens.
  public func load() async -> SpotifyTokens? { tokens.withLock { $0 } }

  /// Stores the tokens.
  public func save(_ tokens: SpotifyTokens) async { self.tokens.withLock { $0 = tokens } }

  /// Removes the tokens.
  public func remove() async { tokens.withLock { $0 = nil } }
}

/// Stores tokens in a file that only its owner can read.
///
/// The file has mode 0600 from the start, and missing directories are created with 0700. It is
/// replaced atomically: a crash leaves either the old or the new tokens. A file that others can
/// read or write is not read, since its tokens are no longer secret. Sign in again, or call
/// ``remove()``, to resolve that. Blocks the calling thread during disk access. Descriptions show
/// no token.
public struct SpotifyFileTokenStore: SpotifyTokenStore {
  private static let largestSize = 64 << 10
  private let file: PrivateFile

  /// Makes a store. Does not access the file yet.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if `file` is not a file URL.
  public init(file: URL) throws(CatalogError) {
    self.file = try PrivateFile(file, of: .spotify)
  }

  /// Returns the tokens. `nil` if the file does not exist.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the file is unreadable, was not written
  ///   by this store, or is accessible to others.
  public func load() async throws -> SpotifyTokens? {
    guard let data = try file.read(upTo: Self.largestSize) else { return nil }
    // The decoder's error may quote a token.
    guard let tokens = try? JSONDecoder().decode(SpotifyTokens.self, from: data) else {
      throw file.failure("does not hold tokens")
    }
    return tokens
  }

  /// Replaces the file.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it cannot be written; the old file is
  ///   unchanged.
  public func save(_ tokens: SpotifyTokens) async throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys]
    try file.replace(by: try encoder.encode(tokens))
  }

  /// Deletes the file.
  public func remove() async throws {
    try file.remove()
  }
}

/// The tokens of a user's sign-in. Descriptions show neither token.
public struct SpotifyTokens: Sendable, Hashable, Codable, SignInTokens {
  /// The access token.
  public var accessToken: String
  /// The expiration of the access token.
  public var expiresAt: Date
  /// The token for requesting the next ones. If `nil`, the user must sign in again when the access
  /// token expires.
  public var refreshToken: String?
  /// The granted scopes.
  public var scopes: Set<Spotify.Scope>
  /// The date of the sign-in.
  public var authorizedAt: Date

  /// Makes tokens, such as those that an app stored in its own way before.
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

  /// The date when the user must sign in again: six months after the last sign-in, regardless of
  /// refreshes (the service's rule since July 2026). The service decides.
  public var signInEndsAt: Date {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    return calendar.date(byAdding: .month, value: 6, to: authorizedAt) ?? authorizedAt
  }
}

extension SpotifyTokens {
  /// Makes the tokens of a sign-in at `date`.
  init(signIn answer: Spotify.TokenAnswer, at date: Date) {
    self.init(
      accessToken: answer.accessToken,
      expiresAt: answer.end(from: date),
      refreshToken: answer.refreshToken,
      scopes: Spotify.Scope.list(answer.scope),
      authorizedAt: date
    )
  }

  /// Returns the tokens after a refresh. Values missing from the reply stay unchanged.
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
  /// The expiration of the access token, without the token.
  public var description: String { "SpotifyTokens(until \(expiresAt.ISO8601Format()))" }
}
