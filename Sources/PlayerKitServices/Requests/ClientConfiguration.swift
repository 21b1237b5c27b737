import Foundation
import Logging
import PlayerKit
// Exported because an app that sets a transport also writes its requests.
@_exported import PlayerKitHTTP

/// The way in which a client reaches its service. The same for all services. All values have
/// defaults.
public struct ClientConfiguration: Sendable {
  /// Replaces the service's own base URL. `nil` uses the service's own. A path is a prefix of every
  /// request's path. Further pages of lists are requested only there. If it is not an HTTP or HTTPS
  /// URL with a host, each call fails.
  public var baseURL: URL?
  /// Sends the requests. If `nil`, a ``NetworkTransport`` wrapped according to the
  /// ``ServicePolicy`` of the service. The transport is responsible for retries, rate limits and
  /// caching; see ``ServiceTransport``. Clients that share a transport share its rate limit and
  /// cache.
  public var transport: (any HTTPTransport)?
  /// The clock for timestamps of replies and for waits of the client.
  public var clock: any PlaybackClock
  /// Logs rejected requests at the level `debug`, without tokens and queries.
  public var logger: Logger
  /// The timeout of one attempt. ``RetryPolicy/totalTime`` limits all attempts together.
  public var timeout: Duration
  /// The maximum size of a reply in bytes.
  public var maximumReplySize: Int

  /// Makes a configuration.
  public init(
    baseURL: URL? = nil,
    transport: (any HTTPTransport)? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    logger: Logger = Logger(label: "PlayerKitServices"),
    timeout: Duration = .seconds(30),
    maximumReplySize: Int = 32 << 20
  ) {
    self.baseURL = baseURL
    self.transport = transport
    self.clock = clock
    self.logger = logger
    self.timeout = timeout
    self.maximumReplySize = maximumReplySize
  }
}
