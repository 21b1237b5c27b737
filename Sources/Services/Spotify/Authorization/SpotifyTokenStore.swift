import Foundation
import PlayerKitSystem
import PlayerKitServices

/// Keeps a user's tokens: in memory, in a file, or wherever an app keeps its secrets.
///
/// ``SpotifyUserTokenProvider`` calls one method at a time, and saves before it uses: of a rotated
/// refresh token there is no other copy.
public protocol SpotifyTokenStore: Sendable {
  /// The tokens; `nil` where nobody is signed in.
  func load() async throws -> SpotifyTokens?
  /// Keeps the tokens instead of the ones before. Returns when they are safe.
  func save(_ tokens: SpotifyTokens) async throws
  /// Forgets the tokens. No error where there are none.
  func remove() async throws
}

/// Keeps tokens for as long as the process runs. May be used on any thread.
public final class SpotifyMemoryTokenStore: SpotifyTokenStore {
  private let tokens: Locked<SpotifyTokens?>

  /// Makes a store.
  public init(_ tokens: SpotifyTokens? = nil) {
    self.tokens = Locked(tokens)
  }

  /// The tokens.
  public func load() async -> SpotifyTokens? { tokens.withLock { $0 } }

  /// Keeps the tokens.
  public func save(_ tokens: SpotifyTokens) async { self.tokens.withLock { $0 = tokens } }

  /// Forgets the tokens.
  public func remove() async { tokens.withLock { $0 = nil } }
}

/// Keeps tokens in a file that only its owner can read.
///
/// The file has mode 0600 from its first byte on, and directories that are missing are made with
/// 0700. It is replaced as a whole: a crash leaves the old tokens or the new ones. A file that
/// others can read or write is not read, since its tokens are no secret any more: signing in anew,
/// or ``remove()``, ends that. Blocks the calling thread as long as the disk takes. Descriptions show
/// no token.
public struct SpotifyFileTokenStore: SpotifyTokenStore {
  private static let largestSize = 64 << 10
  private let file: PrivateFile

  /// Makes a store. Nothing is touched yet.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where `file` is no file URL.
  public init(file: URL) throws(CatalogError) {
    self.file = try PrivateFile(file, of: .spotify)
  }

  /// The tokens; `nil` where there is no file.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` where the file cannot be read, is not one that
  ///   this store wrote, or is open to others.
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
  /// - Throws: ``CatalogError/Code/invalidCredential`` where it cannot be written; the old one is as it was.
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

/// What an app keeps of a user's sign-in. Descriptions show neither token.
public struct SpotifyTokens: Sendable, Hashable, Codable, SignInTokens {
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
