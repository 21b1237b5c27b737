import Foundation
import PlayerKitServices

/// Gives tokens of the app itself, without a user: for the catalog only.
///
/// The app's secret is sent with each request for a token, so this is for servers and for tools of
/// those who registered the app; an app that others get has no secret. One request runs however many
/// ask at once. A token is renewed a minute before its end, while the old one serves. After a
/// failure the service is left alone for a second, longer after each further one, and callers get
/// the last error at once. All methods may be called on any thread; descriptions hold no secret.
public final class SpotifyClientCredentials: SpotifyTokenProvider, Redacted {
  private let renewal: TokenRenewal<GrantedToken>

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: https, or http on this machine. A path stays as a prefix.
  ///   - clock: Says when tokens end.
  /// - Throws: ``CatalogError/Code/invalidCredential`` where id or secret cannot be one;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    clientSecret: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any CatalogClock = SystemCatalogClock()
  ) throws(CatalogError) {
    let endpoint = try TokenEndpoint(
      accounts.tokens,
      of: .spotify,
      app: (clientID, clientSecret),
      transport: transport,
      clock: clock
    )
    renewal = TokenRenewal(pace: .spotify, clock: clock) {
      await Result(of: { try await endpoint.tokens(for: ["grant_type": "client_credentials"]) })
        .map { GrantedToken($0, at: clock.date) }.mapError { .ofTokenSource($0, of: .spotify) }
    }
  }

  /// The token at hand, or the next one.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/unauthorized`` where the service does not know
  ///   the app or its secret; what kept a token from coming; `CancellationError`.
  public func accessToken() async throws -> SpotifyAccessToken {
    try await renewal.token().access
  }

  /// Drops the token, so that the next call gets another one. Where that one is refused soon after,
  /// further ones are asked for ever more slowly.
  public func refused(_ token: SpotifyAccessToken) async {
    renewal.refused(GrantedToken(token, expiresAt: .distantPast))
  }
}
