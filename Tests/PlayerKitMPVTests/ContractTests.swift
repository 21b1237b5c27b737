import Foundation
import PlayerKit
import PlayerKitMPV
import PlayerKitTesting
import TestSupport
import Testing

extension EngineTests {
  /// Runs the contract for all engines.
  @Suite(.tags(.local), .timeLimit(.minutes(5)))
  struct ContractTests {
    @Test("The engine keeps the contract", arguments: AudioEngineContract.checks)
    func keepsTheContract(check: AudioEngineContract.Check) async throws {
      try await check.run(on: MPVHarness())
    }
  }
}

/// Makes a driven engine, and plays by taking its sound.
private final class MPVHarness: AudioEngineHarness {
  let samples: AudioEngineSamples
  private let stage: Stage

  init() throws {
    let stage = try Stage(.driven)
    self.stage = stage
    func sample(_ name: String, seconds: Int) throws -> AudioEngineSamples.Sample {
      let wav = try stage.wav(.integer(frames: seconds * Signal.rate), name)
      return .init(wav, duration: .seconds(seconds))
    }
    samples = AudioEngineSamples(
      short: try sample("short.wav", seconds: 1),
      other: try sample("other.wav", seconds: 1),
      long: try sample("long.wav", seconds: 20),
      missing: MediaSource(.file(path: stage.sandbox.path("missing.wav"))),
      garbage: MediaSource(
        .file(path: try stage.sandbox.write(Data("no audio at all".utf8), to: "garbage"))
      )
    )
  }

  #if os(Linux)
    /// The precision of a driven engine's clock.
    var tolerance: Duration { .milliseconds(100) }
  #endif

  func makeEngine() -> any AudioEngine { StageEngine(stage: stage) }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await stage.wait(for: what) { condition(recorder.entries) }
  }

  func pass(_ time: Duration) async throws { try await stage.pass(time) }
}

/// An engine that can be closed without a reader of its sound.
private final class StageEngine: AudioEngine {
  private let stage: Stage

  init(stage: Stage) { self.stage = stage }

  func load(_ request: EngineLoad) { stage.engine.load(request) }
  func setNext(_ next: EngineLoad?, after current: LoadID) {
    stage.engine.setNext(next, after: current)
  }
  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    stage.engine.playNext(next, after: current, isPlaying: isPlaying)
  }
  func setPlaying(_ isPlaying: Bool, load: LoadID) {
    stage.engine.setPlaying(isPlaying, load: load)
  }
  func seek(to position: Duration, id: SeekID, load: LoadID) {
    stage.engine.seek(to: position, id: id, load: load)
  }
  func measure(_ load: LoadID) { stage.engine.measure(load) }
  func unload(_ load: LoadID) { stage.engine.unload(load) }
  func setOutput(_ settings: OutputSettings) { stage.engine.setOutput(settings) }
  func close() async { await stage.close() }
}
