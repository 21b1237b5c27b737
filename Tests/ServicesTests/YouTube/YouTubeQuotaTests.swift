import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitYouTube

@Suite("The quota of YouTube", .tags(.pure))
struct YouTubeQuotaTests {
  /// A client with a meter, without a cache.
  private func client(
    _ stub: StubTransport,
    _ quota: YouTubeQuota,
    _ clock: ManualClock
  ) -> YouTubeClient {
    YouTubeClient(
      key: "a key",
      configuration: .init(transport: quota.transport(stub), clock: clock)
    )
  }

  private func anything(_ call: HTTPTransportRequest) -> HTTPTransportResponse {
    call.path.hasSuffix("/search")
      ? YouTubeFixture.list("search", []) : YouTubeFixture.list("video", [YouTubeFixture.video()])
  }

  @Test(
    "starts again at midnight in California, in winter and in summer",
    arguments: [
      ("2026-01-01T00:00:00Z", "2026-01-01T08:00:00Z"),
      ("2026-01-01T07:59:59Z", "2026-01-01T08:00:00Z"),
      ("2026-01-01T08:00:00Z", "2026-01-02T08:00:00Z"),
      ("2026-07-01T12:00:00Z", "2026-07-02T07:00:00Z"),
      // The clocks change on these days, which have 23 and 25 hours.
      ("2026-03-08T08:00:00Z", "2026-03-09T07:00:00Z"),
      ("2026-11-01T07:00:00Z", "2026-11-02T08:00:00Z"),
    ]
  )
  func midnight(now: String, next: String) throws {
    let now = try Date(now, strategy: .iso8601)
    let next = try Date(next, strategy: .iso8601)
    #expect(YouTubeQuota.midnight(after: now) == next)
    #expect(YouTubeQuota.wait(from: now) == .seconds(Int(next.timeIntervalSince(now))))
  }

  @Test("refuses what is beyond the app's limit, and sends nothing then")
  func limit() async throws {
    let clock = ManualClock()
    let stub = StubTransport { anything($0) }
    let quota = YouTubeQuota(limit: 101, clock: clock)
    let client = client(stub, quota, clock)
    _ = try await client.search("a")
    let error = await #expect(throws: CatalogError.self) { try await client.search("b") }
    #expect(error?.code == .rateLimited)
    #expect(error?.service == .youTube)
    #expect(error?.youTubeReason == "quotaExceeded")
    #expect(error?.retryAfter == .seconds(8 * 3_600))
    #expect(error?.isRetryable == false)
    // One unit is left.
    _ = try await client.video(YouTubeFixture.id)
    await #expect(throws: CatalogError.self) { try await client.video(YouTubeFixture.id) }
    #expect(stub.calls.count == 2)
    #expect(quota.usage.units == 101 && quota.usage.searches == 1)
    clock.advance(by: .seconds(8 * 3_600))
    #expect(quota.usage.units == 0)
    _ = try await client.search("b")
    #expect(stub.calls.count == 3)
  }

  @Test("can limit the searches on their own")
  func searchLimit() async throws {
    let clock = ManualClock()
    let stub = StubTransport { anything($0) }
    let quota = YouTubeQuota(limit: 10, searchLimit: 2, unitsPerSearch: 1, clock: clock)
    let client = client(stub, quota, clock)
    for term in ["a", "b"] { _ = try await client.search(term) }
    await #expect(throws: CatalogError.self) { try await client.search("c") }
    _ = try await client.video(YouTubeFixture.id)
    #expect(quota.usage.units == 3 && quota.usage.searches == 2)
  }

  @Test("that the service calls used up for searches stops searches until the next day")
  func refused() async throws {
    let clock = ManualClock()
    let isUsedUp = Locked(true)
    let stub = StubTransport { call in
      let isRefused = call.path.hasSuffix("/search") && isUsedUp.withLock { $0 }
      return isRefused ? YouTubeFixture.error(.forbidden, "quotaExceeded") : anything(call)
    }
    let quota = YouTubeQuota(clock: clock)
    let client = client(stub, quota, clock)
    for _ in 0..<3 {
      let error = await #expect(throws: CatalogError.self) { try await client.search("a") }
      #expect(error?.code == .rateLimited && error?.retryAfter == .seconds(8 * 3_600))
    }
    #expect(stub.calls.count == 1)
    _ = try await client.video(YouTubeFixture.id)
    #expect(stub.calls.count == 2)
    clock.advance(by: .seconds(8 * 3_600))
    isUsedUp.withLock { $0 = false }
    _ = try await client.search("a")
    #expect(stub.calls.count == 3)
  }

  @Test("is not retried by the service's transport, which asks once")
  func noRetry() async throws {
    let clock = ManualClock(skipsWaits: true)
    let stub = StubTransport { _ in YouTubeFixture.error(.forbidden, "quotaExceeded") }
    let quota = YouTubeQuota(clock: clock)
    let transport = ServiceTransport(quota.transport(stub), policy: .youTube, clock: clock)
    let client = YouTubeClient(key: "k", configuration: .init(transport: transport, clock: clock))
    for _ in 0..<2 {
      let error = await #expect(throws: CatalogError.self) { try await client.search("a") }
      #expect(error?.code == .rateLimited)
      #expect(error?.retryAfter == .seconds(8 * 3_600))
    }
    #expect(stub.calls.count == 1)
  }

  @Test("goes on where another meter ended on the same day, and odd values do no harm")
  func resumes() throws {
    let clock = ManualClock()
    let first = YouTubeQuota(clock: clock)
    try first.spend(isSearch: true)
    let stored = try JSONEncoder().encode(first.usage)
    let usage = try JSONDecoder().decode(YouTubeQuota.Usage.self, from: stored)
    let second = YouTubeQuota(limit: 100, resuming: usage, clock: clock)
    #expect(second.usage == first.usage)
    #expect(throws: CatalogError.self) { try second.spend(isSearch: false) }
    clock.advance(by: .seconds(8 * 3_600))
    #expect(YouTubeQuota(resuming: usage, clock: clock).usage.units == 0)
    var odd = first.usage
    odd.units = .max
    odd.searches = .min
    let third = YouTubeQuota(unitsPerSearch: .max, resuming: odd, clock: clock)
    for _ in 0..<3 { try third.spend(isSearch: true) }
    #expect(third.usage.units > 0)
    let none = YouTubeQuota(limit: .min, clock: clock)
    #expect(throws: CatalogError.self) { try none.spend(isSearch: false) }
  }
}
