import Foundation
import PlayerKitSystem
import PlayerKitServices

/// An app that is registered at SoundCloud. Descriptions show nothing of it.
public struct SoundCloudApp: Sendable, Hashable, Redacted {
  /// The app's id.
  let id: String
  /// The app's secret.
  let secret: String

  /// Names an app.
  ///
  /// The service wants the secret with each request for tokens, of users too. An app that others install
  /// can't keep one: its own server is to ask for tokens.
  ///
  /// - Throws: `CatalogError`: `invalidCredential` where one of them can't be one.
  public init(id: String, secret: String) throws(CatalogError) {
    self.id = try TokenEndpoint.checked(id, of: .soundCloud)
    self.secret = try TokenEndpoint.checked(secret, of: .soundCloud)
  }
}

/// What an app keeps of a sign-in. Descriptions show no token.
public struct SoundCloudTokens: Sendable, Hashable, Codable, SignInTokens, Redacted {
  /// The access token.
  public var accessToken: String
  /// When it ends.
  public var expiresAt: Date
  /// What the next one is asked for with, once; `nil` for the tokens of an app.
  public var refreshToken: String?

  /// Makes tokens, such as those that an app kept before in a way of its own.
  public init(accessToken: String, expiresAt: Date, refreshToken: String? = nil) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
  }

  /// When the access token ends; not which it is.
  public var description: String { "SoundCloudTokens(until \(expiresAt.ISO8601Format()))" }
}

/// Keeps tokens: in memory, in a file, or wherever an app keeps its secrets.
///
/// A provider calls one method at a time, and saves before it uses: of a refresh token that was used
/// there is no other copy.
public protocol SoundCloudTokenStore: Sendable {
  /// The tokens; `nil` where there are none.
  func load() async throws -> SoundCloudTokens?
  /// Keeps the tokens instead of the ones before. Returns when they are safe.
  func save(_ tokens: SoundCloudTokens) async throws
  /// Forgets the tokens. No error where there are none.
  func remove() async throws
}

/// Keeps tokens for as long as the process runs. May be used on any thread.
public final class SoundCloudMemoryTokenStore: SoundCloudTokenStore {
  private let tokens: Locked<SoundCloudTokens?>

  /// Makes a store.
  public init(_ tokens: SoundCloudTokens? = nil) { self.tokens = Locked(tokens) }

  /// The tokens.
  public func load() async -> SoundCloudTokens? { tokens.withLock { $0 } }

  /// Keeps the tokens.
  public func save(_ tokens: SoundCloudTokens) async { self.tokens.withLock { $0 = tokens } }

  /// Forgets the tokens.
  public func remove() async { tokens.withLock { $0 = nil } }
}

/// Keeps tokens in a file that only its owner can read: mode 0600, replaced as a whole. One that others
/// can read is not read. Blocks the calling thread as long as the disk takes.
public struct SoundCloudFileTokenStore: SoundCloudTokenStore {
  private let file: PrivateFile

  /// Makes a store. Nothing is touched yet.
  ///
  /// - Throws: `CatalogError`: `invalidArgument` where `file` is no file URL.
  public init(file: URL) throws(CatalogError) {
    self.file = try PrivateFile(file, of: .soundCloud)
  }

  /// The tokens; `nil` where there is no file.
  ///
  /// - Throws: `CatalogError`: `invalidCredential` where the file can't be read, is not one that this
  ///   store wrote, or is open to others.
  public func load() async throws -> SoundCloudTokens? {
    guard let data = try file.read(upTo: 64 << 10) else { return nil }
    // The decoder's error may quote a token.
    guard let tokens = try? JSONDecoder().decode(SoundCloudTokens.self, from: data) else {
      throw file.failure("does not hold tokens")
    }
    return tokens
  }

  /// Replaces the file.
  public func save(_ tokens: SoundCloudTokens) async throws {
    try file.replace(by: try JSONEncoder().encode(tokens))
  }

  /// Deletes the file.
  public func remove() async throws { try file.remove() }
}
