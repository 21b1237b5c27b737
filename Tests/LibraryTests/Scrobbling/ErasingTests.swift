#if SQLite
  import Foundation
  import PlayerKit
  import PlayerKitServices
  import PlayerKitSQLite
  import PlayerKitLastFM
  import PlayerKitListenBrainz
  import PlayerKitScrobbling
  import PlayerKitTesting
  import PlayerKitServiceSimulator
  import TestSupport
  import Testing

  @Suite("Erasing the listening history", .tags(.local), .timeLimit(.minutes(3)))
  struct ErasingTests {
    private let folder = ScratchFolder()

    /// Stores of both kinds.
    private func store(_ kind: String) -> any QueueStore {
      kind == "file"
        ? FileQueueStore(path: folder.path("queue")) : SQLiteQueueStore(path: folder.path("queue"))
    }

    /// A song of a minute that stores can keep.
    private func song(_ title: String) -> URLTrack {
      URLTrack(path: title, metadata: TrackMetadata(title: title, artist: "The Example Band"))
    }

    private func expectNothing(of text: String) throws {
      for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) {
        let bytes = try Data(contentsOf: folder.url.appendingPathComponent(name))
        #expect(bytes.range(of: Data(text.utf8)) == nil, "\(name)")
      }
    }

    @Test(
      "one call erases it from the files of the outbox and the queue",
      arguments: ["file", "sqlite"]
    )
    func bytes(kind: String) async throws {
      defer { folder.remove() }
      try await withBench { bench in
        // Nothing can be reported.
        bench.simulator.add(Fault(status: 503, times: .max), to: .lastFM)
        let outbox = try SQLiteScrobbleOutbox(path: folder.path("outbox"))
        let persister = QueuePersister(of: bench.queue, in: store(kind), clock: bench.clock)
        persister.start()
        let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
        try await bench.play((0..<20).map { song("Secret \($0)") })
        try await persister.flush()
        try bench.queue.set([song("Public")])
        try await persister.flush()
        #expect(try outbox.count(for: "lastfm") == 20)
        #expect(bench.queue.status.history.count >= 20)

        try await scrobbler.erase(historyOf: bench.queue, keptBy: persister)
        #expect(try outbox.count(for: "lastfm") == 0)
        #expect(bench.queue.status.history.isEmpty)
        try expectNothing(of: "Secret")
        outbox.close()
        try await persister.close()
        try expectNothing(of: "Secret")

        let again = QueuePersister(of: bench.queue, in: store(kind), clock: bench.clock)
        #expect(try await again.restore())
        #expect(bench.queue.status.history.isEmpty && bench.queue.entries.count == 1)
        try await again.close()
      }
    }

    @Test("running reports are cancelled, and the current track is neither reported nor counted")
    func underWay() async throws {
      defer { folder.remove() }
      try await withBench { bench in
        bench.simulator.add(Fault(kind: .stall, times: 1), to: .lastFM)
        let outbox = MemoryScrobbleOutbox()
        outbox.add(Listen(artist: "A", title: "waits", date: Date()), for: "lastfm")
        let scrobbler = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
        try await eventually("it is under way") { bench.simulator.stalledConnections == 1 }
        try bench.queue.set([Song("sounds"), Song("next")])
        bench.queue.play()
        bench.clock.advance(by: .seconds(20))
        await bench.queue.events.delivered()
        try await scrobbler.erase(historyOf: bench.queue)
        #expect(outbox.count(for: "lastfm") == 0)
        for _ in 0..<2 {
          bench.clock.advance(by: .seconds(60))
          await bench.queue.events.delivered()
        }
        try await bench.told(1)
        await scrobbler.finish()
        #expect(bench.words == ["kept next", "told next"])
        #expect(bench.simulator.countedListens(of: .lastFM).map(\.title) == ["next"])
      }
    }

    @Test("other scrobblers that share the outbox are cancelled as well")
    func several() async throws {
      defer { folder.remove() }
      try await withBench { bench in
        bench.simulator.add(Fault(status: 503, times: .max), to: .lastFM)
        bench.simulator.add(Fault(kind: .stall, times: 1), to: .listenBrainz)
        let outbox = MemoryScrobbleOutbox()
        for service in ["lastfm", "listenbrainz"] {
          outbox.add(Listen(artist: "A", title: "waits", date: Date()), for: service)
        }
        let first = bench.scrobbler(LastFMService(client: bench.lastFM()), outbox)
        let second = bench.scrobbler(ListenBrainzService(client: bench.listenBrainz()), outbox)
        try await eventually("it is under way") { bench.simulator.stalledConnections == 1 }
        try await first.erase(with: [second, first])
        #expect(outbox.count(for: "lastfm") + outbox.count(for: "listenbrainz") == 0)
        #expect(bench.simulator.countedListens(of: .listenBrainz).isEmpty)
        await second.finish()
      }
    }
  }
#endif
