import Foundation

/// A temporary folder of a test.
package struct ScratchFolder: Sendable {
  package let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "playerkit-\(UUID().uuidString)"
  )

  package init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  package func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  /// The permissions of a file, as in `chmod`.
  package func mode(of name: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path(name))[.posixPermissions] as? Int
  }

  package func setMode(_ mode: Int, of name: String) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path(name))
  }

  package func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
