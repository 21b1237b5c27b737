import Foundation
import MediaSupport
import TestSupport
import Testing

/// The media are played in a process of their own, so that its memory can be measured.
@Suite(.timeLimit(.minutes(5)))
struct HungryMediaTests {
  @Test func `Small media that claim to be huge fail, take little memory, and the next song plays`()
    async throws
  {
    let scratch = ScratchFolder()
    defer { scratch.remove() }
    let song = scratch.path("song.wav")
    try Signal.sweep(frames: 4_410).wav.write(to: URL(fileURLWithPath: song))
    let run = try await BuiltTool.run("EngineTorture", [scratch.path("media"), song])
    #expect(run.status == 0, "\(run.output)")
    #expect(run.output.hasSuffix("all played\n"))
  }
}
