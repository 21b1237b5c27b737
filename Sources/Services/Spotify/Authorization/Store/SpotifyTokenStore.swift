import Locking
import MusicCatalog

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
