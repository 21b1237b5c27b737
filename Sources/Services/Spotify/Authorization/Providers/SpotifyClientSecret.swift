import Foundation
import MusicCatalog

/// Gets a user's tokens from the accounts service for an app that keeps a secret: a server.
///
/// It is what stands behind a ``SpotifyTokenSwap``. Descriptions hold no secret.
public struct SpotifyClientSecret: SpotifyTokenExchange {
  private let app: AppCredentials
  private let endpoint: TokenEndpoint
  private let transport: any HTTPTransport
  private let clock: any CatalogClock

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: https, or http on this machine. A path stays as a prefix.
  ///   - clock: For a `Retry-After` that names a date.
  /// - Throws: ``CatalogError/Code/invalidCredential`` where id or secret cannot be one;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    clientSecret: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any CatalogClock = SystemCatalogClock()
  ) throws(CatalogError) {
    app = try AppCredentials(id: clientID, secret: clientSecret)
    endpoint = try SpotifyAccounts(accounts).token
    self.transport = transport
    self.clock = clock
  }

  /// The tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    let form: KeyValuePairs<String, String> =
      if let verifier = code.verifier {
        [
          "grant_type": "authorization_code", "code": code.secret,
          "redirect_uri": code.redirectURI, "code_verifier": verifier,
        ]
      } else {
        [
          "grant_type": "authorization_code", "code": code.secret,
          "redirect_uri": code.redirectURI,
        ]
      }
    return try await send(form)
  }

  /// The next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await send(["grant_type": "refresh_token", "refresh_token": refreshToken])
  }

  private func send(_ form: KeyValuePairs<String, String>) async throws -> Spotify.TokenAnswer {
    try await endpoint.tokens(
      for: form,
      basic: (app.id, app.secret),
      by: transport,
      at: clock.date
    )
  }
}

extension SpotifyClientSecret: CustomStringConvertible, CustomReflectable {
  /// The type's name.
  public var description: String { "SpotifyClientSecret" }

  /// Nothing: what is inside holds the secret.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
