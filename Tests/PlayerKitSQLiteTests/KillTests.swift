#if SQLite
  import Foundation
  import TestSupport
  import Testing

  @Suite("A process that keeps a queue", .timeLimit(.minutes(2)))
  final class KillTests {
    private let scratch = ScratchFolder()

    deinit {
      scratch.remove()
    }

    private func torture(_ arguments: [String]) async throws -> (status: Int32, output: String) {
      try await BuiltTool.run("StoreTorture", arguments)
    }

    @Test("is killed five times, and loses no edit but those of the last write interval")
    func killed() async throws {
      let (status, output) = try await torture(["kill", scratch.path("queue.sqlite"), "5"])
      #expect(status == 0, "\(output)")
      #expect(output.contains("rounds: 5"))
      #expect(output.contains("integrity_check: ok"))
    }

    @Test("is told that its disk is full, and keeps what it had and what fits")
    func full() async throws {
      let (status, output) = try await torture(["full", scratch.path("queue")])
      #expect(status == 0, "\(output)")
      #expect(output == "checks on a full disk: 1\n")
    }

    @Test("is told that it may not write where it may not, by both stores")
    func readOnly() async throws {
      let path = scratch.path("queue")
      #expect(FileManager.default.createFile(atPath: path, contents: nil))
      try FileManager.default.setAttributes([.posixPermissions: 0o444], ofItemAtPath: path)
      let (_, output) = try await torture(["write", path])
      #expect(output == "readOnly\nreadOnly\n")
      // A folder in which nothing can be made.
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o555],
        ofItemAtPath: scratch.url.path
      )
      let (_, other) = try await torture(["write", scratch.path("other")])
      #expect(other == "readOnly\nreadOnly\n")
      try FileManager.default.setAttributes(
        [.posixPermissions: 0o755],
        ofItemAtPath: scratch.url.path
      )
    }
  }
#endif
