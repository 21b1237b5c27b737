import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("On a terminal", .tags(.local), .timeLimit(.minutes(3)))
struct TerminalTests {
  private let scratch: Scratch
  private let terminal: PseudoTerminal

  init() throws {
    scratch = try Scratch()
    terminal = try PseudoTerminal()
    try scratch.writeWAV("long.wav", frames: 0..<SeamSignal.frameCount)
    try scratch.writeWAV("evil \u{1B}[2J.wav")
  }

  @Test("q quits, and the terminal is restored")
  func quit() async throws {
    let status = try await play(["long.wav"]) { terminal, _ in terminal.type("q") }
    #expect(status == 0)
    #expect(!terminal.isRaw)
  }

  @Test(
    "an interrupted program restores the terminal",
    arguments: [SIGINT, SIGTERM, SIGHUP]
  )
  func interrupted(signal: Int32) async throws {
    let status = try await play(["long.wav"]) { _, tool in tool.signal(signal) }
    #expect(status == (signal == SIGTERM ? 0 : 130))
    #expect(!terminal.isRaw)
  }

  @Test(
    "n skips, whatever control characters the next title has, and the end restores the terminal"
  )
  func next() async throws {
    let status = try await play(["long.wav", "evil \u{1B}[2J.wav"]) { terminal, _ in
      terminal.type("n")
    }
    #expect(status == 0)
    #expect(!terminal.isRaw)
  }

  @Test("the line shows the title and the artist from a file")
  func titleAndArtist() async throws {
    let terminal = terminal
    let (seen, seeing) = AsyncStream<String>.makeStream()
    let status = try await Tool.run(
      ["play", "--output", "null", Fixture.path("Tags/id3v24.mp3")],
      on: terminal,
      in: scratch.url
    ) { _ in
      var text = ""
      while !text.contains("– Ada Ex") { text += terminal.read() }
      seeing.yield(text)
      terminal.type("q")
    }
    #expect(status == 0)
    let text = await seen.first { _ in true }
    #expect(text?.contains("Früh am Morgen – 朝 – Ada Ex") == true)
  }

  /// Plays in the terminal. Calls `body` once when a track plays, and checks the output so far.
  private func play(
    _ items: [String],
    whilePlaying body: @escaping @Sendable (PseudoTerminal, RunningTool) -> Void
  ) async throws -> Int32 {
    let terminal = terminal
    #expect(!terminal.isRaw)
    let (seen, seeing) = AsyncStream<(wasRaw: Bool, text: String)>.makeStream()
    let status = try await Tool.run(
      ["play", "--output", "null"] + items,
      on: terminal,
      in: scratch.url
    ) {
      tool in
      var text = ""
      while !text.contains("▶") { text += terminal.read() }
      seeing.yield((terminal.isRaw, text))
      seeing.finish()
      body(terminal, tool)
    }
    for await (wasRaw, text) in seen {
      #expect(wasRaw)
      #expect(!text.contains("\u{1B}[2J"))
      #expect(!text.contains("[url]"))
    }
    return status
  }
}
