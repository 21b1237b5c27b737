import Foundation
import HTTPTypes

/// How often a service may be asked, and how long it is left alone where it refuses.
public struct RateLimit: Sendable {
  /// One call in this time, in the long run; zero: no limit.
  public var interval: Duration
  /// How many calls may go at once after a time of rest; less than one counts as one.
  public var burst: Int
  /// How many calls may be under way at once; `nil`: any number; less than one counts as one. Where there is such a
  /// bound, a redirect is a call of its own, and leads no further than to the same scheme, host and port.
  public var mostAtOnce: Int?
  /// How long all calls pause after the service refused one for being too many; doubled each time,
  /// until a call that was sent after a pause succeeds.
  public var firstPause: Duration
  /// The longest that doubling leads to.
  public var longestPause: Duration
  /// The longest that all calls pause because the service asks for it. Where it asks for more, one
  /// call goes out after this time and finds out whether it still refuses: so a `Retry-After` of
  /// years, once, does not disable a client for as long as the process lives. The error of the
  /// refused call tells what the service asked for.
  public var longestRequestedPause: Duration
  /// How long a call may wait for its turn, in the line or in a pause. One that would have to wait
  /// for longer fails at once, by ``CatalogError/Code/rateLimited`` with
  /// ``CatalogError/retryAfter``.
  public var maximumWait: Duration
  /// The service's own form of throttling.
  public var judge: @Sendable (HTTPReply) -> ThrottlingVerdict

  /// Makes a limit; by default a service's own wishes are heeded up to five minutes.
  public init(
    interval: Duration,
    burst: Int,
    mostAtOnce: Int? = nil,
    firstPause: Duration,
    longestPause: Duration,
    longestRequestedPause: Duration = .seconds(300),
    maximumWait: Duration,
    judge: @escaping @Sendable (HTTPReply) -> ThrottlingVerdict = { .byStatus($0) }
  ) {
    self.interval = interval
    self.burst = burst
    self.mostAtOnce = mostAtOnce
    self.firstPause = firstPause
    self.longestPause = longestPause
    self.longestRequestedPause = longestRequestedPause
    self.maximumWait = maximumWait
    self.judge = judge
  }
}

/// What an answer says of the rate.
@nonexhaustive public enum ThrottlingVerdict: Sendable, Hashable {
  /// The service serves.
  case served
  /// The call was one too many. It becomes ``CatalogError/Code/rateLimited``, whatever its status:
  /// so it is never taken for an answer, nor kept as one.
  case throttled
  /// A quota is used up, for hours perhaps: as ``throttled``, and the same call is not to be sent
  /// again soon. `reason` is the service's name of it.
  case exhausted(reason: String)
  /// Says nothing of the rate: an error of the service, say.
  case unrelated

  /// 429 is throttled, and so is 503 with a `Retry-After`; other failures of the server say nothing;
  /// all else is served.
  public static func byStatus(_ reply: HTTPReply) -> ThrottlingVerdict {
    switch reply.response.status.code {
    case 429: .throttled
    case 503 where reply.response.headerFields[.retryAfter] != nil: .throttled
    case 500...: .unrelated
    default: .served
    }
  }

  /// As ``byStatus(_:)``, and a 403 whose body is empty or no JSON: the iTunes Search API's form.
  public static func byStatusOrBareRefusal(_ reply: HTTPReply) -> ThrottlingVerdict {
    guard reply.response.status.code == 403, !reply.isLikelyJSON else { return byStatus(reply) }
    return .throttled
  }
}

extension HTTPReply {
  /// Whether the body begins as a JSON object or list does.
  package var isLikelyJSON: Bool {
    let first = body.first { !" \t\r\n".utf8.contains($0) }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
  }
}
