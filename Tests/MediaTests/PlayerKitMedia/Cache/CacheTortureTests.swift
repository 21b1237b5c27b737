import TestSupport
import Testing

@Suite("Processes that play from one cache", .tags(.local), .timeLimit(.minutes(3)))
final class CacheTortureTests {
  private let scratch = ScratchFolder()

  deinit {
    scratch.remove()
  }

  @Test("are killed two at a time, and leave no damage and no garbage")
  func killed() async throws {
    let (status, output) = try await BuiltTool.run(
      "Torture",
      ["cache", "kill", scratch.path("cache"), "6"]
    )
    #expect(status == 0, "\(output)")
    #expect(output.contains("rounds: 6"))
    #expect(output.contains("tracks that played wrong: 0"))
  }

  @Test("keep playing if the disk is full")
  func fullDisk() async throws {
    let (status, output) = try await BuiltTool.run(
      "Torture",
      ["cache", "full", scratch.path("cache")]
    )
    #expect(status == 0, "\(output)")
    let lines = ["plays", "000 kB", "storeFailed", "plays", "300 kB", "storeFailed"]
    #expect(output == (lines + ["plays", "600 kB", "kept", ""]).joined(separator: "\n"))
  }
}
