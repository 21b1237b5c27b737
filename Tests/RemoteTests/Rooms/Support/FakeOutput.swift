import PlayerKitSystem
import PlayerKit
import PlayerKitTesting

@testable import PlayerKitRooms

/// An output that records its calls.
final class FakeOutput: DelayedOutput {
  enum Command: Equatable {
    case cut, open
  }

  private struct State {
    var commands: [Command] = []
    var onAvailability: (@Sendable (Bool) -> Void)?
  }

  let delay: Duration
  var startDelay: Duration { delay }
  private let state = Locked(State())

  init(delay: Duration) {
    self.delay = delay
  }

  var commands: [Command] { state.withLock { $0.commands } }

  /// Clears the recorded calls.
  func forget() { state.withLock { $0.commands = [] } }

  func cut() { state.withLock { $0.commands.append(.cut) } }
  func open() { state.withLock { $0.commands.append(.open) } }

  func onAvailability(_ body: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.onAvailability = body }
    body(true)
  }

  func setAvailable(_ isAvailable: Bool) {
    state.withLock { $0.onAvailability }?(isAvailable)
  }
}

/// Plays the contract's samples on a fake engine behind a delay, on a manual clock.
struct DelayedEngineHarness: AudioEngineHarness {
  let clock = ManualClock()
  var latency = Duration.milliseconds(50)
  var delay = Duration.milliseconds(1_100)

  let samples = AudioEngineSamples(
    short: AudioEngineSamples.Sample(file("short"), duration: .seconds(1)),
    other: AudioEngineSamples.Sample(file("other"), duration: .milliseconds(1_100)),
    long: AudioEngineSamples.Sample(file("long"), duration: .seconds(30)),
    missing: file("missing"),
    garbage: file("garbage")
  )

  var tolerance: Duration { delay }

  func makeEngine() -> any AudioEngine {
    let engine = FakeEngine(clock: clock)
    for sample in [samples.short, samples.other, samples.long] {
      engine.setMedia(media(sample.duration), for: sample.source.fakeName)
    }
    var garbage = FakeMedia.failing(.unsupportedFormat)
    garbage.loadTime = latency
    engine.setMedia(garbage, for: samples.garbage.fakeName)
    return DelayedEngine(engine, output: FakeOutput(delay: delay), clock: clock)
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

  private func media(_ duration: Duration) -> FakeMedia {
    var media = FakeMedia(duration: duration)
    media.loadTime = latency
    media.seekTime = latency
    return media
  }
}

func file(_ path: String) -> MediaSource {
  MediaSource(.file(path: path))
}
