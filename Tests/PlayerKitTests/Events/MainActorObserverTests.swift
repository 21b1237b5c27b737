import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Observers on the main actor, such as an app's view models.
///
/// That this compiles shows that the observer protocols do not require `Sendable`. The spelling is
/// the one in their documentation.
@MainActor
@Suite("Observers on the main actor", .tags(.local), .timeLimit(.minutes(3)))
struct MainActorObserverTests {
  let player = FakePlayer(clock: ManualClock())

  @Test("of a player are called on the main actor")
  func hearPlayer() async throws {
    let model = NowPlayingModel()
    player.addObserver(model)
    player.volume = 0.5
    try await model.calls.wait(for: "the event") { !$0.isEmpty }
    #expect(model.volume == 0.5)
  }

  @Test("of a queue are called on the main actor")
  func hearQueue() async throws {
    let queue = QueuePlayer(players: [player], clock: ManualClock())
    let model = QueueModel()
    queue.addObserver(model)
    try queue.set([FakeTrack("a")])
    try await model.calls.wait(for: "the event") { !$0.isEmpty }
    #expect(model.count == 1)
  }

  @Test("that are removed on the main actor get no further call")
  func hearNothingOnceRemoved() async throws {
    let model = NowPlayingModel()
    player.addObserver(model)
    player.volume = 0.5
    player.volume = 0.25
    player.removeObserver(model)
    let witness = RecordingObserver(of: player)
    player.volume = 0.125
    try await witness.wait(for: "the last event") { !$0.isEmpty }
    await Task.yield()
    #expect(model.calls.elements.isEmpty)
  }
}

@MainActor private final class NowPlayingModel: @MainActor PlayerObserver {
  nonisolated let calls = Recorded<Void>()
  private(set) var volume = 1.0

  func player(_ player: any Player, didEmit event: PlayerEvent) {
    volume = event.status.volume
    MainActor.preconditionIsolated()
    calls.append(())
  }
}

@MainActor private final class QueueModel: @MainActor QueuePlayerObserver {
  nonisolated let calls = Recorded<Void>()
  private(set) var count = 0

  func queuePlayer(_ queue: QueuePlayer, didChangeQueue status: QueuePlayerStatus) {
    count = status.entries.count
    MainActor.preconditionIsolated()
    calls.append(())
  }
}
