import Foundation

/// A fixture file of the repository.
package enum Fixture {
  /// The folder of this repository.
  package static let repository = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  package static func path(_ name: String) -> String {
    repository.appending(path: "Tests/Fixtures/\(name)").path
  }

  package static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: path(name)))
  }
}
