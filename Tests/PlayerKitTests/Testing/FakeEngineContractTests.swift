import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake engine", .tags(.local))
struct FakeEngineContractTests {
  @Test("keeps the contract of engines", arguments: AudioEngineContract.checks)
  func keepsTheContract(check: AudioEngineContract.Check) async throws {
    try await check.run(on: FakeEngineHarness())
  }

  @Test("keeps it also if nothing takes time", arguments: AudioEngineContract.checks)
  func keepsTheContractAtOnce(check: AudioEngineContract.Check) async throws {
    try await check.run(on: FakeEngineHarness(latency: .zero))
  }

  @Test(
    "keeps it also if it is slow",
    arguments: AudioEngineContract.checks,
    [Lateness(seed: 1), Lateness()]
  )
  func keepsTheContractLate(check: AudioEngineContract.Check, lateness: Lateness) async throws {
    try await check.run(on: FakeEngineHarness(lateness: lateness))
  }

  @Test("uses checks with unique names")
  func checksHaveNames() {
    let names = AudioEngineContract.checks.map(\.description)
    #expect(Set(names).count == names.count)
  }
}

/// Plays the contract's samples on a fake engine, in manual time.
struct FakeEngineHarness: AudioEngineHarness {
  let clock = ManualClock()
  var latency = Duration.milliseconds(50)
  var lateness: Lateness?

  let samples = AudioEngineSamples(
    short: AudioEngineSamples.Sample(file("short"), duration: .seconds(1)),
    other: AudioEngineSamples.Sample(file("other"), duration: .milliseconds(1100)),
    long: AudioEngineSamples.Sample(file("long"), duration: .seconds(30)),
    missing: file("missing"),
    garbage: file("garbage")
  )

  var tolerance: Duration { lateness.map { $0.longest * 3 } ?? .zero }

  func makeEngine() -> any AudioEngine {
    let engine = FakeEngine(clock: clock, lateness: lateness)
    for sample in [samples.short, samples.other, samples.long] {
      engine.setMedia(
        withLatency(FakeMedia(duration: sample.duration)),
        for: sample.source.fakeName
      )
    }
    engine.setMedia(withLatency(.failing(.unsupportedFormat)), for: samples.garbage.fakeName)
    return engine
  }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    guard !clock.advance(until: { condition(recorder.entries) }) else { return }
    throw WaitFailure.sequenceEnded(what: what, lastSeen: "\(recorder.entries)")
  }

  func pass(_ time: Duration) async throws {
    clock.advance(by: time)
  }

  private func withLatency(_ media: FakeMedia) -> FakeMedia {
    var media = media
    media.loadTime = latency
    media.seekTime = latency
    return media
  }
}

func file(_ path: String) -> MediaSource {
  MediaSource(.file(path: path))
}
