import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// Joints over a server whose every answer is late, in real time: file output would hide a track
  /// that comes too late. The sample at the joint is that of `SeamTests`; `make realtime-http` has
  /// both at once.
  @Suite(.timeLimit(.minutes(1)))
  struct SlowServerTests {
    private static let isLong = ProcessInfo.processInfo.environment["REALTIME"] != nil
    private static let delays = isLong ? [0.5, 1.0] : [0.5]

    @Test(arguments: delays)
    func `Tracks follow each other without waiting for a server that answers late`(
      delay: TimeInterval
    ) async throws {
      // What comes first has to last until what follows is here: one answer, or two.
      let first = Signal.integer(frames: Int(44_100 * (2 * delay + 1.5)))
      let bodies = [
        "/0": first.wav, "/1": try RemoteFormat.mp4WithIndexBehind.data,
      ]
      let server = try LoopbackServer { request in
        guard let body = bodies[request.target] else { return .status(404) }
        var reply = LoopbackServer.Reply.part(body, request)
        reply.delay = delay
        return reply
      }
      var stage = try Stage(isRealTime: true)
      let loads = [stage.nextLoad(), stage.nextLoad()]
      func source(_ index: Int) -> MediaSource { MediaSource(.remote(server.url("/\(index)"))) }
      stage.engine.load(stage.log.makeLoad(loads[0], source(0)))
      let began = try await stage.log.wait(for: loads[0]) { $0.isLoaded }
      stage.engine.setNext(stage.log.makeLoad(loads[1], source(1)), after: loads[0])
      let followed = try await stage.log.wait(for: loads[1]) { $0.isStarted }
      #expect(stage.log.reports(of: loads[0]).last == .ended(followedBy: loads[1]))
      for load in loads { #expect(!stage.log.reports(of: load).contains(.buffering(true))) }
      let start = try #require(began.anchor)
      let joint = try #require(followed.anchor)
      let sounded = joint.instant - start.instant + start.position - joint.position
      let length = Double(first.frames) / 44_100
      #expect(sounded.seconds > length - 0.08 && sounded.seconds < length + 1, "\(sounded)")
      await stage.engine.close()
    }
  }
}
