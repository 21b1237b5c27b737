import HTTPTypes

/// Sends a call again where the network or the service failed, as a ``RetryPolicy`` says.
///
/// What the last attempt gave is what the caller gets, be it an answer or an error. A call's timeout
/// is that of each attempt; ``RetryPolicy/totalTime`` bounds all of them together. Where attempts
/// wait in the line of a ``RateLimiter`` below, the wait for the last one's turn comes on top, up to
/// ``RateLimit/maximumWait``. Cancellation ends a wait at once.
public struct RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RetryPolicy
  private let clock: any CatalogClock
  private let random: @Sendable () -> Double

  /// Makes a transport around another.
  ///
  /// - Parameters:
  ///   - clock: what the waits are measured by, and dates in `Retry-After` compared with.
  ///   - random: gives numbers from 0 up to 1, on any thread.
  public init(
    _ base: any HTTPTransport,
    policy: RetryPolicy = RetryPolicy(),
    clock: any CatalogClock = SystemCatalogClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = random
  }

  /// Sends a call until an attempt succeeds or is the last.
  public func send(_ call: HTTPCall) async throws -> HTTPReply {
    var call = call
    var progress = RetryPolicy.Progress()
    let start = clock.uptime
    while true {
      let result = try await outcome(of: call)
      progress.elapsed = clock.uptime - start
      if case .failure(let error) = result, error.code == .timedOut { progress.timeOuts += 1 }
      switch verdict(on: result, to: call, progress) {
      case .final:
        return try result.get()
      case .tooLong(let wait):
        let status = (try? result.get())?.response.status.code
        throw CatalogError(
          .rateLimited,
          "The service asks to be left alone for longer than a call may wait.",
          httpStatus: status,
          retryAfter: wait
        )
      case .retry(let wait):
        try await clock.sleep(for: wait)
        progress.attempt += 1
        let left = policy.timeLeft(after: clock.uptime - start)
        call.timeout = min(call.timeout, max(left, .zero))
      }
    }
  }

  /// Only what a policy can judge; all else, cancellation for one, is thrown on.
  private func outcome(of call: HTTPCall) async throws -> Result<HTTPReply, CatalogError> {
    do {
      return .success(try await base.send(call))
    } catch let error as CatalogError {
      return .failure(error)
    }
  }

  private func verdict(
    on result: Result<HTTPReply, CatalogError>,
    to call: HTTPCall,
    _ progress: RetryPolicy.Progress
  ) -> RetryPolicy.Verdict {
    switch result {
    case .success(let reply):
      policy.verdict(on: reply, to: call, progress, now: clock.date, random: random())
    case .failure(let error):
      policy.verdict(on: error, to: call, progress, random: random())
    }
  }
}
