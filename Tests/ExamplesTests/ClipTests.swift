import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Clips", .tags(.local), .timeLimit(.minutes(3)))
struct ClipTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav", frames: 0..<SeamSignal.frameCount)
    try scratch.writeWAV("b.wav")
  }

  @Test("of one entry have the right samples, and the right number of them")
  func one() async throws {
    #expect(try await played(["--clip", "0:1-2.5", "a.wav"]) == Self.bytes(44_100..<110_250))
  }

  @Test("play in a row with a track between them, without a lost or added sample")
  func several() async throws {
    let options = ["--clip", "2:0.25-1", "--clip", "0:2-3", "--clip", "3:1-1.5"]
    #expect(
      try await played(options + ["a.wav", "b.wav", "a.wav", "a.wav"])
        == Self.bytes(88_200..<132_300) + Self.bytes(0..<8_820) + Self.bytes(11_025..<44_100)
        + Self.bytes(44_100..<66_150)
    )
  }

  @Test("of another entry leave an entry whole")
  func whole() async throws {
    #expect(
      try await played(["--clip", "1:0-0.1", "b.wav", "b.wav"])
        == Self.bytes(0..<8_820) + Self.bytes(0..<4_410)
    )
  }

  @Test("count the position from their start, and their length is the duration")
  func position() async throws {
    let run = try await Tool.run(
      [
        "play", "--json", "--output", "null", "--clip", "0:3-4.9", "--position", "0.2",
        "--position-interval", "0.05", "a.wav",
      ],
      in: scratch.url
    )
    #expect(run.status == 0)
    let positions = try run.events("position")
    let first = try #require(positions.first?.position)
    #expect(first >= 0.2 && first <= 1.9)
    #expect(positions.compactMap(\.duration).allSatisfy { abs($0 - 1.9) < 0.001 })
  }

  @Test("of the demo's entries work, too")
  func demo() async throws {
    let options = (0..<Demo.trackCount).flatMap { ["--clip", "\($0):0.5-1"] }
    let run = try await Tool.run(["demo", "--output", "pcm:out.pcm"] + options, in: scratch.url)
    #expect(run.status == 0)
    #expect(try output().count == Demo.trackCount * 22_050 * 4)
  }

  @Test(
    "that are invalid are a usage error",
    arguments: [
      "", "0", "0:", "0:1", "0:1-", "0:-1", "0:1-1", "0:2-1", "0:-1-1", "0:1--2", "0:1-2-3",
      ":1-2", "-1:1-2", "x:1-2", "0:a-2", "0:1-inf", "0:0x1-2", "0:1e0-2", "0:1:00-2", "0:1–2",
      "0.5:1-2", "1:1-2", "99999999999999999999:1-2",
    ]
  )
  func usage(clip: String) async throws {
    let run = try await Tool.run(["play", "--clip=\(clip)", "a.wav"], in: scratch.url)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test("are a usage error if one entry has two, or if the queue is restored")
  func twice() async throws {
    let twice = ["play", "--clip", "0:0-1", "--clip", "0:1-2", "a.wav"]
    #expect(try await Tool.run(twice, in: scratch.url).status == 2)
    let restored = ["play", "--queue", "queue", "--clip", "0:0-1"]
    #expect(try await Tool.run(restored, in: scratch.url).status == 2)
  }

  @Test("are exact to the written fraction of a second")
  func reading() throws {
    let option = try #require(ClipOption("12:.5-61.25"))
    #expect(option.index == 12)
    #expect(option.clip.start == .milliseconds(500))
    #expect(option.clip.end == .milliseconds(61_250))
  }

  #if SQLite
    @Test("are stored with the queue")
    func kept() async throws {
      let keep = ["play", "--output", "null", "--json", "--queue", scratch.path("queue")]
      let first = try await Tool.run(
        keep + ["--clip", "0:1-2", "a.wav"],
        input: .text("pause\nquit\n"),
        in: scratch.url
      )
      #expect(first.status == 0)
      let run = try await Tool.run(
        keep + ["--position-interval", "0.05"],
        input: .text("play\n"),
        in: scratch.url
      )
      #expect(run.status == 0)
      let durations = try run.events("position").compactMap(\.duration)
      #expect(!durations.isEmpty)
      #expect(durations.allSatisfy { abs($0 - 1) < 0.001 })
    }
  #endif

  private func played(_ arguments: [String]) async throws -> Data {
    let run = try await Tool.run(["play", "--output", "pcm:out.pcm"] + arguments, in: scratch.url)
    #expect(run.status == 0)
    return try output()
  }

  private func output() throws -> Data {
    try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
  }

  private static func bytes(_ frames: Range<Int>) -> Data {
    SeamSignal.interleaved[frames.lowerBound * 2..<frames.upperBound * 2].map(\.littleEndian)
      .withUnsafeBytes { Data($0) }
  }
}
