import Foundation
import HTTPTypes

/// When a failed call is sent again, and after how long.
public struct RetryPolicy: Sendable {
  /// How often a call is sent at most, the first time included; less than one counts as one.
  public var maximumAttempts: Int
  /// The waits before the second attempt, the third …; the last one is used on.
  public var backOff: [Duration] = [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)]
  /// By which part a wait is made longer or shorter at random, 0 … 1: so that callers who failed at
  /// once do not come back at once.
  public var jitter: Double = 0.25
  /// How long a call may take with all its attempts and the waits between them, from the first time
  /// it is sent. No attempt begins later, and one that begins gets what is left of this time as its
  /// timeout, where its own is longer. The first attempt has its own timeout, whatever this is.
  public var totalTime: Duration = .seconds(60)
  /// How often a call is sent again because no whole answer came in time
  /// (``CatalogError/Code/timedOut``): a service that stalls holds its callers for a whole timeout
  /// each time.
  public var maximumTimeOutRetries: Int = 1
  /// The longest `Retry-After` that is waited for. A longer one fails the call at once, by
  /// ``CatalogError/Code/rateLimited`` with ``CatalogError/retryAfter``.
  public var maximumRetryAfter: Duration = .seconds(30)
  /// The statuses after which a call is sent again.
  public var statuses: Set<Int> = [408, 429, 500, 502, 503, 504]
  /// The failures after which a call is sent again.
  ///
  /// ``CatalogError/Code/rateLimited`` counts only where the service itself said so, which is where
  /// the error has an HTTP status: a limiter on this side has waited already as long as it may.
  public var codes: Set<CatalogError.Code> = [
    .unreachable, .timedOut, .interrupted, .rateLimited,
  ]
  /// The methods that may be sent again: by default the idempotent ones (RFC 9110, 9.2.2). After a
  /// 429 every method may: the service has refused the call, and done nothing.
  public var methods: Set<HTTPRequest.Method> = [.get, .head, .options, .put, .delete]

  /// Makes a policy; by default four attempts after 0.5, 1 and 2 s, each a quarter more or less,
  /// within a minute, and one further attempt after a timeout.
  public init(maximumAttempts: Int = 4) { self.maximumAttempts = maximumAttempts }

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

  /// What became of a call so far.
  struct Progress {
    /// How often it was sent.
    var attempt = 1
    /// How often no whole answer came in time.
    var timeOuts = 0
    /// Since it was first sent.
    var elapsed = Duration.zero
  }

  /// How much of the time for all attempts is left.
  func timeLeft(after elapsed: Duration) -> Duration { max(totalTime, .zero) - elapsed }

  /// Judges an answer.
  ///
  /// - Parameter random: from 0 up to 1.
  func verdict(
    on reply: HTTPReply,
    to call: HTTPCall,
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
    to call: HTTPCall,
    _ progress: Progress,
    random: Double
  ) -> Verdict {
    guard codes.contains(error.code), error.isRetryable else { return .final }
    if error.code == .rateLimited && error.httpStatus == nil { return .final }
    if error.code == .timedOut && progress.timeOuts > maximumTimeOutRetries { return .final }
    guard mayRepeat(call, after: error.httpStatus) else { return .final }
    // Such an error says how long already.
    let verdict = verdict(progress, error.retryAfter, random)
    if case .tooLong = verdict { return .final }
    return verdict
  }

  private func mayRepeat(_ call: HTTPCall, after status: Int?) -> Bool {
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
    // Comparisons with a number that is none are false: it counts as no jitter.
    let jitter = jitter >= 0 && jitter <= 1 ? jitter : 0
    let random = random >= 0 && random <= 1 ? random : 0.5
    return min(base, .seconds(24 * 3600)) * (1 - jitter + 2 * jitter * random)
  }
}
