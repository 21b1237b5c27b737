import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The options of the sound", .tags(.local), .timeLimit(.minutes(3)))
struct SoundOptionsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav")
  }

  private func samples(_ options: [String]) async throws -> [Int16] {
    let arguments = ["play", "--output", "pcm:out.pcm"] + options + ["a.wav"]
    let run = try await Tool.run(arguments, in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
    let data = try Data(contentsOf: scratch.url.appending(path: "out.pcm"))
    return data.withUnsafeBytes { Array($0.bindMemory(to: Int16.self)) }
  }

  @Test("equalize with a file, and convert to mono")
  func heard() async throws {
    let plain = try await samples([])
    let text = "Preamp: -6.0206 dB\nFilter 1: ON PK Fc 100 Hz Gain 0 dB Q 1\n"
    try Data(text.utf8).write(to: scratch.url.appending(path: "eq.txt"))
    let heard = try await samples(["--eq", "eq.txt", "--mono"])
    #expect(heard.count == plain.count)
    // Each channel has its own noise, of one step.
    for frame in 0..<min(heard.count, plain.count) / 2 {
      let wanted = (Int(plain[frame * 2]) + Int(plain[frame * 2 + 1])) / 4
      guard abs(Int(heard[frame * 2]) - wanted) <= 4,
        abs(Int(heard[frame * 2]) - Int(heard[frame * 2 + 1])) <= 2
      else {
        Issue.record("frame \(frame): \(heard[frame * 2]) instead of \(wanted)")
        return
      }
    }
  }

  @Test("change the pitch but not the length, and remove silence")
  func lengths() async throws {
    let plain = try await samples([])
    #expect(try await samples(["--pitch", "-150"]).count == plain.count)
    #expect(try await samples(["--skip-silence"]).count == plain.count)
  }

  @Test("set a crossfade and a loudness, and refuse invalid values")
  func fades() throws {
    let queue = QueuePlayer(players: [])
    try SoundOptions.parse(["--crossfade", "1.5", "--loudness", "track"]).apply(to: queue)
    #expect(queue.crossfade == .seconds(1.5))
    #expect(queue.loudness.mode == .track)
    for options in [["--crossfade", "13"], ["--loudness", "loud"]] {
      #expect(throws: (any Error).self) { try SoundOptions.parse(options) }
    }
  }

  @Test("refuse a file, and name its invalid line")
  func badFile() async throws {
    try Data("Preamp: -6 dB\nGraphicEQ: 20 1\n".utf8)
      .write(to: scratch.url.appending(path: "eq.txt"))
    let run = try await Tool.run(["play", "--eq", "eq.txt", "a.wav"], in: scratch.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("line 2"))
  }
}
