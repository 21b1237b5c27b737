import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitSystem
import PlayerKitServices

/// Provides and renews the tokens of the user who is signed in.
///
/// A refresh token works only once. So simultaneous callers share one refresh, and new tokens are
/// saved before anyone gets them. The provider reads the store before each refresh, and uses the
/// tokens of another process that has refreshed meanwhile. A cancelled caller stops waiting, but
/// the refresh continues. Sign-ins, refreshes and sign-outs run one after the other. All methods
/// may be called on any thread. Descriptions contain no secrets.
public final class SoundCloudUserTokenProvider: SoundCloudTokenProvider, Redacted {
  private let user: UserSession<SoundCloudTokens>
  private let renewal: TokenRenewal<SoundCloudGrant>
  private let endpoint: TokenEndpoint
  private let farewell: HTTPCall?
  private let app: SoundCloudApp
  private let transport: any HTTPTransport
  private let clock: any PlaybackClock
  private let signIns = Locked(0)

  /// Creates a provider of the tokens in `store`. Reads nothing yet.
  ///
  /// - Parameters:
  ///   - app: The app.
  ///   - store: Stores the tokens. Only one provider should use it at a time.
  ///   - transport: Sends the requests.
  ///   - accounts: The authorization server: https, or http on this machine. A path is kept as a
  ///     prefix.
  ///   - clock: Decides when tokens expire.
  /// - Throws: `CatalogError`: `invalidArgument` for any other address.
  public init(
    app: SoundCloudApp,
    store: any SoundCloudTokenStore = SoundCloudMemoryTokenStore(),
    transport: any HTTPTransport,
    accounts: URL = .soundCloudAccounts,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    let endpoint = try TokenEndpoint(
      accounts.soundCloudTokens,
      of: .soundCloud,
      transport: transport,
      clock: clock
    )
    let kept = UserSession<SoundCloudTokens>.Store(
      load: { try await store.load() },
      save: { try await store.save($0) },
      remove: { try await store.remove() }
    )
    let user = UserSession(of: .soundCloud, store: kept, clock: clock) { tokens, refreshToken in
      let date = clock.date
      let answer: SoundCloudTokenAnswer = try await endpoint.tokens(for: [
        "grant_type": "refresh_token", "client_id": app.id, "client_secret": app.secret,
        "refresh_token": refreshToken,
      ])
      return answer.tokens(from: date, after: refreshToken)
    }
    self.user = user
    self.endpoint = endpoint
    self.app = app
    self.transport = transport
    self.clock = clock
    farewell = try? TokenEndpoint.call(to: accounts.appending(path: "sign-out"), of: .soundCloud)
    renewal = TokenRenewal(pace: .soundCloud, clock: clock) {
      await Result(of: { SoundCloudGrant(try await user.next()) })
        .mapError { .ofTokenSource($0, of: .soundCloud) }
    }
  }

  /// The number of sign-ins and sign-outs.
  public var session: Int { signIns.withLock(\.self) }

  /// Returns the current token, or requests a new one.
  ///
  /// - Throws: `CatalogError`: `missingCredential` if no user is signed in; `signInRequired` if the
  ///   sign-in has ended, after which the store is empty; or the failure of the request. Also the
  ///   store's errors and `CancellationError`.
  public func accessToken() async throws -> SoundCloudAccessToken {
    try await renewal.token().access
  }

  /// Drops the access token, so that the next call refreshes it.
  public func refused(_ token: SoundCloudAccessToken) async {
    user.refused(token.secret)
    renewal.refused(SoundCloudGrant(token, expiresAt: .distantPast))
  }

  /// Redeems the code of a sign-in, and uses its tokens instead of the old ones.
  ///
  /// - Returns: The tokens, which are saved already.
  /// - Throws: `CatalogError`: `signInRequired` if the code is not accepted; the store's errors.
  ///   Then the old tokens stay in use.
  @discardableResult
  public func signIn(with code: SoundCloudAuthorizationCode) async throws -> SoundCloudTokens {
    try await user.signIn { [endpoint, app, clock] in
      let date = clock.date
      let answer: SoundCloudTokenAnswer = try await endpoint.tokens(for: [
        "grant_type": "authorization_code", "client_id": app.id, "client_secret": app.secret,
        "redirect_uri": code.redirectURI, "code_verifier": code.verifier, "code": code.secret,
      ])
      return answer.tokens(from: date)
    } then: { [renewal, signIns] tokens in
      signIns.withLock { $0 &+= 1 }
      renewal.reset(to: SoundCloudGrant(tokens))
    }
  }

  /// Removes the user's tokens, also from the store, and tries to revoke them at the service. If
  /// that fails, they expire by themselves.
  public func signOut() async throws {
    let tokens = try? await user.tokens()
    try await user.signOut { [renewal, signIns] in
      signIns.withLock { $0 &+= 1 }
      renewal.reset(to: nil)
    }
    guard var call = farewell, let tokens else { return }
    call.request.headerFields[.contentType] = "application/json"
    call.body = try? JSONEncoder().encode(["access_token": tokens.accessToken])
    _ = try? await transport.send(call)
  }
}
