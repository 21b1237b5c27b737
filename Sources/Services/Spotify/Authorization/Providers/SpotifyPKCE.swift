import Foundation
import MusicCatalog

/// Gets a user's tokens from the accounts service for an app without a secret: by proof key (PKCE).
/// The right one for tools and desktop apps. Descriptions hold no secret, as there is none.
public struct SpotifyPKCE: SpotifyTokenExchange {
  private let clientID: String
  private let endpoint: TokenEndpoint
  private let transport: any HTTPTransport
  private let clock: any CatalogClock

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: https, or http on this machine. A path stays as a prefix.
  ///   - clock: For a `Retry-After` that names a date.
  /// - Throws: ``CatalogError/Code/invalidCredential`` where the id cannot be one;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any CatalogClock = SystemCatalogClock()
  ) throws(CatalogError) {
    self.clientID = try AppCredentials.checked(clientID)
    endpoint = try SpotifyAccounts(accounts).token
    self.transport = transport
    self.clock = clock
  }

  /// The tokens of a new sign-in.
  ///
  /// - Throws: as the protocol says; ``CatalogError/Code/invalidArgument`` for a code that was asked
  ///   for without a proof key.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    guard let verifier = code.verifier else {
      throw CatalogError(.invalidArgument, "The code has no proof key", service: .spotify)
    }
    return try await endpoint.tokens(
      for: [
        "grant_type": "authorization_code", "code": code.secret, "redirect_uri": code.redirectURI,
        "client_id": clientID, "code_verifier": verifier,
      ],
      by: transport,
      at: clock.date
    )
  }

  /// The next tokens. The old refresh token usually dies by this.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await endpoint.tokens(
      for: [
        "grant_type": "refresh_token", "refresh_token": refreshToken, "client_id": clientID,
      ],
      by: transport,
      at: clock.date
    )
  }
}
