import Foundation
import HTTPTypes
import PlayerKitITunes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The rate limit of the iTunes Store", .tags(.local))
struct ITunesPaceTests {
  let clock = ManualClock(skipsWaits: true)

  func client(_ base: StubTransport) -> ITunesSearchClient {
    ITunesSearchClient(
      configuration: .init(
        transport: ServiceTransport(base, policy: .iTunes, clock: clock, random: { 0 }),
        clock: clock
      )
    )
  }

  @Test("Clients without an explicit transport share one limit")
  func sharedPace() async throws {
    let nowhere = ClientConfiguration(baseURL: URL(string: "http://127.0.0.1:9"))
    let searches = (0..<8).map { number in
      Task { try await ITunesSearchClient(configuration: nowhere).search(.init("term \(number)")) }
    }
    try await eventually("a call that waits for its turn") { RateLimiter.iTunes.waiting > 0 }
    for search in searches { search.cancel() }
    for search in searches { _ = await search.result }
  }

  @Test("No minute has more than 20 requests, and a few can be sent at once")
  func pace() async throws {
    let times = Locked<[Duration]>([])
    let clock = clock
    let client = client(
      StubTransport { _ in
        times.withLock { $0.append(clock.uptime) }
        return ITunesFixture.reply([ITunesFixture.song(1)])
      }
    )
    for number in 0..<100 { _ = try await client.search(.init("term \(number)")) }
    let sent = times.withLock { $0 }
    #expect(sent.count == 100)
    #expect(sent.filter { $0 == .zero }.count >= 3)
    for start in sent {
      #expect(sent.count { $0 >= start && $0 < start + .seconds(60) } <= 20, "from \(start)")
    }
    #expect(clock.uptime < .seconds(7 * 60))
  }

  @Test("After a lock nothing is sent for a minute, and twice as long after the next one")
  func lockOut() async throws {
    let locked = Locked(true)
    let transport = StubTransport { _ in
      locked.withLock { $0 }
        ? .text("", status: .forbidden) : ITunesFixture.reply([ITunesFixture.song(1)])
    }
    let client = client(transport)
    for (sent, pause) in [(1, Duration.seconds(60)), (2, .seconds(120))] {
      let error = await #expect(throws: CatalogError.self) { try await client.search(.init("x")) }
      #expect(error?.code == .rateLimited && error?.isRetryable == true)
      #expect(error?.retryAfter == pause)
      clock.advance(by: .seconds(10))
      let meanwhile = await #expect(throws: CatalogError.self) {
        try await client.search(.init("y"))
      }
      #expect(meanwhile?.code == .rateLimited)
      #expect(meanwhile?.retryAfter == pause - .seconds(10))
      #expect(transport.calls.count == sent)
      clock.advance(by: pause)
    }
    locked.withLock { $0 = false }
    #expect(try await client.search(.init("x")).songs.count == 1)
    #expect(transport.calls.count == 3)
  }

  @Test("An answer is cached, and one without results is not")
  func kept() async throws {
    let transport = StubTransport { call in
      ITunesFixture.reply(call.query["term"] == "none" ? [] : [ITunesFixture.song(1)])
    }
    let client = client(transport)
    for _ in 0..<2 {
      #expect(try await client.search(.init("some")).songs.count == 1)
      #expect(try await client.search(.init("none")).songs.isEmpty)
    }
    #expect(transport.calls.map { $0.query["term"] } == ["some", "none", "none"])
  }
}
