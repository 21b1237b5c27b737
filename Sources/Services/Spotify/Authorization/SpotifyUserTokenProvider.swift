import Foundation
import PlayerKitSystem
import PlayerKitServices

/// Gives the tokens of the user who is signed in, and renews them.
///
/// However many ask at once, one refresh runs; a caller that is cancelled stops waiting, the refresh
/// goes on. New tokens are saved before anybody gets them, the refresh token above all, as the old
/// one is usually dead by then. The store is read before each refresh: where another process has
/// refreshed meanwhile, its tokens are used. A token is renewed a minute before its end, while the old
/// one serves; after a failure the service is left alone for a second, longer after each further
/// one, and callers get the last error at once. Sign-ins, refreshes and sign-outs run one after the
/// other. All methods may be called on any thread; descriptions hold no secret.
public final class SpotifyUserTokenProvider: SpotifyTokenProvider, Redacted {
  private let session: UserSession<SpotifyTokens>
  private let exchange: any SpotifyTokenExchange
  private let clock: any CatalogClock
  private let renewal: TokenRenewal<GrantedToken>

  /// Makes a provider of the tokens in `store`. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - exchange: Redeems codes and refresh tokens: ``SpotifyPKCE``, ``SpotifyTokenSwap`` or
  ///     ``SpotifyClientSecret``.
  ///   - store: Keeps the tokens. One provider should use it at a time.
  ///   - clock: Says when tokens end.
  public init(
    exchange: any SpotifyTokenExchange,
    store: any SpotifyTokenStore = SpotifyMemoryTokenStore(),
    clock: any CatalogClock = SystemCatalogClock()
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

  /// The token at hand, or the next one.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/missingCredential`` where nobody is signed in;
  ///   ``CatalogError/Code/signInRequired`` where the sign-in has ended, and the store was emptied;
  ///   what kept a token from coming; what the store throws; `CancellationError`.
  public func accessToken() async throws -> SpotifyAccessToken {
    let access = try await renewal.token().access
    await session.saveUnsaved()
    return access
  }

  /// Drops the access token, so that the next call gets another one by a refresh. Where that one is
  /// refused soon after, further ones are asked for ever more slowly.
  public func refused(_ token: SpotifyAccessToken) async {
    session.refused(token.secret)
    renewal.refused(GrantedToken(token, expiresAt: .distantPast))
  }

  /// Redeems the code of a sign-in, and goes on with its tokens instead of the ones before.
  ///
  /// - Returns: the tokens, which are saved already: for what was allowed, and when it ends.
  /// - Throws: what the exchange or the store throws; the tokens before are then as they were.
  @discardableResult
  public func signIn(with code: SpotifyAuthorizationCode) async throws -> SpotifyTokens {
    try await session.signIn { [exchange, clock] in
      let date = clock.date
      return SpotifyTokens(signIn: try await exchange.redeem(code), at: date)
    } then: { [renewal] in
      renewal.reset(to: $0.granted)
    }
  }

  /// Forgets the user's tokens, in the store too. The service does not hear of it.
  public func signOut() async throws {
    try await session.signOut { [renewal] in renewal.reset(to: nil) }
  }

  /// The tokens of the user who is signed in, as they are kept; `nil` where nobody is.
  public func tokens() async throws -> SpotifyTokens? {
    try await session.tokens()
  }
}
