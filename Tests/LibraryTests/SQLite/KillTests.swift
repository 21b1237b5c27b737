#if SQLite
  import Foundation
  import TestSupport
  import Testing

  @Suite("A process that keeps a queue", .tags(.local), .timeLimit(.minutes(2)))
  final class KillTests {
    private let scratch = ScratchFolder()

    deinit {
      scratch.remove()
    }

    private func torture(_ command: String, _ arguments: String...) async throws -> BuiltTool.Run {
      try await BuiltTool.run("Torture", ["store", command] + arguments)
    }

    @Test("is killed five times, and loses no edit that was written")
    func killed() async throws {
      let (status, output) = try await torture("kill", scratch.path("queue.sqlite"), "5")
      #expect(status == 0, "\(output)")
      #expect(output.contains("rounds: 5"))
      #expect(output.contains("integrity_check: ok"))
    }

    @Test("reports a full disk, and keeps its data and everything that fits")
    func full() async throws {
      let (status, output) = try await torture("full", scratch.path("queue"))
      #expect(status == 0, "\(output)")
      #expect(output == "checks on a full disk: 1\n")
    }

    @Test("reports that it has no permission to write, with both stores")
    func readOnly() async throws {
      let path = scratch.path("queue")
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let (_, output) = try await torture("denied", path)
      #expect(output == "readOnly\nreadOnly\n")
      // A folder in which no file can be made.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o555],
        ofItemAtPath: scratch.url.path
      )
      let (_, other) = try await torture("denied", scratch.path("other"))
      #expect(other == "readOnly\nreadOnly\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: scratch.url.path
      )
    }
  }
#endif
