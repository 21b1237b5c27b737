import Foundation

/// A file that the repository carries.
package enum Fixture {
  package static func data(_ name: String) throws -> Data {
    let tests = URL(fileURLWithPath: "\(#filePath)")
      .deletingLastPathComponent().deletingLastPathComponent()
    return try Data(contentsOf: tests.appendingPathComponent("Fixtures/\(name)"))
  }
}
