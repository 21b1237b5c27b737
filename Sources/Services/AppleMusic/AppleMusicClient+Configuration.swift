import Foundation
import Logging
import MusicCatalog

extension AppleMusicClient {
  /// What a client works with. All of it has a default.
  public struct Configuration: Sendable {
    /// Where the service is: `https://api.music.apple.com` by default. A path is a prefix of every
    /// request's path. It stands for the service: no page is asked for anywhere else.
    public var baseURL: URL?
    /// What sends the requests. Retries, limits of rate and caching are its part: see
    /// ``ServiceTransport``. Clients that share one share its line and its cache.
    public var transport: any HTTPTransport
    /// Measures the window of the look-ups, and dates the answers. With a clock that a test moves by
    /// hand, a single look-up waits until it is moved: or set ``lookupWindow`` to zero.
    public var clock: any CatalogClock
    /// Where refused requests are noted, at the level `debug`, without tokens and queries.
    public var logger: Logger
    /// For how long single look-ups are collected before they are sent as one.
    public var lookupWindow: Duration
    /// How long one attempt to get an answer may take. How long a request may take with all its
    /// attempts is the transport's part: a minute by default (``RetryPolicy/totalTime``), and the
    /// wait in the line (``RateLimit/maximumWait``).
    public var timeout: Duration
    /// How many bytes one answer may have. A page of 300 songs has about half a megabyte.
    public var maximumReplySize: Int

    /// Makes a configuration.
    ///
    /// - Parameters:
    ///   - transport: what sends the requests; `nil`: a `URLSession` with all that the service
    ///     asks for around it, made by ``ServicePolicy/appleMusic``.
    ///   - random: spreads the retries of that default transport, by numbers from 0 up to 1; called
    ///     on any thread.
    public init(
      transport: (any HTTPTransport)? = nil,
      baseURL: URL? = URL(string: "https://api.music.apple.com"),
      clock: any CatalogClock = SystemCatalogClock(),
      random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
      logger: Logger = Logger(label: "MusicCatalog.AppleMusic"),
      lookupWindow: Duration = .milliseconds(5),
      timeout: Duration = .seconds(30),
      maximumReplySize: Int = 32 << 20
    ) {
      self.transport =
        transport
        ?? ServiceTransport(
          URLSessionTransport(clock: clock),
          policy: .appleMusic,
          clock: clock,
          random: random,
          logger: logger
        )
      self.baseURL = baseURL
      self.clock = clock
      self.logger = logger
      self.lookupWindow = lookupWindow
      self.timeout = timeout
      self.maximumReplySize = maximumReplySize
    }
  }
}
