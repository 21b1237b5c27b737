import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The exit status", .tags(.local), .timeLimit(.minutes(3)))
struct ExitStatusTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("good.wav")
  }

  @Test("is 0 if the queue was played")
  func played() async throws {
    let run = try await play(["good.wav", "good.wav"])
    #expect(run.status == 0)
    #expect(run.errors.isEmpty)
  }

  @Test("is 0 if a bad item was skipped, which standard error names")
  func skipped() async throws {
    let run = try await play(["good.wav", "missing.wav", "good.wav"])
    #expect(run.status == 0)
    #expect(run.errors.contains("missing.wav: notFound"))
    #expect(run.lines.count { $0 == "now playing: good.wav" } == 2)
    #expect(!run.output.contains("missing"))
  }

  @Test("is 1 if nothing could be played")
  func nothing() async throws {
    #expect(try await play(["missing.wav", "gone.wav"]).status == 1)
  }

  @Test("is 1 if nothing could be played, even if the queue reached its end")
  func nothingToTheEnd() async throws {
    let run = try await play(["--start-at", "1", "good.wav", "missing.wav"])
    #expect(run.status == 1)
  }

  @Test("is 1 if an error stopped the queue")
  func stopped() async throws {
    let run = try await play(["--on-error", "stop", "good.wav", "missing.wav", "good.wav"])
    #expect(run.status == 1)
  }

  @Test("is 1 if the output cannot be used, and there is one error")
  func noOutput() async throws {
    let arguments = ["play", "--json", "--output", "pcm:missing/out.pcm", "good.wav"]
    let run = try await Tool.run(arguments, in: scratch.url)
    #expect(run.status == 1)
    #expect(try run.events("error").map(\.code) == ["outputFailed"])
    #expect(try run.events().last?.event == "ended")
  }

  @Test(
    "is 2 if the command line makes no sense",
    arguments: [
      ["play"], ["nonsense"], ["play", "--nonsense", "a"], ["play", "-a.wav"], ["play", "-"],
      ["play", "--volume", "101", "a"], ["play", "--volume", "nan", "a"],
      ["play", "--volume=-1", "a"], ["play", "--rate", "0", "a"], ["play", "--rate", "fast", "a"],
      ["play", "--pitch", "1201", "a"], ["play", "--pitch", "high", "a"],
      ["play", "--eq", "/missing.txt", "a"], ["play", "--eq", "/dev/null", "a"],
      ["play", "--position=-1", "a"], ["play", "--position", "inf", "a"],
      ["play", "--position-interval", "0", "a"], ["play", "--start-at", "1", "a"],
      ["play", "--start-at=-1", "a"], ["play", "--start-at", "0x0", "a"],
      ["play", "--repeat", "twice", "a"], ["play", "--on-error", "cry", "a"],
      ["play", "--output", "loud", "a"], ["play", "--output", "pcm:", "a"],
      ["play", "--seed=-1", "a"], ["play", "--quality", "best", "a"],
      ["play", "--queue", "--json", "a"], ["play", "--apple-api", "nowhere", "a"],
      ["demo", "a"], ["demo", "--start-at", "9"], ["demo", "--clip", "9:0-1"], ["devices", "a"],
      ["search"], ["search", " "],
      ["search", "--service", "tidal", "a"], ["search", "--type", "videos", "a"],
      ["search", "--limit", "0", "a"], ["search", "--limit", "201", "a"],
      ["search", "--service", "itunes", "--type", "playlists", "a"], ["resolve"],
      ["resolve", "--itunes-api", "file:///tmp", "a"], ["simulate", "a"],
      ["simulate", "--port", "65536"], ["simulate", "--latency=-1"],
    ]
  )
  func usage(arguments: [String]) async throws {
    let run = try await Tool.run(arguments)
    #expect(run.status == 2)
    #expect(run.output.isEmpty)
    #expect(!run.errors.isEmpty)
  }

  @Test(
    "is 130 if a signal interrupts the program, and 0 if a signal ends it",
    arguments: [(SIGINT, 130), (SIGTERM, 0)] as [(Int32, Int32)]
  )
  func interrupted(signal: Int32, status: Int32) async throws {
    try scratch.writeWAV("long.wav", frames: 0..<SeamSignal.frameCount)
    let arguments = ["play", "--json", "--output", "null", "--repeat", "all", "long.wav"]
    let run = try await Tool.run(arguments, in: scratch.url) { line, tool in
      if line.contains("\"state\":\"play\"") { tool.signal(signal) }
    }
    #expect(run.status == status)
    #expect(try run.events().last?.reason == "stopped")
  }

  @Test("is 0 for the version, which names the commit")
  func version() async throws {
    let run = try await Tool.run(["--version"])
    #expect(run.status == 0)
    #expect(run.output.wholeMatch(of: /playerkit \d+\.\d+\.\d+\S* \([0-9a-f]{12}\)\n/) != nil)
  }

  @Test("is 0 for help, which lists the choices")
  func help() async throws {
    let run = try await Tool.run(["help", "play"])
    #expect(run.status == 0)
    #expect(run.output.contains("--quality"))
  }

  private func play(_ arguments: [String]) async throws -> Tool.Run {
    try await Tool.run(["play", "--output", "pcm:out.pcm"] + arguments, in: scratch.url)
  }
}
