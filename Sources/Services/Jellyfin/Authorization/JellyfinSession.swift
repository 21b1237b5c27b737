import Foundation
import PlayerKitServices
import PlayerKitSystem

/// A user's sign-in at a Jellyfin server, to be stored. It does not expire, but the user can revoke
/// it. Descriptions contain neither token nor name.
public struct JellyfinSession: Sendable, Hashable, Codable, Redacted {
  /// The token that each request carries. **A secret.**
  public var accessToken: String
  /// The user's id at the server.
  public var userID: String
  /// The user's name, if the server stated it.
  public var userName: String?
  /// The id of this device at the server. A sign-in with the same id replaces the earlier one.
  public var deviceID: String?
  /// The ``JellyfinServer/id`` of the server. The token is not sent to other servers.
  public var server: String

  /// Creates a session, such as one that an app stored in its own way.
  public init(
    accessToken: String,
    userID: String,
    userName: String? = nil,
    deviceID: String? = nil,
    server: String
  ) {
    self.accessToken = accessToken
    self.userID = userID
    self.userName = userName
    self.deviceID = deviceID
    self.server = server
  }
}

extension JellyfinSession: RenewableToken {
  package var expiresAt: Date { .distantFuture }
  package var expiredError: CatalogError { Self.refusedAgainError }
  package static var refusedAgainError: CatalogError {
    CatalogError(
      .signInRequired,
      "The server does not accept the sign-in any longer. Sign in again.",
      service: .jellyfin
    )
  }
}

/// Stores a session: in memory, in a file, or in an app's own place for secrets.
public protocol JellyfinSessionStore: Sendable {
  /// Returns the session; `nil` if there is none.
  func load() async throws -> JellyfinSession?
  /// Saves the session and replaces an older one. Returns after it is safe.
  func save(_ session: JellyfinSession) async throws
  /// Removes the session. Does nothing if there is none.
  func remove() async throws
}

/// Stores a session in memory. May be used on any thread.
public final class JellyfinMemorySessionStore: JellyfinSessionStore {
  private let session: Locked<JellyfinSession?>

  /// Creates a store.
  public init(_ session: JellyfinSession? = nil) { self.session = Locked(session) }

  /// Returns the session.
  public func load() async -> JellyfinSession? { session.withLock { $0 } }

  /// Saves the session.
  public func save(_ session: JellyfinSession) async { self.session.withLock { $0 = session } }

  /// Removes the session.
  public func remove() async { session.withLock { $0 = nil } }
}

/// Stores a session in a file that only its owner can read (mode 0600), and replaces it atomically.
/// Refuses to read a file that others can read. Blocks the calling thread during disk access.
public struct JellyfinFileSessionStore: JellyfinSessionStore {
  private let file: PrivateFile

  /// Creates a store. Does not access the file yet.
  ///
  /// - Throws: `CatalogError`: `invalidArgument` if `file` is not a file URL.
  public init(file: URL) throws(CatalogError) {
    self.file = try PrivateFile(file, of: .jellyfin)
  }

  /// Returns the session; `nil` if there is no file.
  ///
  /// - Throws: `CatalogError`: `invalidCredential` if the file cannot be read, was not written by
  ///   this store, or is accessible to others.
  public func load() async throws -> JellyfinSession? {
    try file.load()
  }

  /// Replaces the file.
  public func save(_ session: JellyfinSession) async throws {
    try file.save(session)
  }

  /// Deletes the file.
  public func remove() async throws { try file.remove() }
}
