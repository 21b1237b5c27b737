import Foundation
import TestSupport
import Testing

@Suite("A process that looks into changed media", .timeLimit(.minutes(2)))
struct TortureTests {
  @Test("lives, whatever is in it (`make inspect-hostile` does so with 100,000)")
  func lives() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let folder = URL(fileURLWithPath: TagFixture.path("id3v1.mp3")).deletingLastPathComponent().path
    let run = try await BuiltTool.run(
      "InspectionTorture",
      [folder, "13", "500", scratch.path("media")]
    )
    #expect(run.status == 0)
    #expect(run.output.contains("500 changed files"))
  }
}
