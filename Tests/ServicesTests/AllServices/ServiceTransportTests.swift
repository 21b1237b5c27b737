import Foundation
import HTTPTypes
import PlayerKitAppleMusic
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A service's stack of transports", .tags(.local), .timeLimit(.minutes(3)))
struct ServiceTransportTests {
  private let clock = ManualClock()

  private func transport(_ base: some HTTPTransport, _ policy: ServicePolicy) -> ServiceTransport {
    ServiceTransport(base, policy: policy, clock: clock, random: { 0.5 })
  }

  @Test("Apple Music: a 429 that clears is retried, and the answer is cached")
  func appleMusic() async throws {
    let stub = StubTransport(answers: [
      .success(.status(429)), .success(.status(429)), .success(.status(200, "{\"data\":[]}")),
    ])
    let transport = transport(stub, .appleMusic)
    let call = Task { try await transport.send(.get()) }
    try await clock.wake(until: call)
    #expect(try await call.value.response.status == .ok)
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 3)
    transport.removeCachedReplies()
    clock.advance(by: .seconds(1))
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 4)
  }

  @Test("Apple Music: a 429 that does not clear ends as an error after five attempts")
  func appleMusicForEver() async throws {
    let stub = StubTransport(answers: [.success(.status(429))])
    let transport = transport(stub, .appleMusic)
    let call = Task { try await transport.send(.get()) }
    try await clock.wake(until: call)
    let error = await catalogError { try await call.value }
    #expect(error?.code == .rateLimited)
    #expect(error?.service == .appleMusic)
    #expect(error?.httpStatus == 429)
    #expect(stub.calls.count == 5)
  }

  @Test("Apple Music: answers for a user token are not cached")
  func userToken() async throws {
    let stub = StubTransport(answers: [.success(.status(200))])
    let transport = transport(stub, .appleMusic)
    let call = HTTPTransportRequest.get(fields: [.named("Music-User-Token"): "t"])
    for _ in 0..<2 { _ = try await transport.send(call) }
    #expect(stub.calls.count == 2)
  }

  @Test("iTunes: a bare 403 fails all calls for a minute, then two, without a request")
  func iTunes() async throws {
    let stub = StubTransport(answers: [
      .success(.status(403, "")), .success(.status(403, "<html>")),
      .success(.status(200, "\n\n{\"resultCount\":1}")),
    ])
    let transport = transport(stub, .iTunes)
    for minutes in [60, 120] {
      let refused = await catalogError { try await transport.send(.get()) }
      #expect(refused?.code == .rateLimited)
      #expect(refused?.service == .iTunes)
      #expect(refused?.retryAfter == .seconds(minutes))
      let sent = stub.calls.count
      let later = await catalogError { try await transport.send(.get("/b")) }
      #expect(later?.retryAfter == .seconds(minutes))
      #expect(stub.calls.count == sent)
      clock.advance(by: .seconds(minutes))
    }
    #expect(try await transport.send(.get()).response.status == .ok)
    _ = try await transport.send(.get())
    #expect(stub.calls.count == 3)
  }

  @Test("iTunes: after the burst, never more than 20 requests in a minute")
  func iTunesRate() async throws {
    let sent = Recorded<Duration>()
    let clock = clock
    let stub = StubTransport { _ in
      sent.append(clock.uptime)
      return .status(200, "{\"resultCount\":1}")
    }
    let transport = transport(stub, .iTunes)
    let call = Task {
      for index in 0..<40 { _ = try await transport.send(.get("/\(index)")) }
    }
    try await clock.wake(until: call)
    try await call.value
    let times = sent.elements
    #expect(times.count == 40)
    for start in times.dropFirst(5) {
      #expect(times.count { $0 >= start && $0 < start + .seconds(60) } <= 20)
    }
  }

  @Test("A cached answer uses no turn, and equal concurrent calls use one")
  func turns() async throws {
    let stub = StubTransport { _ in .status(200, "{\"resultCount\":1}") }
    let transport = transport(stub, .iTunes)
    for _ in 0..<20 { _ = try await transport.send(.get()) }
    #expect(stub.calls.count == 1)
    #expect(clock.nextDeadline == nil)
  }

  @Test("An error that names its service is unchanged, and so is cancellation")
  func errors() async throws {
    let other = CatalogService(rawValue: "other")
    let stub = StubTransport(answers: [.failure(CatalogError(.untrusted, "no", service: other))])
    let error = await catalogError { try await transport(stub, .iTunes).send(.get()) }
    #expect(error?.service == other)
    let cancelling = StubTransport { _ in throw CancellationError() }
    await #expect(throws: CancellationError.self) {
      try await transport(cancelling, .iTunes).send(.get())
    }
  }

  @Test("Two stacks may share one limiter")
  func sharedLimiter() async throws {
    let stub = StubTransport { _ in .status(403, "") }
    let limiter = RateLimiter(ServicePolicy.iTunes.limit, clock: clock)
    let stacks = (0..<2).map { _ in
      ServiceTransport(stub, policy: .iTunes, limiter: limiter, clock: clock)
    }
    for stack in stacks { _ = await catalogError { try await stack.send(.get()) } }
    #expect(stub.calls.count == 1)
  }

  @Test("The complete stack works over a real connection")
  func real() async throws {
    let seen = Recorded<String>()
    try await LoopbackServer.serving { visit in
      seen.append(visit.target)
      guard seen.elements.count > 1 else { return }
      try visit.reply("200 OK", "{\"data\":[]}")
    } _: { server in
      var policy = ServicePolicy.appleMusic
      policy.retry.backOff = [.milliseconds(1)]
      let transport = ServiceTransport(NetworkTransport(), policy: policy)
      // The first answer is malformed.
      for _ in 0..<2 { _ = try await transport.send(server.call("/a")) }
      #expect(seen.elements.count == 2)
    }
  }
}

extension ManualClock {
  /// Advances the clock whenever a task sleeps, until `task` is done.
  fileprivate func wake<Value: Sendable>(until task: Task<Value, any Error>) async throws {
    let isDone = Recorded<Bool>()
    Task {
      _ = await task.result
      isDone.append(true)
    }
    try await eventually("the task is done") {
      if let nextDeadline { advance(to: nextDeadline) }
      return !isDone.elements.isEmpty
    }
  }
}
