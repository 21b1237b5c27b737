import Foundation
import PlayerKitSystem

/// Stores tokens: in memory, in a file, or in an app's own place for secrets.
///
/// ``OAuthSession`` calls one method at a time, and saves tokens before it uses them: there is no
/// other copy of a refresh token.
public protocol OAuthTokenStore: Sendable {
  /// Returns the tokens. `nil` if there are none.
  func load() async throws -> OAuthToken?
  /// Replaces the stored tokens. Returns when they are stored safely.
  func save(_ token: OAuthToken) async throws
  /// Removes the tokens. Does not throw if there are none.
  func remove() async throws
}

/// Stores tokens while the process runs. May be used on any thread.
public final class OAuthMemoryTokenStore: OAuthTokenStore {
  private let token: Locked<OAuthToken?>

  /// Makes a store.
  public init(_ token: OAuthToken? = nil) { self.token = Locked(token) }

  /// Returns the tokens.
  public func load() async -> OAuthToken? { token.withLock { $0 } }

  /// Stores the tokens.
  public func save(_ token: OAuthToken) async { self.token.withLock { $0 = token } }

  /// Removes the tokens.
  public func remove() async { token.withLock { $0 = nil } }
}

/// Stores tokens in a file that only its owner can read.
///
/// The file has mode 0600 from the start, and missing directories are created with 0700. It is
/// replaced atomically: a crash leaves either the old or the new tokens. A file that others can
/// read or write is not read, since its tokens are no longer secret. Sign in again, or call
/// ``remove()``, to resolve that. Blocks the calling thread during disk access. Descriptions show
/// no token.
public struct OAuthFileTokenStore: OAuthTokenStore {
  private let file: PrivateFile

  /// Makes a store. Does not access the file yet.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if `file` is not a file URL.
  public init(file: URL, service: CatalogService) throws(CatalogError) {
    self.file = try PrivateFile(file, of: service)
  }

  /// Returns the tokens. `nil` if the file does not exist.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the file is unreadable, was not written
  ///   by such a store, or is accessible to others.
  public func load() async throws -> OAuthToken? {
    try file.load()
  }

  /// Replaces the file.
  ///
  /// - Throws: ``CatalogError/Code/invalidCredential`` if it cannot be written; the old file is
  ///   unchanged.
  public func save(_ token: OAuthToken) async throws {
    try file.save(token)
  }

  /// Deletes the file.
  public func remove() async throws { try file.remove() }
}
