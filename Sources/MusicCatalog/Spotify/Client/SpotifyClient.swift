import Foundation
import HTTPTypes
import Logging

/// Reads the Spotify Web API, changes a user's library and playlists, and commands the user's
/// players.
///
/// ```swift
/// let client = SpotifyClient(tokens: tokens, market: "GB")
/// let found = try await client.search("the example band", for: [.track, .album])
/// for try await track in try await client.albumTracks("1111111111111111111111").all { … }
/// ```
///
/// A value; copies share their tokens, their transport and what is known of the app. All methods may
/// be called on any thread, any number of times at once, and throw ``CatalogError``, or
/// `CancellationError` soon after the task is cancelled. What is wrong with a call itself (an
/// identity that is none, a limit above the maximum) is ``CatalogError/Code/invalidArgument``, and
/// nothing is sent.
///
/// A refused token (401) is renewed once a request, where its provider has another. What the service
/// gives as its reason is ``CatalogError/spotifyReason``. What it has taken from the app's class is
/// ``CatalogError/Code/unavailable``: found out by asking, noted in ``capabilities``, and not asked
/// again.
public struct SpotifyClient: Sendable {
  /// The country for which tracks and albums are asked for, such as `GB`; `nil`: the user's, or with
  /// an app's own token none, where each track lists its countries.
  public var market: String?
  /// What answers have shown of what the app may do.
  public let capabilities: SpotifyCapabilities

  let requester: SpotifyRequester
  var gate: SpotifyCapabilityGate { SpotifyCapabilityGate(capabilities: capabilities) }

  /// Makes a client. Nothing is checked or sent yet.
  ///
  /// - Parameters:
  ///   - tokens: gives the token of each request: an app's own, or a user's, without which
  ///     everything below `/me` is refused.
  ///   - market: the country for which tracks are asked for.
  ///   - capabilities: what is known of the app, to be shared by all its clients.
  ///   - configuration: the transport and its like.
  public init(
    tokens: any SpotifyTokenProvider,
    market: String? = nil,
    capabilities: SpotifyCapabilities = SpotifyCapabilities(),
    configuration: Configuration = Configuration()
  ) {
    self.market = market
    self.capabilities = capabilities
    requester = SpotifyRequester(
      base: configuration.baseURL.flatMap { ServiceBase($0, of: .spotify) },
      transport: configuration.transport,
      tokens: tokens,
      clock: configuration.clock,
      logger: configuration.logger,
      timeout: configuration.timeout,
      maximumReplySize: configuration.maximumReplySize
    )
  }

  /// The same client for another country.
  public func `in`(market: String?) -> SpotifyClient {
    var client = self
    client.market = market
    return client
  }

  /// The market as a parameter.
  func country() throws -> String? {
    try SpotifyChecks.market(market)
    return market
  }
}
