import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Commands on standard input", .tags(.local), .timeLimit(.minutes(3)))
struct CommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav")
    try scratch.writeWAV("b.wav")
    try scratch.writeWAV("long.wav", frames: 0..<SeamSignal.frameCount)
  }

  @Test("edit the queue while it plays, and playback continues after their end")
  func edits() async throws {
    let commands = """
      add ./b.wav
      insert 0 sp ace.wav
      playnext b.wav
      playnext a.wav
      remove 0
      move 3 1
      seek 4.8

      """
    let run = try await play(["long.wav"], input: .text(commands))
    #expect(run.status == 0)
    #expect(try run.events("queue").map(\.count) == [2, 3, 4, 5, 4, 4])
    #expect(try run.events("track").map(\.id) == ["long.wav", "./b.wav", "b.wav", "a.wav"])
    #expect(try run.events().last?.reason == "finished")
  }

  @Test(
    "that are invalid are rejected, each with its line",
    arguments: [
      "", "dance", "play now", "seek", "seek -1", "seek nan", "volume 101", "rate 0",
      "shuffle maybe", "repeat twice", "add", "add ", "insert 0", "insert 2 a.wav", "remove 1",
      "remove -1", "move 0", "move 0 1", "move 0 0 0", "“\"\\\u{1}é歌", "PLAY", "stop ",
    ]
  )
  func rejected(line: String) async throws {
    let run = try await play(["long.wav"], input: .text(line + "\nquit\n"))
    let rejected = try run.events("rejected")
    #expect(rejected.map(\.line) == [line])
    #expect(rejected.first?.message?.isEmpty == false)
    #expect(run.status == 0)
    #expect(try run.events().last?.reason == "quit")
  }

  @Test("can quit at once, and earlier commands are still reported")
  func quit() async throws {
    let run = try await play(["long.wav"], input: .open("add a.wav\nadd b.wav\nquit\n"))
    #expect(run.status == 0)
    #expect(try run.events("queue").map(\.count) == [2, 3])
    #expect(try run.events().last?.reason == "quit")
  }

  @Test("can pause, and the end of standard input then ends the program")
  func pausedAtTheEnd() async throws {
    let run = try await play(["long.wav"], input: .text("pause\n"))
    #expect(run.status == 0)
    #expect(try run.events().last?.event == "ended")
    #expect(try run.events().last?.reason == "stopped")
  }

  @Test("can empty the queue, and the end of standard input then ends the program")
  func emptyAtTheEnd() async throws {
    let run = try await play(["long.wav"], input: .text("clear\n"))
    #expect(run.status == 0)
    #expect(try run.events("ended").map(\.reason) == ["cleared"])
    #expect(try run.events().last?.event == "ended")
  }

  @Test("can fill an emptied queue again")
  func refilled() async throws {
    let run = try await play(["long.wav"], input: .open("clear\nadd a.wav\nplay\n"))
    #expect(run.status == 0)
    #expect(try run.events("ended").map(\.reason) == ["cleared", "finished"])
    #expect(try run.events("track").last?.id == "a.wav")
  }

  @Test("are optional: the end of the queue ends the program, even if standard input is open")
  func openInput() async throws {
    let run = try await play(["a.wav"], input: .open(""))
    #expect(run.status == 0)
    #expect(try run.events().last?.reason == "finished")
  }

  @Test("can stop after the current track, which plays to its end")
  func stopAfterCurrent() async throws {
    let run = try await play(
      ["long.wav", "b.wav"],
      input: .text("stop-after-current\nseek 4.8\n")
    )
    #expect(run.status == 0)
    #expect(try run.events("track").map(\.id) == ["long.wav"])
    #expect(try run.events("state").map(\.state) == ["loadToPlay", "play", "init"])
    #expect(try run.events().last?.reason == "stopped")
  }

  @Test("can stop the queue, accept commands after that, and end the program by ending")
  func stop() async throws {
    let ended = try await play(["long.wav"], input: .text("stop\nadd a.wav\n"))
    #expect(ended.status == 0)
    #expect(try ended.events("ended").map(\.reason) == ["stopped"])
    #expect(try ended.events("queue").last?.count == 2)
    let again = try await play(["long.wav"], input: .open("stop\nadd a.wav\nplay\nnext\n"))
    #expect(again.status == 0)
    #expect(try again.events("ended").map(\.reason) == ["stopped", "finished"])
  }

  @Test("can pause it after a while")
  func sleep() async throws {
    let run = try await play(["long.wav"], input: .text("sleep 0.3\n"))
    #expect(run.status == 0)
    #expect(try run.events("state").map(\.state).last == "pause")
    #expect(try run.events().last?.reason == "stopped")
  }

  @Test("change the options, and only changes are reported")
  func options() async throws {
    let commands = [
      "volume 80", "rate 1.5", "shuffle on", "repeat all", "stop-after-current", "volume 80",
      "quit",
    ]
    let run = try await play(["long.wav"], input: .text(commands.joined(separator: "\n")))
    let options = try run.events("options")
    #expect(options.map(\.volume) == [80, 80, 80, 80, 80])
    #expect(options.map(\.rate) == [1, 1.5, 1.5, 1.5, 1.5])
    #expect(options.map(\.shuffle) == [false, false, true, true, true])
    #expect(options.map(\.repeat) == ["off", "off", "off", "all", "all"])
    #expect(options.map(\.stopAfterCurrent) == [false, false, false, false, true])
    #expect(run.lines.contains { $0.contains(#""volume":80,"rate":1,"#) })
  }

  @Test("can be many: memory does not grow with the waiting ones")
  func many() async throws {
    let commands = "pause\n" + String(repeating: "add ./b.wav\n", count: 15_000) + "quit\n"
    let before = Self.largestChild
    let run = try await play(["long.wav"], input: .text(commands))
    #expect(run.status == 0)
    #expect(try run.events("queue").last?.count == 15_001)
    let kilobytes = Self.largestChild
    print("largest child of the tests: \(kilobytes) KB")
    // A child of another test may have been larger. Then this one can't be measured.
    #expect(kilobytes < 190_000 || kilobytes == before)
  }

  /// The memory of this process's largest child so far, in KB.
  private static var largestChild: Int {
    var usage = rusage()
    #if canImport(Darwin)
      getrusage(RUSAGE_CHILDREN, &usage)
      return usage.ru_maxrss / 1_024
    #else
      getrusage(__rusage_who_t(RUSAGE_CHILDREN.rawValue), &usage)
      return usage.ru_maxrss
    #endif
  }

  @Test("seek, and an event settles the request")
  func seek() async throws {
    let run = try await play(["long.wav"], input: .text("seek 4.5\n"))
    #expect(run.status == 0)
    #expect(try run.events("seek").map(\.position) == [4.5])
  }

  @Test("do not need a line end after the last one")
  func noLineEnd() async throws {
    let run = try await play(["a.wav"], input: .text("add b.wav"))
    #expect(try run.events("track").map(\.id) == ["a.wav", "b.wav"])
  }

  private func play(_ items: [String], input: Tool.Input) async throws -> Tool.Run {
    try await Tool.run(
      ["play", "--json", "--output", "null"] + items,
      input: input,
      in: scratch.url
    )
  }
}
