import Foundation

/// A tool built together with the tests.
package enum BuiltTool {
  package typealias Run = (status: Int32, output: String)

  /// Runs the tool to its end.
  package static func run(
    _ name: String,
    _ arguments: [String]
  ) async throws -> Run {
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent(name)
    process.arguments = arguments
    let pipe = Pipe()
    process.standardOutput = pipe
    return try await withCheckedThrowingContinuation { continuation in
      Thread.detachNewThread {
        do {
          try process.run()
          let output = pipe.fileHandleForReading.readDataToEndOfFile()
          process.waitUntilExit()
          let text = String(bytes: output, encoding: .utf8) ?? ""
          continuation.resume(returning: (process.terminationStatus, text))
        } catch {
          continuation.resume(throwing: error)
        }
      }
    }
  }
}
