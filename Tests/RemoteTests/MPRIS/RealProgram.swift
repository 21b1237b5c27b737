import Foundation
import PlayerKit
import PlayerKitSystem
import PlayerKitTesting
import TestSupport

@testable import PlayerKitMPRIS

/// An installed program, on a test's own bus, without sound.
enum RealProgram: String, CaseIterable, Sendable {
  case mpv, vlc

  /// `make acceptance WHAT=mpris_players` sets it to a PulseAudio server. These tests are slow, and
  /// need programs.
  static let soundServer = ProcessInfo.processInfo.environment["MPRIS_REMOTE_PULSE"]
  static var isWanted: Bool { soundServer != nil }

  fileprivate var command: [String] {
    switch self {
    case .mpv:
      [
        "/usr/bin/mpv", "--no-config", "--no-terminal", "--idle=yes", "--ao=null",
        "--script=/usr/lib/mpv-mpris/mpris.so",
      ]
    case .vlc:
      // It refuses to run as root.
      (geteuid() == 0 ? ["/usr/bin/setpriv", "--reuid=nobody", "--clear-groups"] : [])
        + [
          "/usr/bin/vlc", "--intf=dummy", "--control=dbus", "--aout=pulse", "--no-video",
          "--no-media-library", "--quiet",
        ]
    }
  }
}

/// A running program, and its controls.
final class RunningProgram: Sendable {
  private static let player = "org.mpris.MediaPlayer2.Player"
  private static let path = "/org/mpris/MediaPlayer2"

  let bus: PrivateBus
  let name: String
  private let connection: DBusConnection
  private let process: Process

  /// Returns when it is on the bus.
  init(_ program: RealProgram, on bus: PrivateBus, home: ScratchFolder) async throws {
    self.bus = bus
    name = "org.mpris.MediaPlayer2." + program.rawValue
    connection = try await bus.connect()
    let command = program.command
    process = Process()
    process.executableURL = URL(fileURLWithPath: command[0])
    process.arguments = Array(command.dropFirst())
    process.environment = [
      "DBUS_SESSION_BUS_ADDRESS": bus.text, "HOME": home.url.path, "PATH": "/usr/bin:/bin",
      "PULSE_SERVER": RealProgram.soundServer ?? "", "XDG_CONFIG_HOME": home.url.path,
      "XDG_CACHE_HOME": home.url.path,
    ]
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    let owners = Recorded<String?>()
    let watch = connection.watchOwner(of: name) { owners.append($0) }
    _ = try await owners.first("\(program) on the bus") { $0 != nil }
    watch.cancel()
  }

  deinit { end() }

  /// Kills it, and returns when it is gone.
  func end() {
    guard process.isRunning else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// Stops the process, or continues it.
  func hold(_ isHeld: Bool) { kill(process.processIdentifier, isHeld ? SIGSTOP : SIGCONT) }

  // MARK: - User actions

  func call(_ method: String, _ arguments: [DBusValue] = []) async throws {
    let call = DBusCall(
      peer: name,
      path: Self.path,
      interface: Self.player,
      method: method,
      arguments: arguments
    )
    _ = try await connection.call(call)
  }

  func set(_ property: String, to value: DBusValue) async throws {
    let call = DBusCall(
      peer: name,
      path: Self.path,
      interface: DBusNames.properties,
      method: "Set",
      arguments: [.string(Self.player), .string(property), .variant(value)]
    )
    _ = try await connection.call(call)
  }

  func property(_ name: String) async throws -> DBusValue {
    try await connection.property(name, of: Self.player, at: Self.path, peer: self.name)
  }

  var status: String {
    get async {
      guard case .string(let status)? = try? await property("PlaybackStatus") else { return "" }
      return status
    }
  }

  /// Whether it has a track, and reports that it plays. mpv may report that before it has a track.
  var plays: Bool {
    get async {
      guard await status == "Playing", let metadata = try? await property("Metadata") else {
        return false
      }
      return "\(metadata)".contains("xesam:url")
    }
  }

  /// The user seeks in it.
  func jump(to position: Duration) async throws {
    guard case .int64(let now) = try await property("Position") else { return }
    let microseconds = Int64(position / .microseconds(1))
    try await call("Seek", [.int64(microseconds - now)])
  }
}

/// Media for real programs: files that every user can read.
struct RealMedia {
  let folder = ScratchFolder()

  init() throws {
    for (name, seconds) in [("short", 1), ("three", 3), ("long", 30), ("other", 30)] {
      try Self.tone(seconds: seconds).write(to: folder.url.appendingPathComponent("\(name).wav"))
    }
    try Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0 &* 167 &+ $0 >> 5) })
      .write(to: folder.url.appendingPathComponent("garbage.wav"))
    chmod(folder.url.path, 0o777)
  }

  func track(_ name: String) -> MPRISTrack { MPRISTrack(uri(name)) }
  func uri(_ name: String) -> String {
    folder.url.appendingPathComponent("\(name).wav").absoluteString
  }

  /// A WAV file of one channel.
  private static func tone(seconds: Int) -> Data {
    let rate = 22_050
    let samples = (0..<rate * seconds).map { $0 % 50 < 25 ? 4_000 as Int16 : -4_000 }
    return WAVMaker.file(samples, rate: rate, channels: 1)
  }
}
