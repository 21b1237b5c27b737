import Foundation
import TestSupport

#if canImport(Glibc)
  import Glibc
#endif

/// A test's own snapserver, with rooms.
final class Snapserver: @unchecked Sendable {
  // Changed only between a test's own steps.
  private var server: Process?
  private var rooms: [Process] = []
  private let folder = ScratchFolder()
  let port: UInt16
  private let streamPort: UInt16
  let feedPort: UInt16

  static let isInstalled = ["snapserver", "snapclient"].allSatisfy {
    FileManager.default.isExecutableFile(atPath: "/usr/bin/\($0)")
  }

  init() throws {
    port = try freePort()
    streamPort = try freePort()
    feedPort = try freePort()
    let settings = """
      [server]
      datadir = \(folder.path(""))
      [http]
      enabled = false
      [tcp]
      bind_to_address = 127.0.0.1
      port = \(port)
      [stream]
      bind_to_address = 127.0.0.1
      port = \(streamPort)
      buffer = 400
      source = tcp://127.0.0.1:\(feedPort)?name=PlayerKit&mode=server&codec=pcm
      source = pipe://\(folder.path("fifo"))?name=Other&codec=pcm
      [logging]
      sink = null
      """
    try Data(settings.utf8).write(to: URL(fileURLWithPath: folder.path("settings")))
    try start()
  }

  func start() throws {
    server = try Self.run("snapserver", ["-c", folder.path("settings")])
  }

  /// Adds a room without a speaker.
  func addRoom(_ name: String) throws {
    rooms.append(
      try Self.run(
        "snapclient",
        [
          "-h", "127.0.0.1", "-p", "\(streamPort)", "--hostID", name, "--logsink", "null",
          "--player", "file:filename=/dev/null",
        ]
      )
    )
  }

  func killServer() {
    if let server { Self.kill(server) }
    server = nil
  }

  func killLastRoom() {
    if let room = rooms.popLast() { Self.kill(room) }
  }

  deinit {
    for process in rooms + [server].compactMap(\.self) { Self.kill(process) }
    folder.remove()
  }

  private static func run(_ name: String, _ arguments: [String]) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/\(name)")
    process.arguments = arguments
    process.standardInput = FileHandle.nullDevice
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    try process.run()
    return process
  }

  private static func kill(_ process: Process) {
    #if canImport(Glibc)
      _ = Glibc.kill(process.processIdentifier, SIGKILL)
    #else
      process.terminate()
    #endif
  }
}

struct NoPort: Error {}

/// A port without a listener. It is none of the ports that systems give to outgoing connections, because a
/// client of a server that has ended could then connect to itself.
func freePort() throws -> UInt16 {
  for _ in 0..<100 {
    let socket = try? ListeningSocket(port: .random(in: 20_000..<32_000))
    if let socket { return socket.port }
  }
  throw NoPort()
}
