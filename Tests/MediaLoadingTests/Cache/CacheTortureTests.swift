import Foundation
import TestSupport
import Testing

@Suite("Processes that play from one cache", .timeLimit(.minutes(3)))
final class CacheTortureTests {
  private let scratch = ScratchFolder()

  deinit {
    scratch.remove()
  }

  /// Runs the tool that is built beside the tests; returns its status and what it said.
  private func torture(_ arguments: [String]) async throws -> (status: Int32, output: String) {
    let process = Process()
    process.executableURL = Bundle.main.executableURL?.deletingLastPathComponent()
      .appendingPathComponent("CacheTorture")
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

  @Test func `are killed, two at once, and leave nothing wrong and nothing behind`() async throws {
    let (status, output) = try await torture(["kill", scratch.path("cache"), "6"])
    #expect(status == 0, "\(output)")
    #expect(output.contains("rounds: 6"))
    #expect(output.contains("tracks that played wrong: 0"))
  }

  @Test func `play also where the disk is full`() async throws {
    let (status, output) = try await torture(["full", scratch.path("cache")])
    #expect(status == 0, "\(output)")
    #expect(output == "plays\nstoreFailed\nplays\nstoreFailed\n")
  }
}
