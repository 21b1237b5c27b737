import Foundation
import PlayerKit
import PlayerKitServices
import PlayerKitSystem

/// Provides tokens of the app itself, without a user, for the catalog only.
///
/// Each token request contains the app's secret, so this is for servers and for tools of the app's
/// owner. An app for others has no secret. Concurrent callers share one request. A token is renewed
/// a minute before it expires, while the old one stays in use. After a failure the service is not
/// asked for a second, longer after each further one, and callers get the last error at once. All
/// methods may be called on any thread. Descriptions contain no secret.
public final class SpotifyClientCredentials: SpotifyTokenProvider, Redacted {
  private let renewal: TokenRenewal<GrantedToken>

  /// Makes a provider.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: HTTPS, or HTTP on this machine. A path is kept as a
  ///     prefix.
  ///   - clock: Decides when tokens expire.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the id or secret is malformed;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    clientSecret: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any PlaybackClock = SystemPlaybackClock()
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

  /// Returns the cached token, or requests the next one.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/unauthorized`` if the service
  ///   does not know the app or its secret, or the error that prevented a token;
  ///   `CancellationError`.
  public func accessToken() async throws -> SpotifyAccessToken {
    try await renewal.token().access
  }

  /// Drops the token, so that the next call gets another one. If it is refused too, soon after,
  /// further ones are requested with growing delays.
  public func refused(_ token: SpotifyAccessToken) async {
    renewal.refused(GrantedToken(token, expiresAt: .distantPast))
  }
}
