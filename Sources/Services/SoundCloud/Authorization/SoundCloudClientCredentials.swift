import Foundation
import PlayerKitSystem
import PlayerKitServices

/// Gives tokens of the app itself, without a user: for searches, and for what anybody may hear.
///
/// The service gives 50 tokens in 12 hours to an app, and 30 in an hour to an address. So the token is
/// kept in a store, and used until a minute before its end. One request runs, however many ask at once.
/// After a failure the service is left alone for two seconds, longer after each further one, and callers
/// get the last error at once. All methods may be called on any thread; descriptions hold no secret.
public final class SoundCloudClientCredentials: SoundCloudTokenProvider, Redacted {
  private let renewal: TokenRenewal<SoundCloudGrant>
  private let refused = Locked<Set<String>>([])

  /// Makes a provider. Nothing is sent or read yet.
  ///
  /// - Parameters:
  ///   - app: the app.
  ///   - store: where its token is kept. Tools that run often need one on disk.
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
      app: (app.id, app.secret),
      transport: transport,
      clock: clock
    )
    renewal = TokenRenewal(pace: .soundCloud, clock: clock) { [refused] in
      await Result(of: {
        // A store that fails costs a request, no more.
        if let kept = try? await store.load(), !refused.withLock(\.self).contains(kept.accessToken),
          clock.date < kept.expiresAt.addingTimeInterval(-60)
        {
          return SoundCloudGrant(kept)
        }
        let date = clock.date
        let answer: SoundCloudTokenAnswer = try await endpoint.tokens(for: [
          "grant_type": "client_credentials"
        ])
        let tokens = answer.tokens(from: date)
        try? await store.save(tokens)
        return SoundCloudGrant(tokens)
      })
      .mapError { .ofTokenSource($0, of: .soundCloud) }
    }
  }

  /// The token at hand, or the next one.
  ///
  /// - Throws: `CatalogError`: `unauthorized` where the service does not know the app or its secret; what
  ///   kept a token from coming; `CancellationError`.
  public func accessToken() async throws -> SoundCloudAccessToken {
    try await renewal.token().access
  }

  /// Drops the token, so that the next call gets another one. Where that one is refused soon after,
  /// further ones are asked for ever more slowly.
  public func refused(_ token: SoundCloudAccessToken) async {
    refused.withLock { _ = $0.insert(token.secret) }
    renewal.refused(SoundCloudGrant(token, expiresAt: .distantPast))
  }
}
