import Foundation

/// A folder of a test's own.
struct ScratchFolder: Sendable {
  let url = FileManager.default.temporaryDirectory.appendingPathComponent(
    "playerkit-\(UUID().uuidString)"
  )

  init() {
    try? FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  func path(_ name: String) -> String {
    url.appendingPathComponent(name).path
  }

  func remove() {
    try? FileManager.default.removeItem(at: url)
  }
}
