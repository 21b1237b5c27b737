import Foundation
import PlayerKit
import PlayerKitMPV
import TestSupport

/// Records a PulseAudio sink in real time. `make acceptance WHAT=outputs` starts one, and names it
/// in the environment.
final class SinkRecorder {
  /// The name of the sink, if there is one.
  static var sink: String? { ProcessInfo.processInfo.environment["REALTIME_SINK"] }

  static var output: MPVEngine.Output { sink.map { .device("pulse/\($0)") } ?? .null }

  private let process = Process()
  private let file: URL
  private let sandbox: Sandbox

  /// Starts to record.
  ///
  /// - Parameter latency: The size of the pieces.
  init(sink: String, latency: Duration = .milliseconds(100), in sandbox: Sandbox) throws {
    self.sandbox = sandbox
    file = sandbox.root.appendingPathComponent("\(UUID().uuidString).raw")
    try Data().write(to: file)
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "parec", "--device=\(sink).monitor", "--format=s16le", "--rate=44100", "--channels=2",
      "--raw", "--latency-msec=\(Int(latency / .milliseconds(1)))",
    ]
    process.standardOutput = try FileHandle(forWritingTo: file)
    process.standardError = FileHandle.nullDevice
    try process.run()
  }

  struct Silent: Error {}

  private func size() throws -> UInt64 {
    try FileHandle(forReadingFrom: file).seekToEnd()
  }

  /// Waits until this much more has been recorded, so that the file contains all earlier sound.
  func wait(for more: Duration) async throws {
    let wanted = try size() + UInt64(more / .seconds(1) * Double(Signal.rate)) * 4
    try await eventually("\(more) more are recorded", limit: .seconds(60) + more) {
      (try? size()).map { $0 >= wanted } ?? false
    }
  }

  /// Records until a condition holds, and measures when the sink got its frames.
  func record(on clock: some PlaybackClock, until isSo: () -> Bool) async throws {
    let limit = clock.now + .seconds(60)
    while !isSo() {
      guard clock.now < limit else { throw Silent() }
      let frames = Double(try size() / 4)
      // Only the earliest estimate counts; later ones are delayed.
      let first = clock.now + .seconds(-frames / Double(Signal.rate))
      origin = min(origin ?? first, first)
      try await Task.sleep(for: .milliseconds(2))
    }
  }

  /// The instant of the first frame, as measured by ``record(on:until:)``.
  private(set) var origin: MonotonicInstant?

  func stop() throws -> Signal {
    // Its threads inherit a signal mask that blocks the milder signals.
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    let data = try Data(contentsOf: file)
    try FileManager.default.removeItem(at: file)
    return Signal(pcm: data.prefix(data.count / 4 * 4))
  }
}
