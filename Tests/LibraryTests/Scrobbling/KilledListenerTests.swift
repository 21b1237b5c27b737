#if SQLite
  import TestSupport
  import Testing

  @Suite("A process that scrobbles", .tags(.local), .timeLimit(.minutes(2)))
  struct KilledListenerTests {
    @Test("is killed five times, and no listen is lost, counted twice, or told to another user")
    func killed() async throws {
      let scratch = ScratchFolder()
      defer { scratch.remove() }
      let (status, output) = try await BuiltTool.run(
        "Torture",
        ["outbox", "kill", scratch.path("kept"), "5"]
      )
      #expect(status == 0, "\(output)")
      #expect(output.contains("lastfm: killed 5 times"), "\(output)")
      #expect(output.contains("users 2; lost 0"), "\(output)")
    }
  }
#endif
