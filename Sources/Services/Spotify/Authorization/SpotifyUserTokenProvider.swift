import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitServices

/// Provides the tokens of the signed-in user, and renews them.
///
/// Concurrent callers share one refresh. A canceled caller stops waiting, and the refresh
/// continues. New tokens are saved before any caller gets them, above all the refresh token, since
/// the old one is usually invalid by then. The store is read before each refresh: if another
/// process has refreshed the tokens, they are used. A token is renewed a minute before it expires,
/// while the old one stays in use. After a failure the service is not asked for a second, longer
/// after each further one, and callers get the last error at once. Sign-ins, refreshes and
/// sign-outs run serially. All methods may be called on any thread. Descriptions contain no secret.
public final class SpotifyUserTokenProvider: SpotifyTokenProvider, Redacted {
  private let session: UserSession<SpotifyTokens>
  private let exchange: any SpotifyTokenExchange
  private let clock: any PlaybackClock
  private let renewal: TokenRenewal<GrantedToken>

  /// Makes a provider of the tokens in `store`. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - exchange: Redeems codes and refresh tokens: ``SpotifyPKCE``, ``SpotifyTokenSwap`` or
  ///     ``SpotifyClientSecret``.
  ///   - store: Stores the tokens. Only one provider should use it at a time.
  ///   - clock: Decides when tokens expire.
  public init(
    exchange: any SpotifyTokenExchange,
    store: any SpotifyTokenStore = SpotifyMemoryTokenStore(),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    let kept = UserSession<SpotifyTokens>.Store(
      load: { try await store.load() },
      save: { try await store.save($0) },
      remove: { try await store.remove() }
    )
    let session = UserSession(of: .spotify, store: kept, clock: clock) { tokens, refreshToken in
      let date = clock.date
      return tokens.refreshed(by: try await exchange.refresh(refreshToken), at: date)
    }
    self.session = session
    self.exchange = exchange
    self.clock = clock
    renewal = TokenRenewal(pace: .spotify, clock: clock) {
      await Result(of: { try await session.next().granted })
        .mapError { .ofTokenSource($0, of: .spotify) }
    }
  }

  /// Returns the cached token, or requests the next one.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/missingCredential`` if no user
  ///   is signed in, ``CatalogError/Code/signInRequired`` if the sign-in has expired and the store
  ///   was cleared, or the error that prevented a token; errors of the store; `CancellationError`.
  public func accessToken() async throws -> SpotifyAccessToken {
    let access = try await renewal.token().access
    await session.saveUnsaved()
    return access
  }

  /// Drops the access token, so that the next call refreshes it. If the new one is refused too,
  /// soon after, further ones are requested with growing delays.
  public func refused(_ token: SpotifyAccessToken) async {
    session.refused(token.secret)
    renewal.refused(GrantedToken(token, expiresAt: .distantPast))
  }

  /// Redeems the code of a sign-in, and replaces the current tokens.
  ///
  /// - Returns: The tokens, already saved, with the granted scopes and the end of the sign-in.
  /// - Throws: The errors of the exchange or the store; the previous tokens then stay unchanged.
  @discardableResult
  public func signIn(with code: SpotifyAuthorizationCode) async throws -> SpotifyTokens {
    try await session.signIn { [exchange, clock] in
      let date = clock.date
      return SpotifyTokens(signIn: try await exchange.redeem(code), at: date)
    } then: { [renewal] in
      renewal.reset(to: $0.granted)
    }
  }

  /// Removes the user's tokens, including those in the store. The service is not notified.
  public func signOut() async throws {
    try await session.signOut { [renewal] in renewal.reset(to: nil) }
  }

  /// Returns the stored tokens of the signed-in user. `nil` if no user is signed in.
  public func tokens() async throws -> SpotifyTokens? {
    try await session.tokens()
  }
}
