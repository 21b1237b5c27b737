import Foundation
import PlayerKit
import PlayerKitServices

/// Redeems codes and refresh tokens, at the accounts service or through an app's own server.
///
/// Returns the service's reply unchanged. ``SpotifyUserTokenProvider`` calls one method at a time.
public protocol SpotifyTokenExchange: Sendable {
  /// Requests the tokens of a new sign-in.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/signInRequired`` if the code is
  ///   not accepted.
  func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer

  /// Requests the next access token, and the next refresh token if there is one.
  ///
  /// - Throws: ``CatalogError``, with the code ``CatalogError/Code/signInRequired`` if the refresh
  ///   token has expired, was revoked, or has been replaced by another.
  func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer
}

/// Gets a user's tokens from the accounts service for an app without a secret, with a proof key
/// (PKCE). Suited for tools and desktop apps. Descriptions contain no secret, since there is none.
public struct SpotifyPKCE: SpotifyTokenExchange {
  private let clientID: String
  private let endpoint: TokenEndpoint

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: HTTPS, or HTTP on this machine. A path is kept as a
  ///     prefix.
  ///   - clock: Gives the date for a `Retry-After` with a date.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the id is malformed;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    self.clientID = try TokenEndpoint.checked(clientID, of: .spotify)
    endpoint = try TokenEndpoint(accounts.tokens, of: .spotify, transport: transport, clock: clock)
  }

  /// Requests the tokens of a new sign-in.
  ///
  /// - Throws: The errors of the protocol; ``CatalogError/Code/invalidArgument`` for a code that
  ///   was requested without a proof key.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    guard code.verifier != nil else {
      throw CatalogError.spotify(.invalidArgument, "The code has no proof key")
    }
    return try await endpoint.redeem(code, clientID: clientID)
  }

  /// Requests the next tokens. The old refresh token usually becomes invalid.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await endpoint.refresh(refreshToken, clientID: clientID)
  }
}

/// Gets a user's tokens from the accounts service for an app that keeps a secret: a server.
///
/// A server for ``SpotifyTokenSwap`` uses it. Descriptions contain no secret.
public struct SpotifyClientSecret: SpotifyTokenExchange, Redacted {
  private let endpoint: TokenEndpoint

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - clientID: The app's id.
  ///   - clientSecret: The app's secret.
  ///   - transport: Sends the requests.
  ///   - accounts: The accounts service: HTTPS, or HTTP on this machine. A path is kept as a
  ///     prefix.
  ///   - clock: Gives the date for a `Retry-After` with a date.
  /// - Throws: ``CatalogError/Code/invalidCredential`` if the id or secret is malformed;
  ///   ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    clientID: String,
    clientSecret: String,
    transport: any HTTPTransport,
    accounts: URL = .spotifyAccounts,
    clock: any PlaybackClock = SystemPlaybackClock()
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

  /// Requests the tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    try await endpoint.redeem(code)
  }

  /// Requests the next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await endpoint.refresh(refreshToken)
  }
}

/// Gets a user's tokens through the app's own server, the only place with the app's secret.
///
/// The server has two endpoints, as required by Spotify's mobile SDKs: *swap* receives a form with
/// `code` (and `code_verifier` if the sign-in had a proof key), *refresh* one with `refresh_token`.
/// Both return the reply of the accounts service. `Examples/token-swap` is such a server.
/// Descriptions show no address.
public struct SpotifyTokenSwap: SpotifyTokenExchange, Redacted {
  private let swap: TokenEndpoint
  private let refresh: TokenEndpoint

  /// Makes an exchange.
  ///
  /// - Parameters:
  ///   - swapURL: The endpoint that redeems codes: HTTPS, or HTTP on this machine.
  ///   - refreshURL: The endpoint that redeems refresh tokens.
  ///   - transport: Sends the requests.
  ///   - clock: Gives the date for a `Retry-After` with a date.
  /// - Throws: ``CatalogError/Code/invalidArgument`` for any other address.
  public init(
    swapURL: URL,
    refreshURL: URL,
    transport: any HTTPTransport,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) throws(CatalogError) {
    swap = try TokenEndpoint(swapURL, of: .spotify, transport: transport, clock: clock)
    refresh = try TokenEndpoint(refreshURL, of: .spotify, transport: transport, clock: clock)
  }

  /// Requests the tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    try await swap.tokens(for: ["code": code.secret, "code_verifier": code.verifier])
  }

  /// Requests the next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await refresh.tokens(for: ["refresh_token": refreshToken])
  }
}
