import HTTPTypes
import Logging

/// All that one service needs around a transport, as its ``ServicePolicy`` says.
///
/// From the caller to the network, and why in this order:
///
/// 1. **Cache**: what is kept costs no turn in the line. It lies above all that turns refusals into
///    errors, so it only ever sees answers.
/// 2. **Single flight**: equal calls share one request together with its retries and its turn; below
///    the retries, callers would fall apart as soon as one of them failed.
/// 3. **Retries**: each attempt takes a turn in the line again. Above the limiter, since a retry is
///    a request like any other to the service.
/// 4. **Rate limit**: what goes out is counted where it goes out, and the service's refusals are
///    seen before anybody interprets them.
/// 5. **Log**: one line for each exchange that really took place, with the time that it took, not
///    the time in the line.
/// 6. The transport that was given.
///
/// Make one for each service and share it among its clients: the cache, the line and the pauses
/// are its. May be used on any thread.
public struct ServiceTransport: HTTPTransport {
  private let service: CatalogService
  private let stack: any HTTPTransport
  private let cache: CachingTransport?

  /// Composes the transports.
  ///
  /// - Parameters:
  ///   - limiter: whose line the calls join, for several stacks that share one address or account;
  ///     one of its own where none is given.
  ///   - random: gives numbers from 0 up to 1, on any thread.
  public init(
    _ base: any HTTPTransport,
    policy: ServicePolicy,
    limiter: RateLimiter? = nil,
    clock: any CatalogClock = SystemCatalogClock(),
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
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    do {
      return try await stack.send(call)
    } catch var error as CatalogError {
      error.service = error.service ?? service
      throw error
    }
  }

  /// Forgets the answers that are kept.
  public func removeCachedReplies() {
    cache?.removeAll()
  }
}

extension ClientConfiguration {
  /// The transport that is given, or a ``NetworkTransport`` with all that the service asks for around it.
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
