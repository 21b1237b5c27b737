import Foundation
import MusicCatalog

/// Gets a user's tokens through the app's own server, which alone knows the app's secret.
///
/// The server has two addresses, as Spotify's SDKs for phones ask for them: *swap* gets a form with
/// `code` (and `code_verifier`, where the sign-in had a proof key), *refresh* one with
/// `refresh_token`. Both answer what the accounts service answers. `Examples/token-swap` is such a
/// server. Descriptions show no address.
public struct SpotifyTokenSwap: SpotifyTokenExchange {
  private let swap: TokenEndpoint
  private let refresh: TokenEndpoint
  private let transport: any HTTPTransport
  private let clock: any CatalogClock

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
    swap = TokenEndpoint(try SecureAddress.post(swapURL))
    refresh = TokenEndpoint(try SecureAddress.post(refreshURL))
    self.transport = transport
    self.clock = clock
  }

  /// The tokens of a new sign-in.
  public func redeem(_ code: SpotifyAuthorizationCode) async throws -> Spotify.TokenAnswer {
    let form: KeyValuePairs<String, String> =
      if let verifier = code.verifier {
        ["code": code.secret, "code_verifier": verifier]
      } else {
        ["code": code.secret]
      }
    return try await swap.tokens(for: form, by: transport, at: clock.date)
  }

  /// The next tokens.
  public func refresh(_ refreshToken: String) async throws -> Spotify.TokenAnswer {
    try await refresh.tokens(
      for: ["refresh_token": refreshToken],
      by: transport,
      at: clock.date
    )
  }
}

extension SpotifyTokenSwap: CustomStringConvertible, CustomReflectable {
  /// The type's name.
  public var description: String { "SpotifyTokenSwap" }

  /// Nothing: an address may hold what is nobody's business.
  public var customMirror: Mirror { Mirror(self, children: EmptyCollection<Mirror.Child>()) }
}
