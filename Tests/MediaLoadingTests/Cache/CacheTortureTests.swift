import TestSupport
import Testing

@Suite("Processes that play from one cache", .timeLimit(.minutes(3)))
final class CacheTortureTests {
  private let scratch = ScratchFolder()

  deinit {
    scratch.remove()
  }

  @Test func `are killed, two at once, and leave nothing wrong and nothing behind`() async throws {
    let (status, output) = try await BuiltTool.run(
      "CacheTorture",
      ["kill", scratch.path("cache"), "6"]
    )
    #expect(status == 0, "\(output)")
    #expect(output.contains("rounds: 6"))
    #expect(output.contains("tracks that played wrong: 0"))
  }

  @Test func `play also where the disk is full`() async throws {
    let (status, output) = try await BuiltTool.run("CacheTorture", ["full", scratch.path("cache")])
    #expect(status == 0, "\(output)")
    let lines = ["plays", "000 kB", "storeFailed", "plays", "300 kB", "storeFailed"]
    #expect(output == (lines + ["plays", "600 kB", "kept", ""]).joined(separator: "\n"))
  }
}
