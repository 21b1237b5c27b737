import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A signal cut in two files", .tags(.local), .timeLimit(.minutes(3)))
struct SeamTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    let first = try #require(
      Bundle.module.url(forResource: "seam-first", withExtension: "flac")
    )
    try scratch.write(Data(contentsOf: first), to: "a.flac")
  }

  @Test("is restored byte for byte")
  func whole() async throws {
    try scratch.writeWAV("b.wav", frames: SeamSignal.cut..<SeamSignal.frameCount)
    #expect(try await played() == Self.bytes(SeamSignal.interleaved))
  }

  @Test("is not restored if one sample is missing at the cut")
  func oneSampleShort() async throws {
    try scratch.writeWAV("b.wav", frames: SeamSignal.cut + 1..<SeamSignal.frameCount)
    let played = try await played()
    #expect(played != Self.bytes(SeamSignal.interleaved))
    #expect(played.count == SeamSignal.frameCount * 4 - 4)
  }

  private func played() async throws -> Data {
    let arguments = ["play", "--output", "pcm:out.pcm", "a.flac", "b.wav"]
    let run = try await Tool.run(arguments, in: scratch.url)
    #expect(run.status == 0)
    return try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
  }

  private static func bytes(_ samples: [Int16]) -> Data {
    samples.map(\.littleEndian).withUnsafeBytes { Data($0) }
  }
}
