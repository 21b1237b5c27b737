import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// Negative controls: an engine that breaks the contract must not pass.
@Suite("The contract of engines", .tags(.local))
struct AudioEngineContractTests {
  @Test("refuses an engine that reports each end twice", arguments: AudioEngineContract.checks)
  func refusesRepeatedEnds(check: AudioEngineContract.Check) async {
    let harness = BrokenEngineHarness { engine, load in
      engine.load(load.reporting { report in report.isTerminal ? [report, report] : [report] })
    }
    await #expect(throws: ContractViolation.self) { try await check.run(on: harness) }
  }

  @Test("refuses an engine that never reports anything", arguments: AudioEngineContract.checks)
  func refusesSilence(check: AudioEngineContract.Check) async {
    let harness = BrokenEngineHarness { engine, load in engine.load(load.reporting { _ in [] }) }
    await #expect(throws: (any Error).self) { try await check.run(on: harness) }
  }

  @Test("refuses an engine that is loaded twice")
  func refusesRepeatedLoaded() async throws {
    let check = try #require(AudioEngineContract.checks.first)
    let harness = BrokenEngineHarness { engine, load in
      engine.load(
        load.reporting { report in
          if case .loaded = report { [report, report] } else { [report] }
        }
      )
    }
    await #expect(throws: ContractViolation.self) { try await check.run(on: harness) }
  }
}

/// Makes engines with faulty loads.
private struct BrokenEngineHarness: AudioEngineHarness {
  let base = FakeEngineHarness()
  let spoil: @Sendable (any AudioEngine, EngineLoad) -> Void

  var samples: AudioEngineSamples { base.samples }
  var tolerance: Duration { base.tolerance }

  func makeEngine() -> any AudioEngine {
    SpoiltEngine(base: base.makeEngine(), spoil: spoil)
  }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await base.wait(for: what, in: recorder, until: condition)
  }

  func pass(_ time: Duration) async throws {
    try await base.pass(time)
  }
}

/// Forwards everything except loads to another engine.
private final class SpoiltEngine: AudioEngine {
  private let base: any AudioEngine
  private let spoil: @Sendable (any AudioEngine, EngineLoad) -> Void

  init(base: any AudioEngine, spoil: @escaping @Sendable (any AudioEngine, EngineLoad) -> Void) {
    self.base = base
    self.spoil = spoil
  }

  func load(_ request: EngineLoad) { spoil(base, request) }
  func setNext(_ next: EngineLoad?, after current: LoadID) { base.setNext(next, after: current) }
  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool) {
    base.playNext(next, after: current, isPlaying: isPlaying)
  }
  func setPlaying(_ isPlaying: Bool, load: LoadID) { base.setPlaying(isPlaying, load: load) }
  func seek(to position: Duration, id: SeekID, load: LoadID) {
    base.seek(to: position, id: id, load: load)
  }
  func measure(_ load: LoadID) { base.measure(load) }
  func unload(_ load: LoadID) { base.unload(load) }
  func setOutput(_ settings: OutputSettings) { base.setOutput(settings) }
  func close() async { await base.close() }
}

extension EngineLoad {
  /// The same load. `change` replaces each of its reports by others.
  fileprivate func reporting(
    _ change: @escaping @Sendable (LoadEvent) -> [LoadEvent]
  ) -> EngineLoad {
    EngineLoad(
      id: id,
      source: source,
      position: position,
      isPlaying: isPlaying,
      album: AlbumContext()
    ) { report in
      for report in change(report) { onReport(report) }
    }
  }
}
