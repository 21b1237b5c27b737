import Foundation

/// The tagged files of the inspector's tests.
enum TaggedFile {
  static func path(_ name: String) -> String {
    URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Fixtures/Tags/\(name)").path
  }
}
