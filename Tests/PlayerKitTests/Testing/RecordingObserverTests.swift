import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("A recording observer", .tags(.local), .timeLimit(.minutes(3)))
struct RecordingObserverTests {
  let clock = ManualClock()
  let player: FakePlayer

  init() {
    player = FakePlayer(clock: clock)
    player.setMedia(.failing(.notFound), for: "broken")
  }

  @Test("records the events of a player")
  func recordsPlayer() async throws {
    let observer = RecordingObserver(of: player)
    player.play(FakeTrack("a"))
    clock.advance(by: seconds(1))
    player.seek(to: seconds(30))
    clock.advance(by: seconds(1))
    player.play(FakeTrack("broken"))
    clock.advance(by: seconds(1))
    player.play(FakeTrack("c"))
    player.unload()
    let events = try await observer.wait(for: "the end") { !$0.ends.isEmpty }
    #expect(
      events.states == [
        .loadToPlay, .play, .loadToPlay, .play, .loadToPlay, .initial, .loadToPlay, .initial,
      ]
    )
    #expect(events.completedSeeks == [seconds(30)])
    #expect(events.changes.jumps.first?.to == seconds(30))
    #expect(events.failures.map(\.code) == [.notFound])
    #expect(events.ends == [.unloaded])
    #expect(events.changes.trackIDs == ["a", "broken", "c"])
    #expect(events.changes.transitions.allSatisfy { $0 == .userSelected })
    #expect(events.changes.playIntents == [true])
    try await observer.recordedTurns.wait(for: "the last turn") {
      $0.joined().count == events.count
    }
  }

  @Test("records the events of a queue")
  func recordsQueue() async throws {
    let queue = QueuePlayer(players: [player], clock: clock)
    let observer = RecordingObserver(of: queue)
    try queue.set([FakeTrack("broken"), FakeTrack("a")])
    queue.play()
    clock.advance(by: seconds(1))
    queue.seek(to: seconds(100))
    clock.advance(by: seconds(1))
    let events = try await observer.wait(for: "the end") { !$0.ends.isEmpty }
    #expect(events.failures.map(\.error.code) == [.notFound])
    #expect(events.transitions.last?.to?.track.id == "a")
    #expect(events.states.contains(.play))
    #expect(events.ends == [.finished])
  }

  @Test("records positions at the given interval")
  func recordsPositions() async throws {
    let observer = RecordingObserver(of: player, positionInterval: seconds(0.5))
    player.play(FakeTrack("a"))
    clock.advance(by: seconds(2.1))
    let positions = try await observer.recordedPositions.wait(for: "positions") { $0.count == 4 }
    #expect(positions.map(\.position) == [0.5, 1, 1.5, 2].map { seconds($0) })
  }

  @Test("has a sibling that waits for a status of a player and of a queue")
  func waitsForStatus() async throws {
    let queue = QueuePlayer(players: [player], clock: clock)
    try queue.set([FakeTrack("a")])
    async let status = queue.wait(for: "the music") { $0.state == .play }
    queue.play()
    clock.advance(by: seconds(1))
    #expect(try await status.currentEntry?.track.id == "a")
    let alone = FakePlayer(clock: clock)
    alone.play(FakeTrack("b"))
    clock.advance(by: seconds(1))
    try await alone.wait { $0.isPlaying }
    await #expect(throws: WaitFailure.self) {
      try await alone.wait(timeout: .milliseconds(20)) { $0.state == .pause }
    }
  }
}
