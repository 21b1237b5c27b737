import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKit

/// The cost of a command in the core: turns of the queue's machine, requests, and unobserved
/// events.
@Suite("The cost of a command", .tags(.pure)) struct CommandCostTests {
  private let clock = ManualClock()
  private let player: FakePlayer
  private let queue: QueuePlayer

  init() throws {
    player = FakePlayer(group: FakePlayer.Group(clock: clock))
    queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a"), FakeTrack("b"), FakeTrack("c")])
  }

  /// The turns of a command, until all its effects have happened.
  private func turns(of body: () -> Void) -> Int {
    func count() -> Int { queue.state.withLock(\.machine.turns) }
    let before = count()
    body()
    clock.advance(by: .seconds(1))
    return count() - before
  }

  @Test("of play() and next() is at most four turns each, and of pause() one")
  func turns() {
    #expect(turns { queue.play() } <= 4)
    #expect(queue.playback.state == .play)
    #expect(turns { queue.next() } <= 4)
    #expect(queue.currentEntry?.track.id == "b")
    #expect(turns { queue.pause() } == 1)
  }

  @Test("is one load for each track, and no event of the player's own")
  func requests() async {
    let observer = RecordingObserver(of: player)
    queue.play()
    clock.advance(by: .seconds(1))
    queue.next()
    clock.advance(by: .seconds(1))
    queue.pause()
    await player.events.delivered()
    #expect(player.loads(of: "a").count == 1)
    #expect(player.loads(of: "b").count == 1)
    #expect(observer.events.isEmpty)
    #expect(player.status.load == nil)
  }
}
