import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// The numbered acceptance scenario for changes right before the end.
@Suite(.tags(.pure)) struct LateChangeScenarioTests {
  private static let rests = [1000, 600, 300, 100, 20]

  @Test(
    "28 A track added to play next shortly before the end follows the whole tail",
    arguments: rests
  )
  func trackAddedPlay(rest: Int) throws {
    let fixture = try QueueFixture()
    fixture.script("x", FakeMedia())
    fixture.begin()
    fixture.advance(.seconds(60) - .milliseconds(rest))
    let tail = try #require(fixture.engine.soundingLoad)
    fixture.queue.playNext([URLTrack(path: "x")])
    for _ in 0..<(rest / 10 - 1) {
      fixture.advance(.milliseconds(10))
      #expect(fixture.engine.soundingLoad == tail)
      #expect(fixture.current == "a")
    }
    expectNext("x", after: tail, in: fixture)
  }

  @Test(
    "28 The next entry is removed shortly before the end, and its successor follows",
    arguments: rests
  )
  func followsRemovedRight(rest: Int) throws {
    let fixture = try QueueFixture()
    fixture.begin()
    fixture.advance(.seconds(60) - .milliseconds(rest))
    let tail = try #require(fixture.engine.soundingLoad)
    try fixture.queue.remove([fixture.entry("b")])
    fixture.advance(.milliseconds(rest - 10))
    #expect(fixture.engine.soundingLoad == tail)
    expectNext("c", after: tail, in: fixture)
  }

  /// From shortly before the end until a while after it, nothing else sounds.
  private func expectNext(_ name: String, after tail: LoadID, in fixture: QueueFixture) {
    for _ in 0..<50 {
      fixture.advance(.milliseconds(10))
      guard let load = fixture.engine.soundingLoad, load != tail else { continue }
      #expect(fixture.engine.source(of: load) == name)
    }
    #expect(fixture.current == name)
    #expect(fixture.state == .play)
    #expect(fixture.engine.soundingLoad != tail)
  }
}

extension FakeEngine {
  /// The name of a load's source.
  fileprivate func source(of load: LoadID) -> String? {
    for command in commands {
      switch command {
      case .load(load, let source, _, _), .setNext(load, let source, _, _): return source
      case .load, .setNext, .removeNext, .playNext, .setPlaying, .seek, .unload, .setOutput, .close:
        continue
      }
    }
    return nil
  }
}
