import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Observers that are actors.
@Suite("Observers that are actors", .tags(.local), .timeLimit(.minutes(3)))
struct ActorObserverTests {
  @Test("An actor that owns the queue that it observes is freed with it, and the music ends")
  func isFreed() async throws {
    let clock = ManualClock()
    let player = FakePlayer(clock: clock)
    weak var freed: Jukebox?
    do {
      let jukebox = Jukebox(players: [player], clock: clock)
      try await jukebox.play("a")
      clock.advance(by: .seconds(1))
      #expect(player.isSounding)
      try await jukebox.calls.wait(for: "the event") { !$0.isEmpty }
      freed = jukebox
    }
    try await clock.reach("the end of the observer, and silence") {
      freed == nil && !player.isSounding
    }
  }

  @Test("An actor is called on its isolation")
  func isCalled() async throws {
    let clock = ManualClock()
    let jukebox = Jukebox(players: [FakePlayer(clock: clock)], clock: clock)
    try await jukebox.play("a")
    clock.advance(by: .seconds(1))
    try await jukebox.calls.wait(for: "the state") { $0.contains(.play) }
  }
}

private actor Jukebox {
  let calls = Recorded<PlayerState>()
  private let queue: QueuePlayer

  init(players: [any Player], clock: any PlaybackClock) {
    queue = QueuePlayer(players: players, clock: clock)
  }

  func play(_ track: String) throws {
    queue.addObserver(self)
    try queue.set([FakeTrack(track)])
    queue.play()
  }
}

extension Jukebox: QueuePlayerObserver {
  nonisolated func queuePlayer(
    _ queue: QueuePlayer,
    didChangeStateFrom old: PlayerState,
    status: QueuePlayerStatus
  ) {
    assumeIsolated { $0.calls.append(status.playback.state) }
  }
}
