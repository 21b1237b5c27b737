import Foundation

/// A temporary directory of a test, deleted with this object.
final class Sandbox: Sendable {
  let root: URL

  init() throws {
    root = FileManager.default.temporaryDirectory
      .appendingPathComponent("PlayerKitMPVTests-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: root, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: root)
  }

  func path(_ name: String) -> String {
    root.appendingPathComponent(name).path
  }

  func write(_ data: Data, to name: String) throws -> String {
    let path = path(name)
    try data.write(to: URL(fileURLWithPath: path))
    return path
  }

  func read(_ name: String) throws -> Data {
    try Data(contentsOf: root.appendingPathComponent(name))
  }
}
