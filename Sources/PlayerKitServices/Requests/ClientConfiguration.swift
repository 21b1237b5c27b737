import Foundation
import Logging

/// How a client reaches its service: the same for all services. All of it has a default.
public struct ClientConfiguration: Sendable {
  /// Stands for the service's own address; `nil`: that itself. A path is a prefix of every request's path. No
  /// page of a list is asked for anywhere else. One that is no http(s) URL of a host fails each call.
  public var baseURL: URL?
  /// Sends the requests; `nil`: a ``NetworkTransport`` with all that the service asks for around it, by its
  /// ``ServicePolicy``. Retries, limits of rate and caching are its part: see ``ServiceTransport``. Clients that
  /// share one share its line and its cache.
  public var transport: (any HTTPTransport)?
  /// Dates the answers, and times what a client waits for itself.
  public var clock: any CatalogClock
  /// Where refused requests are noted, at the level `debug`, without tokens and queries.
  public var logger: Logger
  /// How long one attempt to get an answer may take. ``RetryPolicy/totalTime`` bounds all attempts together.
  public var timeout: Duration
  /// How many bytes one answer may have.
  public var maximumReplySize: Int

  /// Makes a configuration.
  public init(
    baseURL: URL? = nil,
    transport: (any HTTPTransport)? = nil,
    clock: any CatalogClock = SystemCatalogClock(),
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
