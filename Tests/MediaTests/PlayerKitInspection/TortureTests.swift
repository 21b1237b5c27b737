import Foundation
import TestSupport
import Testing

@Suite("A process that inspects changed media", .tags(.local), .timeLimit(.minutes(2)))
struct TortureTests {
  @Test("survives any content")
  func lives() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let run = try await BuiltTool.run(
      "Torture",
      ["inspect", "change", Fixture.path("Tags"), "13", "500", scratch.path("media")]
    )
    #expect(run.status == 0)
    #expect(run.output.contains("500 changed files"))
  }
}
