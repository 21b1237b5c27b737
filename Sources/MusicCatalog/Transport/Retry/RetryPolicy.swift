import Foundation
import HTTPTypes

/// When a failed call is sent again, and after how long.
public struct RetryPolicy: Sendable {
  /// How often a call is sent at most, the first time included; less than one counts as one.
  public var maximumAttempts: Int
  /// The waits before the second attempt, the third …; the last one is used on.
  public var backOff: [Duration]
  /// By which part a wait is made longer or shorter at random, 0 … 1: so that callers who failed at
  /// once do not come back at once.
  public var jitter: Double
  /// The longest `Retry-After` that is waited for. A longer one fails the call at once, by
  /// ``CatalogError/Code/rateLimited`` with ``CatalogError/retryAfter``.
  public var maximumRetryAfter: Duration
  /// The statuses after which a call is sent again.
  public var statuses: Set<Int>
  /// The failures after which a call is sent again.
  ///
  /// ``CatalogError/Code/rateLimited`` counts only where the service itself said so, which is where
  /// the error has an HTTP status: a limiter on this side has waited already as long as it may.
  public var codes: Set<CatalogError.Code>
  /// The methods that may be sent again: by default the idempotent ones (RFC 9110, 9.2.2).
  public var methods: Set<HTTPRequest.Method>

  /// Makes a policy; by default four attempts after 0.5, 1 and 2 s, each a quarter more or less.
  public init(
    maximumAttempts: Int = 4,
    backOff: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)],
    jitter: Double = 0.25,
    maximumRetryAfter: Duration = .seconds(30),
    statuses: Set<Int> = [408, 429, 500, 502, 503, 504],
    codes: Set<CatalogError.Code> = [.unreachable, .timedOut, .interrupted, .rateLimited],
    methods: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]
  ) {
    self.maximumAttempts = maximumAttempts
    self.backOff = backOff
    self.jitter = jitter
    self.maximumRetryAfter = maximumRetryAfter
    self.statuses = statuses
    self.codes = codes
    self.methods = methods
  }

  /// Sends everything once.
  public static let never = RetryPolicy(maximumAttempts: 1)
}

extension RetryPolicy {
  enum Verdict: Equatable {
    /// What came is the end.
    case final
    case retry(after: Duration)
    /// The service wants to be left alone for longer than a call may wait.
    case tooLong(Duration)
  }

  /// Judges an answer.
  ///
  /// - Parameters:
  ///   - attempt: how often the call was sent, from 1.
  ///   - random: from 0 up to 1.
  func verdict(
    on reply: HTTPReply,
    to call: HTTPCall,
    attempt: Int,
    now: Date,
    random: Double
  ) -> Verdict {
    guard statuses.contains(reply.response.status.code) else { return .final }
    return verdict(call, attempt, reply.retryAfter(now: now), random)
  }

  /// Judges a failure.
  func verdict(
    on error: CatalogError,
    to call: HTTPCall,
    attempt: Int,
    random: Double
  ) -> Verdict {
    guard codes.contains(error.code), error.isRetryable else { return .final }
    if error.code == .rateLimited && error.httpStatus == nil { return .final }
    // Such an error says how long already.
    let verdict = verdict(call, attempt, error.retryAfter, random)
    if case .tooLong = verdict { return .final }
    return verdict
  }

  private func verdict(
    _ call: HTTPCall,
    _ attempt: Int,
    _ asked: Duration?,
    _ random: Double
  ) -> Verdict {
    guard methods.contains(call.request.method) else { return .final }
    if let asked, asked > maximumRetryAfter { return .tooLong(asked) }
    guard attempt < maximumAttempts else { return .final }
    return .retry(after: max(wait(after: attempt, random), asked ?? .zero))
  }

  private func wait(after attempt: Int, _ random: Double) -> Duration {
    guard let last = backOff.last else { return .zero }
    let base = max(attempt <= backOff.count ? backOff[max(attempt, 1) - 1] : last, .zero)
    // Comparisons with a number that is none are false: it counts as no jitter.
    let jitter = jitter >= 0 && jitter <= 1 ? jitter : 0
    let random = random >= 0 && random <= 1 ? random : 0.5
    return min(base, .seconds(24 * 3600)) * (1 - jitter + 2 * jitter * random)
  }
}
