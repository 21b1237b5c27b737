import BenchmarkKit
import Foundation

/// A PulseAudio server of the benchmark's own, with sinks that go nowhere, and an ear
/// at the first.
final class PulseSink {
  /// The first of the sinks.
  static let name = sink(0)

  static func sink(_ number: Int) -> String { "benchmark-\(number)" }

  let socket: String
  private(set) var ear: Ear?
  private let server: Tool
  private var helpers: [Tool] = []

  /// `nil` where PulseAudio or its tools are not installed. Sets the environment, so that libmpv
  /// finds this server only.
  ///
  /// - Parameters:
  ///   - listens: whether there is to be an ear, for which the sink works in short blocks.
  ///   - count: how many sinks: of those who share one, the hastiest wakes all.
  init?(in folder: String, listens: Bool, count: Int = 1) throws {
    guard let path = Tool.path(of: "pulseaudio"), let recorderPath = Tool.path(of: "parec"),
      let playerPath = Tool.path(of: "pacat")
    else { return nil }
    let run = "\(folder)/pulse-\(UUID().uuidString.prefix(8))"
    mkdir(run, 0o700)
    socket = "\(run)/sink.socket"
    for name in ["XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
      setenv(name, run, 1)
    }
    setenv("PULSE_SERVER", "unix:\(socket)", 1)
    server = try Tool(
      path,
      [
        "-n", "--daemonize=no", "--disable-shm=yes", "--use-pid-file=no", "--exit-idle-time=-1",
        "-L", "module-native-protocol-unix auth-anonymous=1 socket=\(socket)",
      ]
        + (0..<count).flatMap {
          ["-L", "module-null-sink sink_name=\(Self.sink($0)) format=s16le rate=44100 channels=2"]
        }
    )
    for _ in 0..<250 where !FileManager.default.fileExists(atPath: socket) { usleep(20_000) }
    if listens, try !listen(recorderPath, playerPath) { return nil }
  }

  deinit { end() }

  func end() {
    for tool in helpers + [server] { tool.end() }
  }

  private func listen(_ recorderPath: String, _ playerPath: String) throws -> Bool {
    let format = ["--format=s16le", "--rate=44100", "--channels=2", "--raw", "--latency-msec=5"]
    // An idle sink gives its monitor nothing.
    helpers.append(try Tool(playerPath, ["--device=\(Self.name)"] + format + ["/dev/zero"]))
    let recorder = try Tool(
      recorderPath,
      ["--device=\(Self.name).monitor"] + format,
      readsOutput: true
    )
    helpers.append(recorder)
    let ear = Ear(recorder.reading)
    self.ear = ear
    ear.levels.expect { _ in true }
    return ear.levels.wait(seconds: 10) != nil
  }
}
