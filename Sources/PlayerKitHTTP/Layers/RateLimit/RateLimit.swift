import HTTPTypes
import PlayerKitSystem

/// The rate limit of a service, and the pauses after it throttles calls.
public struct RateLimit: Sendable {
  /// The average time between calls. Zero means no limit.
  public var interval: Duration
  /// The number of calls that may be sent at once after idle time. Less than one counts as one.
  public var burst: Int
  /// The maximum number of concurrent calls. `nil` means no limit; less than one counts as one.
  /// With a limit, each redirect counts as a call, and must stay within the same scheme, host and
  /// port.
  public var maximumAtOnce: Int?
  /// The pause of all calls after the service throttles one. It doubles each time until a call sent
  /// after a pause succeeds.
  public var firstPause: Duration
  /// The upper limit of the doubled pause.
  public var longestPause: Duration
  /// The upper limit of a pause that the service asks for. If it asks for more, one call is sent
  /// after this time to test whether it is still throttled. So a single `Retry-After` of years does
  /// not disable a client until the process ends. The error of the throttled call reports the
  /// requested time.
  public var longestRequestedPause: Duration
  /// How long a call may wait for its turn, including pauses. A call that would have to wait longer
  /// fails at once with ``CatalogError/Code/rateLimited`` and ``CatalogError/retryAfter``.
  public var maximumWait: Duration
  /// Detects the service's own form of throttling.
  public var judge: @Sendable (HTTPTransportResponse) -> ThrottlingVerdict

  /// Makes a limit. By default pauses requested by the service are honored up to five minutes.
  public init(
    interval: Duration,
    burst: Int,
    maximumAtOnce: Int? = nil,
    firstPause: Duration,
    longestPause: Duration,
    longestRequestedPause: Duration = .seconds(300),
    maximumWait: Duration,
    judge: @escaping @Sendable (HTTPTransportResponse) -> ThrottlingVerdict = { .byStatus($0) }
  ) {
    self.interval = interval
    self.burst = burst
    self.maximumAtOnce = maximumAtOnce
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.longestRequestedPause = longestRequestedPause
    self.maximumWait = maximumWait
    self.judge = judge
  }
}

/// The meaning of a reply for the rate limit.
@nonexhaustive public enum ThrottlingVerdict: Sendable, Hashable {
  /// The service answered the call.
  case served
  /// The call exceeded the limit. It fails with ``CatalogError/Code/rateLimited``, regardless of
  /// its status, so it is never used or cached as a reply.
  case throttled
  /// A quota is used up, possibly for hours. Like ``throttled``, but the call should not be sent
  /// again soon. `reason` is the service's name for it.
  case exhausted(reason: String)
  /// The reply gives no information about the rate, such as a server error.
  case unrelated

  /// Treats 429 and 503 with `Retry-After` as throttled, other 5xx statuses as unrelated, and
  /// everything else as served.
  public static func byStatus(_ reply: HTTPTransportResponse) -> ThrottlingVerdict {
    switch reply.response.status.code {
    case 429: .throttled
    case 503 where reply.response.headerFields[.retryAfter] != nil: .throttled
    case 500...: .unrelated
    default: .served
    }
  }

  /// Same as ``byStatus(_:)``, but also treats a 403 with an empty or non-JSON body as throttled:
  /// the form of the iTunes Search API.
  public static func byStatusOrBareRefusal(_ reply: HTTPTransportResponse) -> ThrottlingVerdict {
    guard reply.response.status.code == 403, !reply.isLikelyJSON else { return byStatus(reply) }
    return .throttled
  }
}

extension HTTPTransportResponse {
  /// Whether the body begins like a JSON object or array.
  package var isLikelyJSON: Bool {
    let first = body.first { !" \t\r\n".utf8.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
