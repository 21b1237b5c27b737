import Foundation
import HTTPTypes
import Logging
import MusicCatalog

/// Reads the Spotify Web API, changes a user's library and playlists, and commands the user's
/// players.
///
/// ```swift
/// let client = SpotifyClient(tokens: tokens, market: "GB")
/// let found = try await client.search("the example band", for: [.track, .album])
/// for try await track in try await client.tracks(ofAlbum: "1111111111111111111111").all { … }
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

  /// One page of a list.
  ///
  /// - Parameters:
  ///   - query: what the list needs besides.
  ///   - most: the largest limit.
  func page<Element>(
    _ path: String...,
    query: KeyValuePairs<String, String?> = [:],
    limit: Int?,
    offset: Int?,
    atMost most: Int = SpotifyLimits.page
  ) async throws -> Spotify.Page<Element> {
    try SpotifyChecks.limit(limit, atMost: most)
    try SpotifyChecks.offset(offset)
    var request = SpotifyRequest(.get, path, query: query)
    request.query += [("limit", limit.text), ("offset", offset.text)]
    return try await requester.value(of: request)
  }
}

extension Int? {
  /// As a parameter.
  var text: String? { map(String.init) }
}

extension SpotifyClient {
  /// What a client works with. All of it has a default.
  public struct Configuration: Sendable {
    /// What stands for `https://api.spotify.com`, the default. A path is a prefix of every request's
    /// path, which itself begins with `/v1`. No page is asked for anywhere else.
    public var baseURL: URL?
    /// What sends the requests. Retries, limits of rate and caching are its part: see
    /// ``ServiceTransport``. Clients of one app share one, and with it the line and the cache.
    public var transport: any HTTPTransport
    /// Dates the answers.
    public var clock: any CatalogClock
    /// Where refused requests are noted, at the level `debug`, without tokens and queries.
    public var logger: Logger
    /// How long one exchange may take.
    public var timeout: Duration
    /// How many bytes one answer may have.
    public var maximumReplySize: Int

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - transport: what sends the requests; `nil`: a `URLSession` with all that the service
    ///     asks for around it, made by ``ServicePolicy/spotify``.
    ///   - random: spreads the retries of that default transport, by numbers from 0 up to 1; called
    ///     on any thread.
    public init(
      transport: (any HTTPTransport)? = nil,
      baseURL: URL? = URL(string: "https://api.spotify.com"),
      clock: any CatalogClock = SystemCatalogClock(),
      random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
      logger: Logger = Logger(label: "MusicCatalog.Spotify"),
      timeout: Duration = .seconds(30),
      maximumReplySize: Int = 32 << 20
    ) {
      self.transport =
        transport
        ?? ServiceTransport(
          URLSessionTransport(clock: clock),
          policy: .spotify,
          clock: clock,
          random: random,
          logger: logger
        )
      self.baseURL = baseURL
      self.clock = clock
      self.logger = logger
      self.timeout = timeout
      self.maximumReplySize = maximumReplySize
    }
  }
}
