import PlayerKit
import PlayerKitTesting

/// Plays the samples of the contract of engines on a fake engine, in manual time.
package struct FakeEngineHarness: AudioEngineHarness {
  package let clock = ManualClock()
  private let latency: Duration
  private let lateness: Lateness?
  package let tolerance: Duration
  private let wrap: @Sendable (FakeEngine, ManualClock) -> any AudioEngine

  package let samples = AudioEngineSamples(
    short: AudioEngineSamples.Sample(Self.file("short"), duration: .seconds(1)),
    other: AudioEngineSamples.Sample(Self.file("other"), duration: .milliseconds(1_100)),
    long: AudioEngineSamples.Sample(Self.file("long"), duration: .seconds(30)),
    missing: Self.file("missing"),
    garbage: Self.file("garbage")
  )

  /// - Parameters:
  ///   - latency: How long each load and each seek takes.
  ///   - lateness: The lateness of the engine's reports.
  ///   - tolerance: The largest accepted error of a position; by default, the one that follows from
  ///     the lateness.
  ///   - wrap: Makes the engine under test from the fake one.
  package init(
    latency: Duration = .milliseconds(50),
    lateness: Lateness? = nil,
    tolerance: Duration? = nil,
    wrap: @escaping @Sendable (FakeEngine, ManualClock) -> any AudioEngine = { engine, _ in engine }
  ) {
    self.latency = latency
    self.lateness = lateness
    self.tolerance = tolerance ?? lateness.map { $0.longest * 3 } ?? .zero
    self.wrap = wrap
  }

  package func makeEngine() -> any AudioEngine {
    let engine = FakeEngine(clock: clock, lateness: lateness)
    for sample in [samples.short, samples.other, samples.long] {
      engine.setMedia(
        withLatency(FakeMedia(duration: sample.duration)),
        for: sample.source.fakeName
      )
    }
    engine.setMedia(withLatency(.failing(.unsupportedFormat)), for: samples.garbage.fakeName)
    return wrap(engine, clock)
  }

  package func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    guard !clock.advance(until: { condition(recorder.entries) }) else { return }
    throw WaitFailure.sequenceEnded(what: what, lastSeen: "\(recorder.entries)")
  }

  package func pass(_ time: Duration) async throws {
    clock.advance(by: time)
  }

  private static func file(_ path: String) -> MediaSource {
    MediaSource(.file(path: path))
  }

  private func withLatency(_ media: FakeMedia) -> FakeMedia {
    var media = media
    media.loadTime = latency
    media.seekTime = latency
    return media
  }
}
