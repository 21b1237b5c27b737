import Foundation

/// A folder of a test's own.
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

  package func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
