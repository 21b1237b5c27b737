import Foundation
import Logging

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
