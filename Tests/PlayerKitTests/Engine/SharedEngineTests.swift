import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Several players on one engine, each with its own settings.
@Suite("Players on one engine", .tags(.pure))
struct SharedEngineTests {
  let clock = ManualClock()
  let engine: FakeEngine

  init() {
    engine = FakeEngine(clock: clock) { _ in FakeMedia() }
  }

  private func player(_ type: String) -> any Player {
    EnginePlayer(resolver: FakeResolver(type: type), engine: engine, clock: clock)
  }

  @Test("each play with their own settings")
  func playWithOwnSettings() {
    let players = [player("one"), player("two")]
    players[0].volume = 0.25
    players[1].play(FakeTrack("a"))
    clock.advance(by: .seconds(1))
    #expect(engine.output.volume == 1)
    players[0].play(FakeTrack("b"))
    clock.advance(by: .seconds(1))
    #expect(engine.output.volume == 0.25)
  }

  @Test("take over a queue's settings with a preloaded track")
  func takeOverSettings() throws {
    let queue = QueuePlayer(players: [player("one"), player("two")], clock: clock)
    try queue.set([FakeTrack("a", playerTypes: ["one"]), FakeTrack("b", playerTypes: ["two"])])
    queue.play()
    clock.advance(by: .seconds(1))
    queue.rate = 2
    clock.advance(by: .seconds(30))
    #expect(queue.status.currentEntry?.track.id == "b")
    queue.rate = 1
    #expect(engine.output.rate == 1)
  }
}

private struct FakeResolver: MediaResolver {
  let type: String

  var playerType: PlayerType { PlayerType(rawValue: type) }

  func resolveNow(_ track: any Track) throws(PlayerError) -> MediaSource? {
    MediaSource(.file(path: track.id))
  }

  func resolve(_ track: any Track) async throws(PlayerError) -> MediaSource {
    MediaSource(.file(path: track.id))
  }
}

extension FakeTrack {
  fileprivate init(_ id: String, playerTypes: [String]) {
    self.init(id, playerTypes: playerTypes.map { PlayerType(rawValue: $0) })
  }
}
