import Foundation
import PlayerKitSystem
import PlayerKitServices

/// An app registered at SoundCloud. Descriptions reveal nothing.
public struct SoundCloudApp: Sendable, Hashable, Redacted {
  /// The app's id.
  let id: String
  /// The app's secret.
  let secret: String

  /// Creates an app.
  ///
  /// The service requires the secret with each request for tokens, also for users. A distributed
  /// app cannot keep it secret, so it should request tokens through its own server.
  ///
  /// - Throws: `CatalogError`: `invalidCredential` if one of them is invalid.
  public init(id: String, secret: String) throws(CatalogError) {
    self.id = try TokenEndpoint.checked(id, of: .soundCloud)
    self.secret = try TokenEndpoint.checked(secret, of: .soundCloud)
  }
}

/// The tokens of a sign-in, to be stored. Descriptions contain no token.
public struct SoundCloudTokens: Sendable, Hashable, Codable, SignInTokens, Redacted {
  /// The access token.
  public var accessToken: String
  /// The expiry of the access token.
  public var expiresAt: Date
  /// The token for one refresh; `nil` for an app's own tokens.
  public var refreshToken: String?

  /// Creates tokens, such as those that an app stored in its own way.
  public init(accessToken: String, expiresAt: Date, refreshToken: String? = nil) {
    self.accessToken = accessToken
    self.expiresAt = expiresAt
    self.refreshToken = refreshToken
  }

  /// The expiry of the access token, without the token.
  public var description: String { "SoundCloudTokens(until \(expiresAt.ISO8601Format()))" }
}

/// Stores tokens: in memory, in a file, or in an app's own place for secrets.
///
/// A provider calls one method at a time. It saves tokens before using them, because there is no
/// other copy of a refresh token.
public protocol SoundCloudTokenStore: Sendable {
  /// Returns the tokens; `nil` if there are none.
  func load() async throws -> SoundCloudTokens?
  /// Saves the tokens and replaces older ones. Returns after they are safe.
  func save(_ tokens: SoundCloudTokens) async throws
  /// Removes the tokens. Does nothing if there are none.
  func remove() async throws
}

/// Stores tokens in memory. May be used on any thread.
public final class SoundCloudMemoryTokenStore: SoundCloudTokenStore {
  private let tokens: Locked<SoundCloudTokens?>

  /// Creates a store.
  public init(_ tokens: SoundCloudTokens? = nil) { self.tokens = Locked(tokens) }

  /// Returns the tokens.
  public func load() async -> SoundCloudTokens? { tokens.withLock { $0 } }

  /// Saves the tokens.
  public func save(_ tokens: SoundCloudTokens) async { self.tokens.withLock { $0 = tokens } }

  /// Removes the tokens.
  public func remove() async { tokens.withLock { $0 = nil } }
}

/// Stores tokens in a file that only its owner can read (mode 0600), and replaces it atomically.
/// Refuses to read a file that others can read. Blocks the calling thread during disk access.
public struct SoundCloudFileTokenStore: SoundCloudTokenStore {
  private let file: PrivateFile

  /// Creates a store. Does not access the file yet.
  ///
  /// - Throws: `CatalogError`: `invalidArgument` if `file` is not a file URL.
  public init(file: URL) throws(CatalogError) {
    self.file = try PrivateFile(file, of: .soundCloud)
  }

  /// Returns the tokens; `nil` if there is no file.
  ///
  /// - Throws: `CatalogError`: `invalidCredential` if the file cannot be read, was not written by
  ///   this store, or is accessible to others.
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
