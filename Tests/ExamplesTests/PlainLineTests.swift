import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The output of play without --json", .tags(.local), .timeLimit(.minutes(3)))
struct PlainLineTests {
  /// Media with titles between its bytes, as stations send them, at a fixed distance.
  private static func station(_ titles: [String], audio: Data, every count: Int) -> Data {
    var body = Data()
    for (index, start) in stride(from: 0, to: audio.count - count, by: count).enumerated() {
      body += audio[start..<start + count]
      let title = index < titles.count ? titles[index] : ""
      let text = title.isEmpty ? Data() : Data("StreamTitle='\(title)';".utf8)
      let length = (text.count + 15) / 16
      body += [UInt8(length)] + text + Data(count: length * 16 - text.count)
    }
    return body
  }

  @Test("reports only changes when it serves, and SIGTERM ends it with status 0")
  func serving() async throws {
    let scratch = try Scratch()
    try scratch.writeWAV("a.wav")
    try scratch.writeWAV("b.wav")
    let run = try await Tool.run(
      [
        "serve", "--output", "null", "--mpd", "127.0.0.1:0", "--position-interval", "0.01",
        "a.wav", "b.wav",
      ],
      in: scratch.url
    ) { line, tool in if line == "ended" { tool.signal(SIGTERM) } }
    #expect(run.status == 0)
    #expect(run.lines.dropFirst() == ["now playing: a.wav", "now playing: b.wav", "ended"])
  }

  @Test("reports a station's titles")
  func titles() async throws {
    let scratch = try Scratch()
    try scratch.writeWAV("a.wav", frames: 0..<SeamSignal.frameCount)
    var audio = try Data(contentsOf: scratch.url.appendingPathComponent("a.wav"))
    // The length of a station's title is unknown.
    for offset in [4, 40] {
      audio.replaceSubrange(offset..<offset + 4, with: [255, 255, 255, 255])
    }
    let body = Self.station(["", "Ada - One"], audio: audio, every: 8_192)
    let server = try LoopbackServer { _ in
      .init(
        headers: [
          "Content-Type": "audio/wav", "icy-name": "The \u{1B}[2JStation", "icy-metaint": "8192",
        ],
        body: body,
        hasNoLength: true,
        stallAfter: body.count
      )
    }
    let run = try await Tool.run(
      ["play", "--output", "null", server.url("/live").absoluteString],
      in: scratch.url
    ) { line, tool in
      if line.hasSuffix("Ada - One") { tool.signal(SIGTERM) }
    }
    #expect(run.status == 0)
    let told = run.lines.filter { $0.hasPrefix("now playing") }
    #expect(told.last == "now playing: Ada - One")
    let before = ["now playing: live", "now playing: The [2JStation"]
    #expect(told.dropLast().allSatisfy { before.contains($0) })
  }
}
