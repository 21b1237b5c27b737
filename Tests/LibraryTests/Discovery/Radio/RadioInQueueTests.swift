import PlayerKit
import PlayerKitDiscovery
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitTesting
import TestSupport
import Testing

/// A radio as the source of a real queue.
@Suite(.tags(.local)) struct RadioInQueueTests {
  @Test("a service that refuses for ten minutes interrupts nothing")
  func serviceRefusesTen() async throws {
    let world = InventedWorld.wide()
    let radioClock = ManualClock()
    let player = try await RadioQueue(.of(world, clock: radioClock), types: [.url])
    #expect(await player.play(for: .seconds(600)) == [])
    let refusal = CatalogError(.rateLimited, "No.", retryAfter: .seconds(600))
    world.fail(refusal)
    #expect(await player.play(for: .seconds(600)) == [])
    world.fail(nil)
    radioClock.advance(by: .seconds(600))
    #expect(await player.play(for: .seconds(600)) == [])
    #expect(player.played.count >= 9)
  }

  @Test("tracks that the listener skips make their artists less frequent")
  func tracksListenerSkips() async throws {
    func count(skipping: Bool) async throws -> Int {
      let world = InventedWorld(likes: { _ in (0..<30).map { "b\($0)" } })
      let player = try await RadioQueue(.of(world), types: [.url])
      var late = 0
      for number in 0..<150 {
        let artist = player.queue.status.currentEntry?.metadata.artist ?? ""
        let isDisliked = artist.hasSuffix("1") || artist.hasSuffix("2")
        if number > 60, isDisliked { late += 1 }
        if skipping, isDisliked {
          player.queue.next()
          player.clock.advance(by: .seconds(1))
          await player.answered()
        } else {
          _ = await player.play(for: .seconds(200))
        }
      }
      return late
    }
    let usual = try await count(skipping: false)
    #expect(try await count(skipping: true) < usual)
  }

  private static func recordings() -> InventedWorld {
    InventedWorld(
      likes: { _ in (0..<20).map { "b\($0)" } },
      track: { RecordingTrack(TrackMetadata(title: $0, artist: $1)) }
    )
  }

  @Test("the reason survives a store")
  func reasonSurvivesStore() async throws {
    let player = try await RadioQueue(.of(Self.recordings()), types: [.sameRecording])
    let reasons = player.queue.entries.map(\.discoveryReason)
    #expect(!reasons.isEmpty && !reasons.contains(nil))
    let store = MemoryQueueStore()
    let registry = TrackRegistry(services: [])
    let persister = QueuePersister(of: player.queue, in: store, registry: registry)
    persister.start()
    try await persister.flush()
    let again = QueuePlayer(players: [])
    #expect(try await QueuePersister(of: again, in: store, registry: registry).restore())
    #expect(again.entries.map(\.discoveryReason) == reasons)
    #expect(again.entries.map(\.track.id) == player.queue.entries.map(\.track.id))
  }
}
