import HTTPTypes
import PlayerKit

/// Sends calls at the rate that a ``RateLimiter`` allows, and pauses all calls after the service
/// throttles one.
///
/// Throws ``CatalogError/Code/rateLimited`` for a throttled reply, with its status and the length
/// of the pause, or the time requested by the service if it is longer. A throttled reply is never
/// returned. A call's timeout begins when it is sent; the wait for its turn does not count.
public struct RateLimitedTransport: HTTPTransport {
  private let base: any HTTPTransport
  private let limiter: RateLimiter
  private let judge: @Sendable (HTTPTransportResponse) -> ThrottlingVerdict
  private let longestPause: Duration
  private let followsRedirects: Bool
  private let clock: any PlaybackClock

  /// Makes a transport around another.
  ///
  /// - Parameters:
  ///   - base: The transport that sends the calls.
  ///   - limit: Judges replies, and sets the rate if no limiter is given.
  ///   - limiter: The limiter to use. By default the transport makes its own.
  ///   - clock: Measures waits, and gives the date for `Retry-After`.
  public init(
    _ base: any HTTPTransport,
    limit: RateLimit,
    limiter: RateLimiter? = nil,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    self.base = base
    self.limiter = limiter ?? RateLimiter(limit, clock: clock)
    self.judge = limit.judge
    longestPause = limit.longestPause
    followsRedirects = limit.maximumAtOnce != nil
    self.clock = clock
  }

  /// Waits for the call's turn, and sends it.
  public func send(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    guard followsRedirects else { return try await sendInTurn(call) }
    var call = call
    call.returnsRedirects = true
    var count = 0
    while true {
      let reply = try await sendInTurn(call)
      guard let next = try call.redirected(by: reply, count: count) else { return reply }
      call = next
      count += 1
    }
  }

  private func sendInTurn(_ call: HTTPTransportRequest) async throws -> HTTPTransportResponse {
    let pass = try await limiter.waitForTurn()
    defer { limiter.finished(pass) }
    let reply = try await base.send(call)
    switch judge(reply) {
    case .served:
      limiter.served(pass)
    case .unrelated:
      break
    case .throttled:
      let asked = reply.retryAfter(now: clock.date)
      let pause = limiter.throttled(pass, asked: asked)
      throw CatalogError.rateLimited(max(pause, asked ?? .zero), status: reply.status)
    case .exhausted(let reason):
      let asked = reply.retryAfter(now: clock.date) ?? longestPause
      throw CatalogError(
        .rateLimited,
        "The quota at the service is used up. Try again later.",
        httpStatus: reply.response.status.code,
        details: [CatalogError.Detail(code: reason)],
        retryAfter: limiter.throttled(pass, asked: asked),
        isRetryable: false
      )
    }
    return reply
  }
}
