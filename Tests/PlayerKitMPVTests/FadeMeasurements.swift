import Foundation
import PlayerKit
import PlayerKitMPV
import Testing

/// What pauses, resumes and seeks sound like on a PulseAudio sink: run by `make realtime-fade`, which
/// names the sink in `FADE_SINK`.
@Suite(
  .enabled(
    if: ProcessInfo.processInfo.environment["FADE_SINK"] != nil,
    "run by make realtime-fade"
  ),
  .serialized,
  .timeLimit(.minutes(3))
)
struct FadeMeasurements {
  private static let rounds = 12

  @Test func `A fade takes the click out of pauses and seeks`() async throws {
    let hard = try await clicks(fade: .zero)
    let soft = try await clicks(fade: .milliseconds(20))
    print("| fade | median click | largest | (the tone itself: \(Self.tone.largestStep)) |")
    for (name, clicks) in [("off", hard), ("20 ms", soft)] {
      print("| \(name) | \(clicks.sorted()[clicks.count / 2]) | \(clicks.max() ?? 0) |")
    }
    #expect(hard.median > 0.05, "the control: without a fade it clicks")
    #expect(soft.median < hard.median / 3)
  }

  /// 100 Hz.
  private static let tone = Signal(
    samples: (0..<12 * Signal.rate).flatMap { frame in
      let sample = Int16(sin(2 * .pi * 100 * Double(frame) / Double(Signal.rate)) * 12_000)
      return [sample, sample]
    }
  )

  /// The largest steps from one sample to the next, 1 being full scale, each at least 0.1 s from a
  /// larger one; as many as there were cuts.
  private func clicks(fade: Duration) async throws -> [Double] {
    let sink = try #require(ProcessInfo.processInfo.environment["FADE_SINK"])
    let sandbox = try Sandbox()
    let recorder = try SinkRecorder(sink: sink, latency: .milliseconds(20), in: sandbox)
    try await recorder.wait(for: .milliseconds(50))

    let engine = try MPVEngine(configuration: .init(output: .device("pulse/\(sink)"), fade: fade))
    let log = ReportLog()
    var ids = LoadIDIssuer.unique()
    let id = ids.nextLoad()
    let source = MediaSource(.file(path: try sandbox.write(Self.tone.wav, to: "tone.wav")))
    engine.load(log.makeLoad(id, source))
    try await log.wait(for: id) { $0.isLoaded }
    try await Task.sleep(for: .milliseconds(600))
    var cuts = 0
    for round in 0..<Self.rounds {
      // At another phase of the tone each time.
      let pause = Duration.milliseconds(220) + .microseconds(1_700 * round)
      if round % 3 == 2 {
        let seek = ids.nextSeek()
        engine.seek(to: .milliseconds(2_003 * (round % 4)), id: seek, load: id)
        try await log.wait(for: id) { if case .seekCompleted(seek, _) = $0 { true } else { false } }
        cuts += 1
      } else {
        engine.setPlaying(false, load: id)
        try await Task.sleep(for: pause)
        engine.setPlaying(true, load: id)
        cuts += 2
      }
      try await Task.sleep(for: pause)
    }
    engine.unload(id)
    try await recorder.wait(for: .milliseconds(300))
    await engine.close()
    return try recorder.stop().largestSteps(cuts)
  }
}

extension [Double] {
  fileprivate var median: Double { isEmpty ? 0 : sorted()[count / 2] }
}

extension Signal {
  fileprivate var steps: [Double] {
    (1..<max(frames, 1)).map { frame in
      abs(Double(samples[frame * 2]) - Double(samples[frame * 2 - 2])) / 32_768
    }
  }

  fileprivate var largestStep: Double { steps.max() ?? 0 }

  fileprivate func largestSteps(_ count: Int) -> [Double] {
    let steps = steps
    var found: [(frame: Int, size: Double)] = []
    let loud = steps.indices.filter { steps[$0] > 0.005 }.sorted { steps[$0] > steps[$1] }
    for frame in loud where found.count < count {
      if found.allSatisfy({ abs($0.frame - frame) > Self.rate / 10 }) {
        found.append((frame, steps[frame]))
      }
    }
    return found.map(\.size)
  }
}
