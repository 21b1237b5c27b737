import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// Gapless transitions with a slow server, on the clock of the sound. File output would hide a
  /// track that comes too late.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct SlowServerTests {
    @Test(
      "Tracks follow each other without waiting for a slow server",
      arguments: [0.5, 1.0]
    )
    func tracksFollowEachOther(
      delay: TimeInterval
    ) async throws {
      // The first track must last until the next one arrives: one response, or two.
      let first = Signal.integer(frames: Int(44_100 * (2 * delay + 1.5)))
      let bodies = [
        "/0": first.wav, "/1": try RemoteFormat.mp4WithIndexBehind.data,
      ]
      var stage = try Stage(.driven)
      let server = try stage.server(delay: .seconds(delay)) { request in
        bodies[request.target].map { .part($0, request) } ?? .status(404)
      }
      let loads = [stage.nextLoad(), stage.nextLoad()]
      func source(_ index: Int) -> MediaSource { MediaSource(.remote(server.url("/\(index)"))) }
      stage.engine.load(stage.log.makeLoad(loads[0], source(0)))
      let began = try await stage.wait(for: loads[0]) { $0.isLoaded }
      stage.engine.setNext(stage.log.makeLoad(loads[1], source(1)), after: loads[0])
      let followed = try await stage.wait(for: loads[1]) { $0.isStarted }
      #expect(stage.log.reports(of: loads[0]).last == .ended(followedBy: loads[1]))
      for load in loads { #expect(!stage.log.reports(of: load).contains(.buffering(true))) }
      let start = try #require(began.anchor)
      let joint = try #require(followed.anchor)
      let sounded = joint.instant - start.instant + start.position - joint.position
      let length = Double(first.frames) / 44_100
      #expect(abs(sounded.seconds - length) < 0.08, "\(sounded)")
      await stage.close()
    }
  }
}
