import Foundation
import Logging
import PlayerKit

/// What all services of an app share: network, logger, clock, country, and addresses.
public struct ServiceSetup: Sendable {
  /// Base URLs that replace a service's own. The keys are names of services; a second server of a
  /// service has its own name, such as `spotify-accounts`.
  public var bases: [String: URL]
  /// The country of the catalogs, two lowercase letters.
  public var country: String
  /// The network transport below the services' own transports. All services share it.
  public var network: any HTTPTransport
  /// The logger of the services.
  public var logger: Logger
  /// The clock of the services.
  public var clock: any PlaybackClock
  private let lines = ServiceLines()

  /// Makes a setup.
  public init(
    bases: [String: URL] = [:],
    country: String = "us",
    network: (any HTTPTransport)? = nil,
    logger: Logger = Logger(label: "PlayerKitServices"),
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.bases = bases
    self.country = country
    self.network = network ?? NetworkTransport(clock: clock)
    self.logger = logger
    self.clock = clock
  }

  /// Returns the configuration of a service's client. All clients of a service share one rate
  /// limit, even across copies of this setup.
  ///
  /// - Parameters:
  ///   - policy: The policy of the service.
  ///   - address: The name of the server, a key of ``bases``.
  ///   - sharesLimit: `false` for a client that must not wait for the others.
  public func configuration(
    _ policy: ServicePolicy,
    address: String,
    sharesLimit: Bool = true
  ) -> ClientConfiguration {
    let limiter = sharesLimit ? lines.limiter(for: policy, at: bases[address], clock: clock) : nil
    return ClientConfiguration(
      baseURL: bases[address],
      transport: ServiceTransport(
        network,
        policy: policy,
        limiter: limiter,
        clock: clock,
        logger: logger
      ),
      clock: clock,
      logger: logger
    )
  }
}
