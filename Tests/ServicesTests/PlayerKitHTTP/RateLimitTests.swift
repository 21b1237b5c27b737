import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The rate limit", .tags(.local), .timeLimit(.minutes(3)))
struct RateLimitTests {
  private let clock = ManualClock()

  private func limit(
    burst: Int = 1,
    maximumWait: Duration = .seconds(100)
  ) -> RateLimit {
    RateLimit(
      interval: .seconds(3),
      burst: burst,
      firstPause: .seconds(60),
      longestPause: .seconds(3600),
      maximumWait: maximumWait,
      judge: { .byStatusOrBareRefusal($0) }
    )
  }

  @Test("Calls are sent in their order, one per interval")
  func order() async throws {
    let stub = StubTransport { _ in .status(200) }
    let limiter = RateLimiter(limit(), clock: clock)
    let transport = RateLimitedTransport(stub, limit: limit(), limiter: limiter, clock: clock)
    _ = try await transport.send(.get("/0"))
    var calls: [Task<HTTPTransportResponse, any Error>] = []
    for index in 1...3 {
      calls.append(Task { try await transport.send(.get("/\(index)")) })
      try await eventually("\(index) waits") { limiter.waiting == index }
    }
    for index in 1...3 {
      #expect(try await clock.wakeNext() == .seconds(3))
      _ = try await calls[index - 1].value
      #expect(stub.calls.map(\.request.path) == (0...index).map { "/\($0)" })
    }
    try await eventually("the line is empty") { clock.nextDeadline == nil }
  }

  @Test("A cancelled caller leaves at once, and uses no turn")
  func cancellation() async throws {
    let stub = StubTransport { _ in .status(200) }
    let limiter = RateLimiter(limit(), clock: clock)
    let transport = RateLimitedTransport(stub, limit: limit(), limiter: limiter, clock: clock)
    _ = try await transport.send(.get("/0"))
    let gone = Task { try await transport.send(.get("/1")) }
    try await eventually("1 waits") { limiter.waiting == 1 }
    let kept = Task { try await transport.send(.get("/2")) }
    try await eventually("2 waits") { limiter.waiting == 2 }
    gone.cancel()
    await #expect(throws: CancellationError.self) { try await gone.value }
    #expect(try await clock.wakeNext() == .seconds(3))
    _ = try await kept.value
    #expect(stub.calls.map(\.request.path) == ["/0", "/2"])
  }

  @Test("When the last caller leaves, no timer remains, and the next one is still served")
  func emptyLine() async throws {
    let stub = StubTransport { _ in .status(200) }
    let transport = RateLimitedTransport(stub, limit: limit(), clock: clock)
    _ = try await transport.send(.get())
    for _ in 0..<3 {
      let gone = Task { try await transport.send(.get()) }
      try await eventually("it sleeps") { clock.nextDeadline != nil }
      gone.cancel()
      await #expect(throws: CancellationError.self) { try await gone.value }
      try await eventually("no task sleeps") { clock.nextDeadline == nil }
    }
    let call = Task { try await transport.send(.get()) }
    try await clock.wakeNext()
    _ = try await call.value
  }

  @Test("A bare 403 becomes an error, and pauses all later calls")
  func pause() async throws {
    let stub = StubTransport(answers: [.success(.status(403, "")), .success(.status(200))])
    let transport = RateLimitedTransport(
      stub,
      limit: limit(maximumWait: .seconds(30)),
      clock: clock
    )
    let refused = await catalogError { try await transport.send(.get()) }
    #expect(refused?.code == .rateLimited)
    #expect(refused?.httpStatus == 403)
    #expect(refused?.retryAfter == .seconds(60))
    clock.advance(by: .seconds(20))
    let later = await catalogError { try await transport.send(.get()) }
    #expect(later?.code == .rateLimited)
    #expect(later?.httpStatus == nil)
    #expect(later?.retryAfter == .seconds(40))
    #expect(stub.calls.count == 1)
    // From here on the rest of the pause is short enough to wait for.
    clock.advance(by: .seconds(15))
    let call = Task { try await transport.send(.get()) }
    #expect(try await clock.wakeNext() == .seconds(25))
    #expect(try await call.value.response.status == .ok)
  }

  @Test("If a service asks for ten years, one call is sent after the limit")
  func tenYears() async throws {
    let years = Duration.seconds(10 * 365 * 24 * 3600)
    let field = "\(10 * 365 * 24 * 3600)"
    let stub = StubTransport(answers: [
      .success(.status(429, fields: [.retryAfter: field])), .success(.status(200)),
    ])
    var limit = limit(maximumWait: .seconds(30))
    limit.longestRequestedPause = .seconds(300)
    let transport = RateLimitedTransport(stub, limit: limit, clock: clock)
    let refused = await catalogError { try await transport.send(.get()) }
    #expect(refused?.retryAfter == years)
    let later = await catalogError { try await transport.send(.get()) }
    #expect(later?.retryAfter == .seconds(300))
    clock.advance(by: .seconds(299))
    let last = Task { try await transport.send(.get("/last")) }
    #expect(try await clock.wakeNext() == .seconds(1))
    #expect(try await last.value.response.status == .ok)
    #expect(stub.calls.map(\.request.path) == ["/a", "/last"])
  }

  @Test("A pause that begins while calls wait delays them")
  func pauseWhileWaiting() async throws {
    let held = HeldTransport()
    let transport = RateLimitedTransport(held, limit: limit(), clock: clock)
    let first = Task { await catalogError { try await transport.send(.get("/0")) } }
    try await held.sent.wait(for: "the first is sent") { $0.count == 1 }
    let second = Task { try await transport.send(.get("/1")) }
    try await eventually("the second waits") { clock.nextDeadline != nil }
    held.answer(.success(.status(429)))
    #expect(await first.value?.retryAfter == .seconds(60))
    // The old alarm finds that it is not yet time.
    #expect(try await clock.wakeNext() == .seconds(3))
    #expect(try await clock.wakeNext() == .seconds(57))
    try await held.sent.wait(for: "the second is sent") { $0.count == 2 }
    held.answer(.success(.status(200)))
    _ = try await second.value
  }

  @Test("A hundred concurrent callers all get their turn")
  func crowd() async throws {
    let stub = StubTransport { _ in .status(200) }
    let limit = RateLimit(
      interval: .microseconds(100),
      burst: 3,
      firstPause: .zero,
      longestPause: .zero,
      maximumWait: .seconds(50)
    )
    let transport = RateLimitedTransport(stub, limit: limit)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          let call = Task { try await transport.send(.get("/\(index)")) }
          if index % 7 == 0 { call.cancel() }
          do { _ = try await call.value } catch is CancellationError {}
        }
      }
      try await group.waitForAll()
    }
    #expect(stub.calls.count >= 85)
  }

  @Test("A status counts as a refusal only if it concerns the rate")
  func verdicts() {
    #expect(ThrottlingVerdict.byStatus(.status(200)) == .served)
    #expect(ThrottlingVerdict.byStatus(.status(404)) == .served)
    #expect(ThrottlingVerdict.byStatus(.status(403, "")) == .served)
    #expect(ThrottlingVerdict.byStatus(.status(429)) == .throttled)
    #expect(ThrottlingVerdict.byStatus(.status(503)) == .unrelated)
    #expect(ThrottlingVerdict.byStatus(.status(503, fields: [.retryAfter: "1"])) == .throttled)
    #expect(ThrottlingVerdict.byStatusOrBareRefusal(.status(403, "")) == .throttled)
    #expect(ThrottlingVerdict.byStatusOrBareRefusal(.status(403, "<html>")) == .throttled)
    #expect(ThrottlingVerdict.byStatusOrBareRefusal(.status(403, "\n{}")) == .served)
    #expect(ThrottlingVerdict.byStatusOrBareRefusal(.status(429, "{}")) == .throttled)
  }
}
