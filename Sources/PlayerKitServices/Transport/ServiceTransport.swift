import HTTPTypes
import Logging
import PlayerKit

/// All layers that a service needs around a transport, according to its ``ServicePolicy``.
///
/// From the caller to the network, with the reasons for this order:
///
/// 1. **Cache**: a cached reply needs no turn at the rate limiter. The cache is above all layers
///    that turn refusals into errors, so it only sees valid replies.
/// 2. **Single flight**: equal calls share one request with its retries and its turn. Below the
///    retries, callers would separate as soon as one attempt failed.
/// 3. **Retries**: each attempt waits for its own turn, since the service counts a retry like any
///    other request.
/// 4. **Rate limit**: counts requests where they leave, and sees the service's refusals before any
///    other layer interprets them.
/// 5. **Log**: one line for each actual exchange, with its duration, not the wait for its turn.
/// 6. The given transport.
///
/// Make one for each service and share it among the service's clients, so they share the cache, the
/// rate limit and the pauses. May be used on any thread.
public struct ServiceTransport: HTTPTransport {
  private let service: CatalogService
  private let stack: any HTTPTransport
  private let cache: CachingTransport?

  /// Composes the transports.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the calls.
  ///   - policy: The policy to follow.
  ///   - clock: The clock of rates, pauses, and expiry.
  ///   - logger: Where the exchanges are logged, without secrets.
  ///   - limiter: The limiter to use, for several stacks that share one address or account. By
  ///     default the transport makes its own.
  ///   - random: Returns numbers from 0 up to 1, on any thread.
  public init(
    _ base: any HTTPTransport,
    policy: ServicePolicy,
    limiter: RateLimiter? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) },
    logger: Logger = Logger(label: "PlayerKitServices")
  ) {
    let log = LoggingTransport(base, logger: logger, clock: clock)
    let limited = RateLimitedTransport(log, limit: policy.limit, limiter: limiter, clock: clock)
    let retrying = RetryingTransport(limited, policy: policy.retry, clock: clock, random: random)
    let flight = SingleFlightTransport(retrying)
    cache = policy.cache.map { CachingTransport(flight, policy: $0, clock: clock) }
    stack = cache ?? flight
    service = policy.service
  }

  /// Sends a call. Errors name the service.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    do {
      return try await stack.send(call)
    } catch var error as CatalogError {
      error.service = error.service ?? service
      throw error
    }
  }

  /// Empties the cache of replies.
  public func removeCachedReplies() {
    cache?.removeAll()
  }
}

extension ClientConfiguration {
  /// Returns the given transport, or a ``NetworkTransport`` with all layers that the service needs.
  package func transport(
    for policy: ServicePolicy,
    limiter: RateLimiter? = nil
  ) -> any HTTPTransport {
    transport
      ?? ServiceTransport(
        NetworkTransport(clock: clock),
        policy: policy,
        limiter: limiter,
        clock: clock,
        logger: logger
      )
  }
}
