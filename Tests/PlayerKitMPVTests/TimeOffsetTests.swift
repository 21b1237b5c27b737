import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// Transcodes: a server sends them from a start time on, and supports no ranges.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct TimeOffsetTests {
    private let signal = Signal.sweep(frames: 5 * Signal.rate + 4_321)

    private func server() throws -> LoopbackServer {
      let signal = signal
      return try LoopbackServer { request in
        let text = request.target.split(separator: "=").last.map(String.init) ?? ""
        let frame = (Int(text) ?? 0) * Signal.rate
        return LoopbackServer.Reply(body: signal[frame..<signal.frames].wav, hasNoLength: true)
      }
    }

    private func source(_ server: LoopbackServer) -> MediaSource {
      var source = MediaSource(.remote(server.url("/song")))
      source.timeOffsets = .init(duration: .seconds(5)) { server.url("/song?timeOffset=\($0)") }
      return source
    }

    @Test(
      "A later start requests the stream from that second on, and begins at the sample",
      arguments: [0.0, 2.0, 3.25, 4.75]
    )
    func whatBeginLaterAsked(
      seconds: Double
    ) async throws {
      let server = try server()
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      stage.engine.load(stage.log.makeLoad(id, source(server), at: .seconds(seconds)))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let first = Int(seconds * Double(Signal.rate))
      #expect(try await stage.output() == signal[first..<signal.frames].pcm)
      let whole = Int(min(seconds, 4))
      let expected = whole == 0 ? "/song" : "/song?timeOffset=\(whole)"
      #expect(Set(server.requests.map(\.target)) == [expected])
    }

    @Test("A clip requests the stream from its beginning on")
    func partAskedFromBeginning() async throws {
      let server = try server()
      var stage = try Stage(.file)
      let id = stage.nextLoad()
      let clip = try Clip(from: .seconds(2.5), to: .seconds(4))
      stage.engine.load(stage.log.makeLoad(id, source(server), clip: clip))
      #expect(try await stage.end(of: id) == .ended(followedBy: nil))
      let part = signal[Signal.rate * 5 / 2..<Signal.rate * 4]
      #expect(try await stage.output() == part.pcm)
      #expect(server.requests.map(\.target) == ["/song?timeOffset=2"])
    }
  }
}
