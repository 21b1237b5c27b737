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

  @Test("q quits, and the terminal is as it was")
  func quit() async throws {
    let status = try await play(["long.wav"]) { terminal, _ in terminal.type("q") }
    #expect(status == 0)
    #expect(!terminal.isRaw)
  }

  @Test(
    "an interrupted program leaves the terminal as it was",
    arguments: [SIGINT, SIGTERM, SIGHUP]
  )
  func interrupted(signal: Int32) async throws {
    let status = try await play(["long.wav"]) { _, tool in tool.signal(signal) }
    #expect(status == (signal == SIGTERM ? 0 : 130))
    #expect(!terminal.isRaw)
  }

  @Test("n goes on, whatever the next title does to terminals, and the end restores it")
  func next() async throws {
    let status = try await play(["long.wav", "evil \u{1B}[2J.wav"]) { terminal, _ in
      terminal.type("n")
    }
    #expect(status == 0)
    #expect(!terminal.isRaw)
  }

  @Test("the line shows the title and the artist that a file tells")
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

  /// Plays in the terminal; calls `body` once, when a track sounds, and checks what was written by then.
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
