import Foundation
import TestSupport

/// A private PulseAudio daemon with one inaudible sink, "one". libmpv cores of this process use it
/// from its creation on.
final class SoundServer {
  private let directory: Sandbox
  private let socket: String
  private var daemon: pid_t?

  init() throws {
    directory = try Sandbox()
    socket = directory.path("socket")
    for name in ["XDG_RUNTIME_DIR", "PULSE_RUNTIME_PATH", "PULSE_STATE_PATH"] {
      setenv(name, directory.root.path, 1)
    }
    setenv("PULSE_SERVER", "unix:\(socket)", 1)
  }

  /// Starts the daemon. Returns when it responds.
  func start() async throws {
    // Started through a shell, because the daemon closes the descriptor with which `Process`
    // watches its child.
    let daemon = """
      pulseaudio -n --daemonize=no --disable-shm=yes --use-pid-file=no --exit-idle-time=-1 \\
        --log-level=error -L "module-null-sink sink_name=one" \\
        -L "module-native-protocol-unix auth-anonymous=1 socket=\(socket)" >/dev/null 2>&1 &
      echo $! >\(directory.path("pid"))
      """
    try run("/bin/sh", ["-c", daemon])
    let pid = String(decoding: try directory.read("pid"), as: UTF8.self)
    self.daemon = pid_t(pid.trimmingCharacters(in: .whitespacesAndNewlines))
    try await eventually("the server answers") { (try? run("/usr/bin/pactl", ["info"])) == 0 }
  }

  /// Kills the daemon.
  func kill() {
    guard let daemon else { return }
    self.daemon = nil
    Foundation.kill(daemon, SIGKILL)
    try? FileManager.default.removeItem(atPath: socket)
  }

  /// Adds a sink.
  func add(_ sink: String) throws {
    try control("load-module", "module-null-sink", "sink_name=\(sink)")
  }

  /// Removes a sink.
  func remove(_ sink: String) throws {
    let modules = try output("list", "short", "modules").split(separator: "\n")
    let module = modules.first { $0.contains("sink_name=\(sink)") }?.split(separator: "\t").first
    try control("unload-module", module.map(String.init) ?? "")
  }

  /// The sink of the first stream, or `nil` if there is no stream.
  func sinkInUse() throws -> String? {
    let inputs = try output("list", "short", "sink-inputs").split(separator: "\n")
    guard let sink = inputs.first?.split(separator: "\t").dropFirst().first else { return nil }
    let sinks = try output("list", "short", "sinks").split(separator: "\n")
    return sinks.map { $0.split(separator: "\t") }.first { $0.first == sink }
      .flatMap { $0.dropFirst().first }.map(String.init)
  }

  /// The volume of the last stream in percent, or `nil` if there is none.
  func streamVolume() throws -> Int? {
    let volumes = try output("list", "sink-inputs").split(separator: "\n")
      .filter { $0.contains("Volume: front-left") }
    let percents = volumes.last?.split(separator: "/").dropFirst().first
    return percents.flatMap { Int($0.filter(\.isNumber)) }
  }

  /// Sets the volume of a stream, like a user in a mixer.
  func setStreamVolume(_ percents: Int) throws {
    let inputs = try output("list", "short", "sink-inputs").split(separator: "\n")
    let input = inputs.last?.split(separator: "\t").first.map(String.init) ?? ""
    try control("set-sink-input-volume", input, "\(percents)%")
  }

  private func output(_ arguments: String...) throws -> String {
    let process = Process()
    process.executableURL = URL(filePath: "/usr/bin/pactl")
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    let data = pipe.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    return String(decoding: data, as: UTF8.self)
  }

  /// The names of the sinks.
  func sinks() throws -> [String] {
    try output("list", "short", "sinks").split(separator: "\n").compactMap {
      $0.split(separator: "\t").dropFirst().first.map(String.init)
    }
  }

  /// Runs `pactl`.
  func control(_ arguments: String...) throws { try control(arguments) }

  /// Runs `pactl`.
  func control(_ arguments: [String]) throws {
    try run("/usr/bin/pactl", arguments)
  }

  @discardableResult
  private func run(_ path: String, _ arguments: [String]) throws -> Int32 {
    let process = Process()
    process.executableURL = URL(filePath: path)
    process.arguments = arguments
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    return process.terminationStatus
  }
}
