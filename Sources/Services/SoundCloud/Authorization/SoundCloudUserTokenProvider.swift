import Foundation
import HTTPTypes
import PlayerKitSystem
import PlayerKitServices

/// Gives the tokens of the user who is signed in, and renews them.
///
/// A refresh token works once. So one refresh runs however many ask at once, and new tokens are saved
/// before anybody gets them. The store is read before each refresh: where another process has refreshed
/// meanwhile, its tokens are used. A caller that is cancelled stops waiting, the refresh goes on.
/// Sign-ins, refreshes and sign-outs run one after the other. All methods may be called on any thread;
/// descriptions hold no secret.
public final class SoundCloudUserTokenProvider: SoundCloudTokenProvider, Redacted {
  private let user: UserSession<SoundCloudTokens>
  private let renewal: TokenRenewal<SoundCloudGrant>
  private let endpoint: TokenEndpoint
  private let farewell: HTTPCall?
  private let app: SoundCloudApp
  private let transport: any HTTPTransport
  private let clock: any CatalogClock
  private let signIns = Locked(0)

  /// Makes a provider of the tokens in `store`. Nothing is read yet.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - store: keeps the tokens. One provider should use it at a time.
  ///   - transport: sends the requests.
  ///   - accounts: the authorization server: https, or http on this machine. A path stays as a prefix.
  ///   - clock: says when tokens end.
  /// - Throws: `CatalogError`: `invalidArgument` for any other address.
  public init(
    app: SoundCloudApp,
    store: any SoundCloudTokenStore = SoundCloudMemoryTokenStore(),
    transport: any HTTPTransport,
    accounts: URL = .soundCloudAccounts,
    clock: any CatalogClock = SystemCatalogClock()
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

  /// How many sign-ins and sign-outs there were.
  public var session: Int { signIns.withLock(\.self) }

  /// The token at hand, or the next one.
  ///
  /// - Throws: `CatalogError`: `missingCredential` where nobody is signed in; `signInRequired` where the
  ///   sign-in has ended, and the store was emptied; what kept a token from coming; what the store
  ///   throws; `CancellationError`.
  public func accessToken() async throws -> SoundCloudAccessToken {
    try await renewal.token().access
  }

  /// Drops the access token, so that the next call gets another one by a refresh.
  public func refused(_ token: SoundCloudAccessToken) async {
    user.refused(token.secret)
    renewal.refused(SoundCloudGrant(token, expiresAt: .distantPast))
  }

  /// Redeems the code of a sign-in, and goes on with its tokens instead of the ones before.
  ///
  /// - Returns: the tokens, which are saved already.
  /// - Throws: `CatalogError`: `signInRequired` where the code is not accepted; what the store throws. The
  ///   tokens before are then as they were.
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

  /// Forgets the user's tokens, in the store too, and tells the service to. Where it can't be told, the
  /// tokens end by themselves.
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
