import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Retries", .tags(.local), .timeLimit(.minutes(3)))
struct RetryTests {
  private let clock = ManualClock()

  private func retrying(
    _ base: some HTTPTransport,
    _ policy: RetryPolicy = RetryPolicy(),
    random: Double = 0.5
  ) -> RetryingTransport {
    RetryingTransport(base, policy: policy, clock: clock, random: { random })
  }

  @Test("The waits double, and the caller gets the last answer")
  func backOff() async throws {
    let stub = StubTransport(answers: [
      .success(.status(429)), .success(.status(500)), .success(.status(503)),
    ])
    let transport = retrying(stub, RetryPolicy(maximumAttempts: 6))
    let call = Task { try await transport.send(.get()) }
    var waits: [Duration] = []
    for _ in 0..<5 { waits.append(try await clock.wakeNext()) }
    #expect(waits == [.seconds(0.5), .seconds(1), .seconds(2), .seconds(4), .seconds(4)])
    #expect(try await call.value.response.status.code == 503)
    #expect(stub.calls.count == 6)
    #expect(clock.nextDeadline == nil)
  }

  @Test("Jitter changes a wait by a fraction, up or down", arguments: [(0, 0.375), (1, 0.625)])
  func jitter(random: Double, wait: Double) async throws {
    let stub = StubTransport(answers: [.success(.status(429)), .success(.status(200))])
    let transport = retrying(stub, random: random)
    let call = Task { try await transport.send(.get()) }
    #expect(try await clock.wakeNext() == .seconds(wait))
    _ = try await call.value
  }

  @Test("NaN and infinity do not trap")
  func oddNumbers() async throws {
    for (random, jitter) in [(Double.nan, 0.5), (.infinity, .nan), (-1, -3), (0.5, .infinity)] {
      var policy = RetryPolicy(maximumAttempts: 2)
      policy.backOff = [.seconds(Int64.max)]
      policy.jitter = jitter
      policy.totalTime = .seconds(Int64.max)
      let stub = StubTransport(answers: [.success(.status(500)), .success(.status(200))])
      let transport = retrying(stub, policy, random: random)
      let call = Task { try await transport.send(.get()) }
      try await clock.wakeNext()
      _ = try await call.value
    }
  }

  @Test("A network error is retried, and a success ends the retries")
  func networkError() async throws {
    let stub = StubTransport(answers: [
      .failure(CatalogError(.unreachable, "no")), .failure(CatalogError(.interrupted, "cut")),
      .success(.status(200)),
    ])
    let transport = retrying(stub)
    let call = Task { try await transport.send(.get()) }
    try await clock.wakeNext()
    try await clock.wakeNext()
    #expect(try await call.value.response.status == .ok)
  }

  @Test("The last attempt's error is thrown unchanged")
  func lastError() async throws {
    let stub = StubTransport(answers: [
      .success(.status(500)), .failure(CatalogError(.timedOut, "the second")),
    ])
    let transport = retrying(stub, RetryPolicy(maximumAttempts: 2))
    let call = Task { await catalogError { try await transport.send(.get()) } }
    try await clock.wakeNext()
    #expect(await call.value?.message == "the second")
  }

  @Test(
    "Calls that a retry can't help are sent once",
    arguments: [200, 204, 301, 400, 401, 403, 404, 501]
  )
  func finalStatuses(status: Int) async throws {
    let stub = StubTransport(answers: [.success(.status(status))])
    #expect(try await retrying(stub).send(.get()).response.status.code == status)
    #expect(stub.calls.count == 1)
  }

  @Test(
    "Errors that a retry can't help are thrown at once",
    arguments: [CatalogError.Code.untrusted, .replyTooLarge, .blockedRedirect, .invalidArgument]
  )
  func finalErrors(code: CatalogError.Code) async throws {
    let stub = StubTransport(answers: [.failure(CatalogError(code, "no"))])
    #expect(await catalogError { try await retrying(stub).send(.get()) }?.code == code)
    #expect(stub.calls.count == 1)
  }

  @Test("A POST is sent once, unless the policy says otherwise")
  func methods() async throws {
    let stub = StubTransport(answers: [.success(.status(503))])
    _ = try await retrying(stub).send(.get(method: .post))
    #expect(stub.calls.count == 1)
    var policy = RetryPolicy(maximumAttempts: 2)
    policy.methods = [.post]
    let transport = retrying(stub, policy)
    let call = Task { try await transport.send(.get(method: .post)) }
    try await clock.wakeNext()
    _ = try await call.value
    #expect(stub.calls.count == 3)
  }

  @Test(
    "Retry-After is waited for, in both its forms",
    arguments: ["7", " 7 ", "Thu, 01 Jan 2026 00:00:07 GMT", "Thursday, 01-Jan-26 00:00:07 GMT"]
  )
  func retryAfter(field: String) async throws {
    let stub = StubTransport(answers: [
      .success(.status(429, fields: [.retryAfter: field])), .success(.status(200)),
    ])
    let transport = retrying(stub)
    let call = Task { try await transport.send(.get()) }
    #expect(try await clock.wakeNext() == .seconds(7))
    _ = try await call.value
  }

  @Test("A Retry-After above the limit fails at once and states the delay", arguments: [429, 503])
  func capped(status: Int) async throws {
    let stub = StubTransport(answers: [.success(.status(status, fields: [.retryAfter: "3600"]))])
    let error = await catalogError { try await retrying(stub).send(.get()) }
    #expect(error?.code == .rateLimited)
    #expect(error?.retryAfter == .seconds(3600))
    #expect(error?.httpStatus == status)
    #expect(stub.calls.count == 1)
  }

  @Test("A service that stalls is asked twice, less often than one that fails")
  func stall() async throws {
    let timedOut = CatalogError(.timedOut, "no")
    let stub = StubTransport(answers: [
      .failure(timedOut), .success(.status(500)), .failure(timedOut),
    ])
    let transport = retrying(stub, RetryPolicy(maximumAttempts: 9))
    let call = Task { await catalogError { try await transport.send(.get()) } }
    try await clock.wakeNext()
    try await clock.wakeNext()
    #expect(await call.value?.code == .timedOut)
    #expect(stub.calls.count == 3)
  }

  @Test("All attempts share one time limit, and the last ones get the rest of it")
  func totalTime() async throws {
    let clock = clock
    let stub = StubTransport { _ in
      clock.advance(by: .seconds(19))
      return .status(500)
    }
    var policy = RetryPolicy(maximumAttempts: 99)
    policy.backOff = [.seconds(1)]
    let transport = retrying(stub, policy)
    let call = Task { try await transport.send(.get()) }
    for _ in 0..<2 { #expect(try await clock.wakeNext() == .seconds(1)) }
    // After 59 s there is no time for another wait of a second and an attempt.
    #expect(try await call.value.response.status.code == 500)
    #expect(stub.calls.map(\.timeout) == [.seconds(30), .seconds(30), .seconds(20)])
    #expect(clock.nextDeadline == nil)
  }

  @Test("A first attempt has its own timeout, even beyond the total limit")
  func longTimeout() async throws {
    let stub = StubTransport(answers: [.success(.status(200))])
    var call = HTTPTransportRequest.get()
    call.timeout = .seconds(3600)
    _ = try await retrying(stub).send(call)
    #expect(stub.calls.map(\.timeout) == [.seconds(3600)])
  }

  @Test("A POST that was refused by a rate limit is sent again, since it had no effect")
  func refusedPost() async throws {
    let refusal = CatalogError(.rateLimited, "no", httpStatus: 429)
    let stub = StubTransport(answers: [
      .success(.status(429)), .failure(refusal), .success(.status(200)),
    ])
    let transport = retrying(stub)
    let call = Task { try await transport.send(.get(method: .post)) }
    try await clock.wakeNext()
    try await clock.wakeNext()
    #expect(try await call.value.response.status == .ok)
    // A 503 with a delay may come after the effect.
    let busy = StubTransport(answers: [
      .failure(CatalogError(.rateLimited, "no", httpStatus: 503, retryAfter: .seconds(1)))
    ])
    _ = await catalogError { try await retrying(busy).send(.get(method: .post)) }
    #expect(busy.calls.count == 1)
  }

  @Test("A service's refusal is retried, and a limiter's own is not")
  func refusals() async throws {
    let refused = CatalogError(.rateLimited, "no", httpStatus: 429, retryAfter: .seconds(3))
    let stub = StubTransport(answers: [.failure(refused), .success(.status(200))])
    let transport = retrying(stub)
    let call = Task { try await transport.send(.get()) }
    #expect(try await clock.wakeNext() == .seconds(3))
    _ = try await call.value

    let own = StubTransport(answers: [
      .failure(CatalogError(.rateLimited, "no", retryAfter: .seconds(3)))
    ])
    let error = await catalogError { try await retrying(own).send(.get()) }
    #expect(error?.retryAfter == .seconds(3))
    #expect(own.calls.count == 1)
  }

  @Test("Cancellation ends a wait, and is not retried")
  func cancellation() async throws {
    let stub = StubTransport(answers: [.success(.status(500))])
    let transport = retrying(stub)
    let call = Task { try await transport.send(.get()) }
    try await eventually("it waits") { clock.nextDeadline != nil }
    call.cancel()
    await #expect(throws: CancellationError.self) { try await call.value }
    #expect(stub.calls.count == 1)

    let cancelling = StubTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) { try await retrying(cancelling).send(.get()) }
    #expect(cancelling.calls.count == 1)
  }
}

@Suite("Retry-After", .tags(.pure))
struct RetryAfterTests {
  private let now = Date(timeIntervalSince1970: 1_767_225_600)

  private func read(_ field: String) -> Duration? {
    HTTPTransportResponse.status(429, fields: [.retryAfter: field]).retryAfter(now: now)
  }

  @Test("Seconds are read, also absurd ones")
  func seconds() {
    #expect(read("0") == .zero)
    #expect(read("120") == .seconds(120))
    #expect(read(String(repeating: "9", count: 40)) == .seconds(10 * 365 * 24 * 3600))
  }

  @Test("Dates are read in all three forms, and a past one is zero")
  func dates() {
    #expect(read("Thu, 01 Jan 2026 00:01:00 GMT") == .seconds(60))
    #expect(read("Thursday, 01-Jan-26 00:01:00 GMT") == .seconds(60))
    #expect(read("Thu Jan  1 00:01:00 2026") == .seconds(60))
    #expect(read("Thu, 01 Jan 2015 00:01:00 GMT") == .zero)
    #expect(read("Fri, 31 Dec 9999 23:59:59 GMT") == .seconds(10 * 365 * 24 * 3600))
  }

  @Test(
    "An unreadable value is ignored",
    arguments: [
      "", "soon", "-5", "1.5", "Thu, 32 Jan 2026 00:01:00 GMT", "Thu, 01 Foo 2026 00:01:00 GMT",
      "Thu, 01 Jan 2026 25:01:00 GMT", "Thu, 01 Jan 2026 GMT", "٣", "Thu, 01 Jan 2026 00:01 GMT",
    ]
  )
  func unreadable(field: String) {
    #expect(read(field) == nil)
    #expect(HTTPTransportResponse.status(429).retryAfter(now: now) == nil)
  }
}
