import HTTPTypes
import PlayerKit

/// Sends a call again if the network or the service failed, according to a ``RetryPolicy``.
///
/// Returns or throws the result of the last attempt. A call's timeout applies to each attempt;
/// ``RetryPolicy/totalTime`` limits all of them together. If attempts wait for a ``RateLimiter``
/// below, the last one's wait of up to ``RateLimit/maximumWait`` comes on top. Cancellation ends a
/// wait at once.
public struct RetryingTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let policy: RetryPolicy
  private let clock: any PlaybackClock
  private let random: @Sendable () -> Double

  /// Makes a transport around another.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the calls.
  ///   - policy: The policy to follow.
  ///   - clock: Measures waits, and gives the date for `Retry-After`.
  ///   - random: Returns numbers from 0 up to 1, on any thread.
  public init(
    _ base: any HTTPTransport,
    policy: RetryPolicy = RetryPolicy(),
    clock: any PlaybackClock = SystemPlaybackClock(),
    random: @escaping @Sendable () -> Double = { .random(in: 0..<1) }
  ) {
    self.base = base
    self.policy = policy
    self.clock = clock
    self.random = random
  }

  /// Sends a call until an attempt succeeds or is the last.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
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
        throw CatalogError.rateLimited(wait, status: (try? result.get())?.status)
      case .retry(let wait):
        try await clock.sleep(for: wait)
        progress.attempt += 1
        let left = policy.timeLeft(after: clock.uptime - start)
        call.timeout = min(call.timeout, max(left, .zero))
      }
    }
  }

  /// Captures the errors that a policy can judge. Others, such as cancellation, are thrown.
  private func outcome(of call: HTTPTransportRequest) async throws -> Result<
    HTTPTransportResponse, CatalogError
  > {
    do {
      return .success(try await base.send(call))
    } catch let error as CatalogError {
      return .failure(error)
    }
  }

  private func verdict(
    on result: Result<HTTPTransportResponse, CatalogError>,
    to call: HTTPTransportRequest,
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
