import Foundation
import Logging

extension AppleMusicClient {
  /// What a client works with. All of it has a default but the transport's.
  public struct Configuration: Sendable {
    /// Where the service is: `https://api.music.apple.com` by default. A path is a prefix of every
    /// request's path. It stands for the service: no page is asked for anywhere else.
    public var baseURL: URL?
    /// What sends the requests. Retries, limits of rate and caching are its part.
    public var transport: any HTTPTransport
    /// Measures the window of the look-ups, and dates the answers.
    public var clock: any CatalogClock
    /// Where refused requests are noted, at the level `debug`, without tokens and queries.
    public var logger: Logger
    /// For how long single look-ups are collected before they are sent as one.
    public var lookupWindow: Duration
    /// How long one exchange may take.
    public var timeout: Duration
    /// How many bytes one answer may have. A page of 300 songs has about half a megabyte.
    public var maximumReplySize: Int

    /// Makes a configuration.
    public init(
      transport: any HTTPTransport,
      baseURL: URL? = URL(string: "https://api.music.apple.com"),
      clock: any CatalogClock = SystemCatalogClock(),
      logger: Logger = Logger(label: "MusicCatalog.AppleMusic"),
      lookupWindow: Duration = .milliseconds(5),
      timeout: Duration = .seconds(30),
      maximumReplySize: Int = 32 << 20
    ) {
      self.transport = transport
      self.baseURL = baseURL
      self.clock = clock
      self.logger = logger
      self.lookupWindow = lookupWindow
      self.timeout = timeout
      self.maximumReplySize = maximumReplySize
    }
  }
}
