import Foundation
import PlayerKitSystem
import PlayerKitTesting
import TestSupport

@testable import PlayerKitMPRIS

/// A test's own message bus, which can be killed and restarted at its address.
final class PrivateBus: Sendable {
  /// A system with D-Bus has this program.
  static let program = ["/usr/bin/dbus-daemon", "/usr/local/bin/dbus-daemon"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
  static var isThere: Bool { program != nil }

  let folder: String
  private let isOpen: Bool
  private let process = Locked<Process?>(nil)

  var socket: String { folder + "/bus" }
  var address: DBusAddress { .at("unix:path=" + socket) }
  var text: String { "unix:path=" + socket }

  /// - Parameter isOpen: Whether other users of the machine may connect.
  init(isStarted: Bool = true, isOpen: Bool = false) throws {
    self.isOpen = isOpen
    folder = NSTemporaryDirectory() + "playerkit-bus-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    if isStarted { try start() }
  }

  deinit {
    stop()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns when it accepts connections.
  func start() throws {
    guard let program = Self.program else { throw NeverHappened(what: "a bus") }
    try? FileManager.default.removeItem(atPath: socket)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [
      isOpen ? "--config-file=" + (try writeConfiguration()) : "--session", "--nofork",
      "--nopidfile", "--print-address", "--address=" + text,
    ]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    try process.run()
    // It prints its address when it listens.
    _ = pipe.fileHandleForReading.availableData
    self.process.withLock { $0 = process }
  }

  private func writeConfiguration() throws -> String {
    let rules = ["user='*'", "own='*'", "send_type='*'", "eavesdrop='true'"]
    let lines = rules.map { "<allow \($0)/>" }.joined()
    let text = """
      <busconfig><type>session</type><listen>\(text)</listen><auth>EXTERNAL</auth>
      <policy context='default'>\(lines)</policy></busconfig>
      """
    let path = folder + "/open.conf"
    try Data(text.utf8).write(to: URL(fileURLWithPath: path))
    return path
  }

  /// Kills it, and returns when it is gone.
  func stop() {
    let process = process.withLock { process in
      defer { process = nil }
      return process
    }
    guard let process else { return }
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// A working connection.
  func connect(
    onChange: @escaping @Sendable (DBusLinkStatus) -> Void = { _ in }
  ) async throws -> DBusConnection {
    let statuses = Recorded<DBusLinkStatus>()
    let connection = DBusConnection(
      address,
      firstDelay: .milliseconds(5),
      longestDelay: .milliseconds(20)
    ) { status in
      statuses.append(status)
      onChange(status)
    }
    connection.start()
    _ = try await statuses.first("connected") { if case .up = $0 { true } else { false } }
    return connection
  }
}

extension Recorded {
  /// Waits for an element that meets a condition, after the first `skipped` ones.
  func first(
    _ what: String,
    after skipped: Int = 0,
    where isWanted: @escaping @Sendable (Element) -> Bool
  ) async throws -> Element {
    let elements = try await wait(for: what) { $0.dropFirst(skipped).contains(where: isWanted) }
    guard let element = elements.dropFirst(skipped).first(where: isWanted) else {
      throw NeverHappened(what: what)
    }
    return element
  }
}

extension DBusConnection {
  /// Returns the value of a peer's property.
  func property(
    _ name: String,
    of interface: String,
    at path: String,
    peer: String,
    limit: Duration = .seconds(5)
  ) async throws(DBusError) -> DBusValue {
    let call = DBusCall(
      peer: peer,
      path: path,
      interface: DBusNames.properties,
      method: "Get",
      arguments: [.string(interface), .string(name)]
    )
    guard let value = try await self.call(call, limit: limit).first else {
      throw .invalidArguments("There is no value in the answer.")
    }
    return value.unwrapped
  }

  /// Returns a peer's properties, unwrapped from their variants.
  func properties(
    of interface: String,
    at path: String,
    peer: String,
    limit: Duration = .seconds(5)
  ) async throws(DBusError) -> [String: DBusValue] {
    let call = DBusCall(
      peer: peer,
      path: path,
      interface: DBusNames.properties,
      method: "GetAll",
      arguments: [.string(interface)]
    )
    guard let values = try await self.call(call, limit: limit).first?.properties else {
      throw .invalidArguments("There are no properties in the answer.")
    }
    return values
  }
}
