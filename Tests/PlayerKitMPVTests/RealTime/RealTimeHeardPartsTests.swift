import PlayerKit
import PlayerKitMPV
import TestSupport
import Testing

extension EngineTests {
  /// Chapters and lines of lyrics are reported when their first sample sounds, at other rates and
  /// after seeks.
  ///
  /// `make acceptance WHAT=outputs` runs it, with a sink to record.
  // Real time: compares events with the recording of a sound server, at other rates too.
  @Suite(
    .tags(.realTime),
    .heartbeat,
    .enabled(if: SinkRecorder.sink != nil),
    .timeLimit(.minutes(2))
  )
  struct RealTimeHeardPartsTests {
    private let sandbox: Sandbox
    private let engine: MPVEngine
    private let parts: HeardParts
    private let recorder: SinkRecorder
    private let clock = SystemPlaybackClock()
    private var queue: QueuePlayer { parts.queue }

    init() throws {
      sandbox = try Sandbox()
      recorder = try SinkRecorder(
        sink: SinkRecorder.sink ?? "",
        latency: .milliseconds(5),
        in: sandbox
      )
      engine = try MPVEngine(configuration: .init(output: SinkRecorder.output))
      parts = try HeardParts(engine: engine, clock: clock, in: sandbox)
    }

    @Test("Each part is reported within 50 ms of its first sample", arguments: [1.0, 1.5, 0.75, 2])
    func eachToldWithin50(rate: Double) async throws {
      queue.rate = rate
      queue.play()
      try await recorder.record(on: clock) { queue.position > .milliseconds(6_700) }
      try await check([0, 1, 2])
    }

    @Test("Each part is reported within 50 ms of its first sample, also after seeks")
    func eachToldWithin50Ms() async throws {
      queue.play()
      try await recorder.record(on: clock) { queue.state == .play }
      try await seek(to: .milliseconds(2_500))
      try await recorder.record(on: clock) { queue.position > .milliseconds(5_200) }
      try await seek(to: .milliseconds(2_000))
      try await recorder.record(on: clock) { queue.position > .milliseconds(6_700) }
      try await check([0, 1, 0, 1, 2])
    }

    private func seek(to position: Duration) async throws {
      queue.seek(to: position)
      try await recorder.record(on: clock) { parts.plays(from: position) }
    }

    private func check(_ expected: [Int]) async throws {
      try await recorder.wait(for: .milliseconds(300))
      let recording = try recorder.stop()
      await engine.close()
      let origin = try #require(recorder.origin)
      let told = await parts.told(in: recording) {
        Int(($0 - origin) / .seconds(1) * Double(Signal.rate))
      }
      for told in told {
        print("heard parts: each \(told.kind) told \(told.delays) ms behind its first sample")
        #expect(told.indices == expected, "\(told.kind)")
        #expect(told.delays.allSatisfy { abs($0) <= 50 })
      }
    }
  }
}
