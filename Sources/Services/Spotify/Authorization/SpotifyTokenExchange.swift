import Foundation
import PlayerKitServices

/// Redeems codes and refresh tokens: at the accounts service, or through an app's own server.
///
/// Answers what the service answered. ``SpotifyUserTokenProvider`` calls one method at a time.
public protocol SpotifyTokenExchange: Sendable {
  /// The tokens of a new sign-in.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/signInRequired`` where the code is not accepted.
  func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer

  /// The next access token, and the next refresh token where there is one.
  ///
  /// - Throws: ``CatalogError``: ``CatalogError/Code/signInRequired`` where the refresh token has
  ///   ended, was revoked, or has been replaced by another.
  func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer
}

/// Gets a user's tokens from the accounts service for an app without a secret: by proof key (PKCE).
/// The right one for tools and desktop apps. Descriptions hold no secret, as there is none.
public struct SpotifyPKCE: SpotifyTokenExchange {
  private let clientID: String
  private let endpoint: TokenEndpoint

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
    self.clientID = try TokenEndpoint.checked(clientID, of: .spotify)
    endpoint = try TokenEndpoint(accounts.tokens, of: .spotify, transport: transport, clock: clock)
  }

  /// The tokens of a new sign-in.
  ///
  /// - Throws: as the protocol says; ``CatalogError/Code/invalidArgument`` for a code that was asked
  ///   for without a proof key.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    guard code.verifier != nil else {
      throw CatalogError.spotify(.invalidArgument, "The code has no proof key")
    }
    return try await endpoint.redeem(code, clientID: clientID)
  }

  /// The next tokens. The old refresh token usually dies by this.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await endpoint.refresh(refreshToken, clientID: clientID)
  }
}

/// Gets a user's tokens from the accounts service for an app that keeps a secret: a server.
///
/// It is what stands behind a ``SpotifyTokenSwap``. Descriptions hold no secret.
public struct SpotifyClientSecret: SpotifyTokenExchange, Redacted {
  private let endpoint: TokenEndpoint

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
    let app = (clientID, clientSecret)
    endpoint = try TokenEndpoint(
      accounts.tokens,
      of: .spotify,
      app: app,
      transport: transport,
      clock: clock
    )
  }

  /// The tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    try await endpoint.redeem(code)
  }

  /// The next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await endpoint.refresh(refreshToken)
  }
}

/// Gets a user's tokens through the app's own server, which alone knows the app's secret.
///
/// The server has two addresses, as Spotify's SDKs for phones ask for them: *swap* gets a form with
/// `code` (and `code_verifier`, where the sign-in had a proof key), *refresh* one with
/// `refresh_token`. Both answer what the accounts service answers. `Examples/token-swap` is such a
/// server. Descriptions show no address.
public struct SpotifyTokenSwap: SpotifyTokenExchange, Redacted {
  private let swap: TokenEndpoint
  private let refresh: TokenEndpoint

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - swapURL: Where codes are redeemed: https, or http on this machine.
  ///   - refreshURL: Where refresh tokens are.
  ///   - transport: Sends the requests.
  ///   - clock: For a `Retry-After` that names a date.
  /// - Throws: ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    swapURL: URL,
    refreshURL: URL,
    transport: any HTTPTransport,
    clock: any CatalogClock = SystemCatalogClock()
  ) throws(CatalogError) {
    swap = try TokenEndpoint(swapURL, of: .spotify, transport: transport, clock: clock)
    refresh = try TokenEndpoint(refreshURL, of: .spotify, transport: transport, clock: clock)
  }

  /// The tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    try await swap.tokens(for: ["code": code.secret, "code_verifier": code.verifier])
  }

  /// The next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await refresh.tokens(for: ["refresh_token": refreshToken])
  }
}
