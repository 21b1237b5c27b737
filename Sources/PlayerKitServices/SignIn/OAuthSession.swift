import Foundation
import PlayerKit
import PlayerKitSystem

/// Provides the access tokens of the signed-in user, or of the app itself, and renews them.
///
/// Concurrent callers share one refresh. A canceled caller stops waiting, and the refresh
/// continues. New tokens are saved before any caller gets them, above all the refresh token: every
/// refresh token is used once, as if the service accepts it only once. The store is read before
/// each refresh: if another process has refreshed the tokens, they are used. A token is renewed a
/// minute before it expires, while the old one stays in use. After a failure the service is not
/// asked for a second, longer after each further one, and callers get the last error at once.
/// Sign-ins, refreshes and sign-outs run serially. All methods may be called on any thread.
/// Descriptions contain no secret.
public final class OAuthSession: OAuthTokenProvider, UserSignIn, Redacted {
  /// The owner of a session's tokens.
  public enum Owner: Sendable, Hashable {
    /// A user who signs in.
    case user
    /// The app itself, by its id and secret (client credentials). Its tokens reach no user's data.
    case app
  }

  private let stored: StoredTokens
  private let renewal: TokenRefresher<OAuthAccessToken>
  private let changes = Locked(0)

  /// Makes a session with the tokens in `store`. Reads and sends nothing yet.
  ///
  /// - Parameters:
  ///   - configuration: The service and the app.
  ///   - owner: The user, or the app, which then needs a secret.
  ///   - store: Stores the tokens. Only one session should use it at a time.
  ///   - transport: Sends the requests.
  ///   - clock: Decides when tokens expire.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the app's id or secret is malformed or
  ///   missing; ``CatalogError/Code/invalidArgument`` if an address is neither HTTPS nor HTTP on
  ///   this machine.
  public init(
    _ configuration: OAuthConfiguration,
    of owner: Owner = .user,
    store: any OAuthTokenStore = OAuthMemoryTokenStore(),
    transport: any HTTPTransport,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    if owner == .app, configuration.clientSecret == nil {
      throw CatalogError(
        .invalidCredential,
        "The app's own tokens need the app's secret",
        service: configuration.service
      )
    }
    let stored = StoredTokens(
      configuration: configuration,
      owner: owner,
      store: store,
      client: try OAuthClient(configuration, transport: transport, clock: clock),
      clock: clock
    )
    self.stored = stored
    renewal = TokenRefresher(pace: configuration.pace, clock: clock) {
      await Result(of: { try await stored.next().access })
        .mapError { .ofTokenSource($0, of: configuration.service) }
    }
  }

  /// The number of sign-ins and sign-outs.
  public var session: Int { changes.withLock(\.self) }

  /// Returns the cached token, or requests the next one.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/missingCredential`` if no user
  ///   is signed in; ``CatalogError/Code/signInRequired`` if the sign-in has expired or was revoked,
  ///   after which the store is empty; ``CatalogError/Code/unauthorized`` if the service does not
  ///   know the app or its secret; or the failure of the request, such as
  ///   ``CatalogError/Code/unreachable``, which leaves the sign-in as it is. Also errors of the
  ///   store, and `CancellationError`.
  public func accessToken() async throws -> OAuthAccessToken {
    let token: OAuthAccessToken
    do {
      token = try await renewal.token()
    } catch var error as CatalogError {
      error.service = error.service ?? stored.configuration.service
      throw error
    }
    await stored.saveUnsaved()
    return token
  }

  /// Drops the access token, so that the next call gets another one. If that is refused too, soon
  /// after, further ones are requested with growing delays.
  public func refused(_ token: OAuthAccessToken) async {
    stored.refused(token.secret)
    renewal.refused(token)
  }

  /// Redeems the code of a sign-in, and replaces the current tokens.
  ///
  /// - Returns: The tokens, already saved, with the granted scopes.
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/signInRequired`` if the code is
  ///   not accepted, ``CatalogError/Code/invalidArgument`` in a session of the app; errors of the
  ///   store. The previous tokens then stay unchanged.
  @discardableResult
  public func signIn(with code: OAuthCode) async throws -> OAuthToken {
    try await stored.signIn(with: code) { [renewal, changes] in
      changes.withLock { $0 &+= 1 }
      renewal.reset(to: $0.access)
    }
  }

  /// Shows the service's page, waits for the redirect, and redeems its code.
  ///
  /// - Throws: The errors of ``signIn(with:)``; ``CatalogError/Code/accessDenied`` if the user
  ///   denied access.
  public func signIn(by redirects: some RedirectReceiver) async throws {
    let code = try await redirects.answer { redirect throws(CatalogError) in
      try OAuthSignIn(stored.configuration, redirectURI: redirect)
    }
    try await signIn(with: code)
  }

  /// Removes the tokens, also from the store, and revokes them if the service supports that. If
  /// that fails, they expire by themselves.
  public func signOut() async throws {
    let token = try? await stored.current()
    try await stored.signOut { [renewal, changes] in
      changes.withLock { $0 &+= 1 }
      renewal.reset(to: nil)
    }
    if let token { await stored.client.revoke(token) }
  }

  /// Returns the stored tokens. `nil` if there are none.
  public func tokens() async throws -> OAuthToken? { try await stored.current() }
}
