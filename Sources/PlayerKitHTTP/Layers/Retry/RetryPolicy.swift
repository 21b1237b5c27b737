import HTTPTypes
import PlayerKitSystem

/// Decides when a failed call is sent again, and after what delay.
public struct RetryPolicy: Sendable {
  /// The maximum number of attempts, including the first. Less than one counts as one.
  public var maximumAttempts: Int
  /// The delays before the second attempt, the third, and so on. The last one repeats.
  public var backOff: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
  /// The fraction by which a delay randomly varies, from 0 to 1, so that callers that failed
  /// together do not retry together.
  public var jitter: Double = 0.25
  /// The maximum time of a call with all attempts and delays, from the first attempt on. No attempt
  /// starts later. The timeout of each further attempt is limited to the time that remains. The
  /// first attempt always has its own timeout.
  public var totalTime: Duration = .seconds(60)
  /// The maximum number of retries after ``CatalogError/Code/timedOut``. A stalled service blocks
  /// its callers for a full timeout each time.
  public var maximumTimeOutRetries: Int = 1
  /// The longest `Retry-After` to wait for. If the service asks for more, the call fails at once
  /// with ``CatalogError/Code/rateLimited`` and ``CatalogError/retryAfter``.
  public var maximumRetryAfter: Duration = .seconds(30)
  /// The statuses after which a call is sent again.
  public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
  /// The failures after which a call is sent again.
  ///
  /// ``CatalogError/Code/rateLimited`` counts only if the error has an HTTP status, so it comes
  /// from the service itself. A local limiter has already waited as long as allowed.
  public var codes: Set<CatalogError.Code> = [
    .unreachable, .timedOut, .interrupted, .rateLimited,
  ]
  /// The methods that may be sent again, by default the idempotent ones (RFC 9110, 9.2.2). After a
  /// 429, every method may be sent again: the service has not processed the call.
  public var methods: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]

  /// Makes a policy. By default four attempts after 0.5, 1 and 2 s, each varied by a quarter,
  /// within a minute, and only one retry after a timeout.
  public init(maximumAttempts: Int = 4) { self.maximumAttempts = maximumAttempts }

  /// Sends every call once.
  public static let never = RetryPolicy(maximumAttempts: 1)
}

extension RetryPolicy {
  enum Verdict: Equatable {
    /// The result is final.
    case final
    case retry(after: Duration)
    /// The service asks for a longer wait than allowed.
    case tooLong(Duration)
  }

  /// The progress of a call.
  struct Progress {
    /// The number of attempts.
    var attempt = 1
    /// The number of timeouts.
    var timeOuts = 0
    /// The time since the first attempt.
    var elapsed = Duration.zero
  }

  /// Returns the time that remains for all attempts.
  func timeLeft(after elapsed: Duration) -> Duration { max(totalTime, .zero) - elapsed }

  /// Judges a reply.
  ///
  /// - Parameter random: A number from 0 up to 1.
  func verdict(
    on reply: HTTPTransportResponse,
    to call: HTTPTransportRequest,
    _ progress: Progress,
    now: Date,
    random: Double
  ) -> Verdict {
    let status = reply.response.status.code
    guard statuses.contains(status), mayRepeat(call, after: status) else { return .final }
    return verdict(progress, reply.retryAfter(now: now), random)
  }

  /// Judges a failure.
  func verdict(
    on error: CatalogError,
    to call: HTTPTransportRequest,
    _ progress: Progress,
    random: Double
  ) -> Verdict {
    guard codes.contains(error.code), error.isRetryable else { return .final }
    if error.code == .rateLimited && error.httpStatus == nil { return .final }
    if error.code == .timedOut && progress.timeOuts > maximumTimeOutRetries { return .final }
    guard mayRepeat(call, after: error.httpStatus) else { return .final }
    // Such an error already states the time.
    let verdict = verdict(progress, error.retryAfter, random)
    if case .tooLong = verdict { return .final }
    return verdict
  }

  private func mayRepeat(_ call: HTTPTransportRequest, after status: Int?) -> Bool {
    status == 429 || methods.contains(call.request.method)
  }

  private func verdict(_ progress: Progress, _ asked: Duration?, _ random: Double) -> Verdict {
    if let asked, asked > maximumRetryAfter { return .tooLong(asked) }
    guard progress.attempt < maximumAttempts else { return .final }
    let wait = max(wait(after: progress.attempt, random), asked ?? .zero)
    return wait < timeLeft(after: progress.elapsed) ? .retry(after: wait) : .final
  }

  private func wait(after attempt: Int, _ random: Double) -> Duration {
    guard let last = backOff.last else { return .zero }
    let base = max(attempt <= backOff.count ? backOff[max(attempt, 1) - 1] : last, .zero)
    // Comparisons with NaN are false, so it counts as no jitter.
    let jitter = jitter >= 0 && jitter <= 1 ? jitter : 0
    let random = random >= 0 && random <= 1 ? random : 0.5
    return min(base, .seconds(24 * 3600)) * (1 - jitter + 2 * jitter * random)
  }
}
