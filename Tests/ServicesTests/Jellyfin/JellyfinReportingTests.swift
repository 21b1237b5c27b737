import Foundation
import PlayerKit
import PlayerKitJellyfin
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("What a Jellyfin server is told", .tags(.local))
struct JellyfinReportingTests {
  private let clock = ManualClock()

  private func queue(_ tracks: [any Track]) throws -> QueuePlayer {
    let group = FakePlayer.Group(clock: clock)
    let queue = QueuePlayer(
      players: [
        FakePlayer(playerType: .jellyfin, group: group), FakePlayer(playerType: .url, group: group),
      ],
      clock: clock
    )
    try queue.set(tracks)
    return queue
  }

  /// Plays a queue for some seconds, each track of which is 60 s long.
  private func play(
    _ queue: QueuePlayer,
    for seconds: Int,
    _ reporter: JellyfinReporter
  ) async throws {
    let recorder = ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) }
    queue.play()
    for _ in 0..<seconds / 10 {
      clock.advance(by: .seconds(10))
      await queue.events.delivered()
      await reporter.finish()
    }
    recorder.stop()
    await reporter.finish()
  }

  @Test("is the start, the progress and the end of each play, of its own songs alone")
  func plays() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let ids = try await client.items(.init(.song), limit: 2).items.map(\.id)
      let reporter = JellyfinReporter(client: client)
      let queue = try queue([
        JellyfinTrack(id: ids[0], server: "home"), URLTrack(path: "a"),
        JellyfinTrack(id: ids[1], server: "elsewhere"), JellyfinTrack(id: ids[1]),
      ])
      try await play(queue, for: 300, reporter)
      let reports = bench.simulator.jellyfinReports
      #expect(
        reports.map { "\($0.moment) \($0.item == ids[0] ? 1 : 2)" } == [
          "started 1", "progress 1", "stopped 1", "started 2", "progress 2", "stopped 2",
        ]
      )
      #expect(Set(reports.prefix(3).map(\.session)).count == 1)
      #expect(Set(reports.map(\.session)).count == 2)
      #expect(reports.prefix(3).map { $0.ticks / 10_000_000 } == [0, 30, 60])
    }
  }

  @Test("is nothing while reports are off")
  func disabled() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let id = try #require(try await client.items(.init(.song), limit: 1).items.first?.id)
      let reporter = JellyfinReporter(client: client, isEnabled: false)
      try await play(try queue([JellyfinTrack(id: id)]), for: 70, reporter)
      #expect(bench.simulator.jellyfinReports.isEmpty)
      reporter.isEnabled = true
      // A play whose start was not reported has no progress.
      reporter.report(progress: .seconds(3), isPaused: false, of: JellyfinTrack(id: id))
      await reporter.finish()
      #expect(bench.simulator.jellyfinReports.isEmpty)
    }
  }

  @Test("is a pause, if the app reports it")
  func pauses() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      let id = try #require(try await client.items(.init(.song), limit: 1).items.first?.id)
      let reporter = JellyfinReporter(client: client)
      let queue = try queue([JellyfinTrack(id: id)])
      let recorder = ListeningRecorder(of: queue, rule: reporter.rule) { reporter.receive($0) }
      queue.play()
      clock.advance(by: .seconds(10))
      await queue.events.delivered()
      await reporter.finish()
      reporter.report(progress: .milliseconds(2_500), isPaused: true, of: JellyfinTrack(id: id))
      await reporter.finish()
      let last = try #require(bench.simulator.jellyfinReports.last)
      #expect(last.moment == "progress" && last.isPaused && last.ticks == 25_000_000)
      recorder.stop()
    }
  }

  @Test("is dropped if the server is away, and the failure is passed on")
  func away() async throws {
    let isThere = Locked(false)
    let transport = StubTransport { call in
      if call.path.hasSuffix("/Users/Me") { return JellyfinFixture.user }
      guard isThere.withLock(\.self) else { throw CatalogError(.unreachable, "away") }
      return .empty(204)
    }
    let failures = Recorded<CatalogError.Code>()
    let client = try JellyfinFixture.client(transport)
    let reporter = JellyfinReporter(client: client) { failures.append($0.code) }
    try await play(try queue([JellyfinTrack(id: "1")]), for: 70, reporter)
    #expect(failures.elements == [.unreachable, .unreachable, .unreachable])
    isThere.withLock { $0 = true }
    let before = transport.calls.count
    await reporter.finish()
    #expect(transport.calls.count == before)
  }
}
