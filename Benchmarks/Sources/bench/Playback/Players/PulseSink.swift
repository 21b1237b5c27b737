import Foundation

/// A private PulseAudio server with null sinks.
final class PulseSink {
  /// The first of the sinks.
  static let name = sink(0)

  static func sink(_ number: Int) -> String { "benchmark-\(number)" }

  let socket: String
  /// Measures the output of the first sink, if requested.
  private(set) var meter: LevelMeter?
  private let playerPath: String
  private let server: Tool
  private var helpers: [Tool] = []

  /// Returns `nil` if PulseAudio or its tools are not installed. Sets the environment, so that
  /// libmpv finds only this server.
  ///
  /// - Parameters:
  ///   - listens: Whether there is a meter. If so, the sink works in short blocks.
  ///   - count: The number of sinks. If players share a sink, the one with the shortest buffer
  ///     wakes all of them.
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
    self.playerPath = playerPath
    if listens, try !listen(recorderPath) { return nil }
  }

  deinit { end() }

  func end() {
    for tool in helpers + [server] { tool.end() }
  }

  /// Plays silence on the first sink, because the monitor of an idle sink delivers nothing.
  func playSilence(latency milliseconds: Int) throws {
    let arguments = ["--device=\(Self.name)"] + Self.format(latency: milliseconds) + ["/dev/zero"]
    helpers.append(try Tool(playerPath, arguments))
  }

  /// Options of `parec` and `pacat` for 16-bit stereo.
  static func format(latency milliseconds: Int) -> [String] {
    ["--format=s16le", "--rate=44100", "--channels=2", "--raw", "--latency-msec=\(milliseconds)"]
  }

  private func listen(_ recorderPath: String) throws -> Bool {
    try playSilence(latency: 5)
    let recorder = try Tool(
      recorderPath,
      ["--device=\(Self.name).monitor"] + Self.format(latency: 5),
      readsOutput: true
    )
    helpers.append(recorder)
    let meter = LevelMeter(recorder.reading)
    self.meter = meter
    meter.levels.expect { _ in true }
    return meter.levels.wait(seconds: 10) != nil
  }
}
