import Foundation
import TestSupport
import Testing

/// The media play in a separate process, so that its memory can be measured.
@Suite(.tags(.local), .timeLimit(.minutes(5)))
struct HungryMediaTests {
  @Test("Small media that claim to be huge fail with little memory, and the next track plays")
  func failsWithLittleMemory() async throws {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let song = scratch.path("song.wav")
    try Signal.sweep(frames: 4_410).wav.write(to: URL(fileURLWithPath: song))
    let run = try await BuiltTool.run(
      "Torture",
      ["engine", "play", scratch.path("media"), song]
    )
    #expect(run.status == 0, "\(run.output)")
  }
}
