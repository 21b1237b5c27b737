import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// An output that really vanishes: a private PulseAudio daemon is killed, or loses its sink, and
  /// comes back. `make vanishing-output` runs it.
  @Suite(
    .serialized,
    .timeLimit(.minutes(2)),
    .enabled(if: ProcessInfo.processInfo.environment["VANISHING_OUTPUT"] != nil)
  )
  struct RealTimeOutputLossTests {
    @Test func `A sound server that is killed suppresses what plays until it is back`() async throws
    {
      try await expectReturn(.auto, vanish: { $0.kill() }, comeBack: { try await $0.start() })
    }

    @Test func `A device that is taken out suppresses what plays until it is back`() async throws {
      try await expectReturn(
        .device("pulse/one"),
        vanish: { try $0.control("unload-module", "module-null-sink") },
        comeBack: { try $0.control("load-module", "module-null-sink", "sink_name=one") }
      )
    }

    private func expectReturn(
      _ output: MPVEngine.Output,
      vanish: (SoundServer) throws -> Void,
      comeBack: (SoundServer) async throws -> Void
    ) async throws {
      let server = try SoundServer()
      defer { server.kill() }
      try await server.start()
      let sandbox = try Sandbox()
      let engine = try MPVEngine(configuration: .init(output: output))
      let log = ReportLog()
      let id = LoadID.unique()
      let path = try sandbox.write(Signal.sweep(frames: 8 * 44_100).wav, to: "a.wav")
      engine.load(log.makeLoad(id, MediaSource(.file(path: path))))
      try await log.wait(for: id) { $0.isLoaded }
      try await engine.wait(for: id, at: .seconds(2), in: log)
      try vanish(server)
      try await log.wait(for: id) { $0 == .suppressed(.outputUnavailable) }
      // It has looked in vain a few times: only then it waits so long.
      try await eventually("it looks again") {
        await engine.ask { $0.outputWatch.patience } == OutputWatch.longest
      }
      let held = try #require(log.reports(of: id).last(where: \.isPosition)?.anchor)
      #expect(held.speed == 0)
      try await comeBack(server)
      try await log.wait(for: id, within: .seconds(15)) { $0 == .suppressed(nil) }
      let end = try await log.end(of: id, within: .seconds(15))
      #expect(end == .ended(followedBy: nil))
      let later = log.reports(of: id).drop { $0 != .suppressed(nil) }
      let again = try #require(later.first(where: \.isPosition)?.anchor)
      print("vanishing output: held at \(held.position), went on at \(again.position)")
      #expect(again.speed == 1)
      #expect(abs((again.position - held.position) / .seconds(1)) < 0.05)
      #expect(held.position > .seconds(1) && held.position < .seconds(3))
      await engine.close()
    }
  }
}
