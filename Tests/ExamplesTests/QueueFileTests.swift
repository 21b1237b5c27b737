#if SQLite
  import Foundation
  import PlayerKitSQLite
  import TestSupport
  import Testing

  @testable import PlayerKitCLI

  @Suite("A queue that is stored in a file", .tags(.local), .timeLimit(.minutes(3)))
  struct QueueFileTests {
    private let scratch: Scratch

    init() throws {
      scratch = try Scratch()
      try scratch.writeWAV("a.wav")
      try scratch.writeWAV("b.wav")
      try scratch.writeWAV("long.wav", frames: 0..<SeamSignal.frameCount)
    }

    private func play(
      _ arguments: [String],
      input: String = "",
      in folder: URL? = nil
    ) async throws -> Tool.Run {
      try await Tool.run(
        ["play", "--output", "null", "--json", "--queue", scratch.path("queue")] + arguments,
        input: .text(input),
        in: folder ?? scratch.url
      )
    }

    @Test("is restored paused at its position, and continues from there")
    func restored() async throws {
      let first = try await play(
        ["--start-at", "1", "--position", "0.3", "--repeat", "all", "a.wav", "long.wav", "b.wav"],
        input: "pause\nadd b.wav\nquit\n"
      )
      #expect(first.status == 0)
      // From another folder.
      let folder = FileManager.default.temporaryDirectory
      let shown = try await play([], input: "quit\n", in: folder)
      #expect(shown.status == 0)
      let track = try #require(try shown.events("track").first)
      #expect(track.id == "long.wav")
      #expect(track.index == 1)
      #expect(track.reason == "userSelected")
      #expect(track.entry == (try first.events("track").first?.entry))
      #expect(
        try shown.events("state").allSatisfy { $0.state != "play" && $0.state != "loadToPlay" }
      )
      let played = try await play(
        ["--position-interval", "0.05"],
        input: "repeat off\nplay\n",
        in: folder
      )
      #expect(played.status == 0)
      let position = try #require(try played.events("position").first?.position)
      #expect(position >= 0.3)
    }

    @Test("plays at once if it is served with --play")
    func served() async throws {
      _ = try await play(
        ["--start-at", "1", "--position", "0.3", "a.wav", "long.wav"],
        input: "pause\nquit\n"
      )
      let run = try await Tool.run(
        [
          "serve", "--play", "--output", "null", "--mpd", "127.0.0.1:0",
          "--queue", scratch.path("queue"),
        ],
        in: scratch.url
      ) { line, tool in if line.hasPrefix("now playing") { tool.signal(SIGTERM) } }
      #expect(run.status == 0)
      #expect(run.lines.contains("now playing: long.wav"))
    }

    @Test("begins empty where it is served for the first time, and is kept")
    func firstServed() async throws {
      try scratch.write(Data("geheimes Wort\n".utf8), to: "PLAYERKIT_MPD_PASSWORD")
      let run = try await Tool.run(
        // Off loopback, a password is needed. It comes from the folder of credentials.
        [
          "serve", "--play", "--output", "null", "--mpd", "0.0.0.0:0",
          "--queue", scratch.path("queue"),
        ],
        in: scratch.url,
        environment: ["CREDENTIALS_DIRECTORY": scratch.url.path]
      ) { line, tool in if line.hasPrefix("{\"mpd\"") { tool.signal(SIGTERM) } }
      #expect(run.status == 0)
      #expect(run.errors.isEmpty)
      #expect(FileManager.default.fileExists(atPath: scratch.path("queue")))
    }

    @Test("is only shown if nothing could start its playback")
    func shown() async throws {
      _ = try await play(["a.wav", "b.wav"], input: "pause\nnext\nquit\n")
      let run = try await play([])
      #expect(run.status == 0)
      #expect(try run.events("track").map(\.id) == ["b.wav"])
      #expect(try run.events().last?.reason == "stopped")
      let plain = try await Tool.run(
        ["play", "--output", "null", "--queue", scratch.path("queue")],
        in: scratch.url
      )
      #expect(plain.status == 0)
    }

    @Test("is replaced by named items, with the shuffle and repeat options of that command")
    func replaced() async throws {
      _ = try await play(["--repeat", "all", "a.wav", "b.wav"], input: "pause\nquit\n")
      _ = try await play(["b.wav"], input: "pause\nquit\n")
      let run = try await play([], input: "play\n")
      #expect(try run.events("track").map(\.id) == ["b.wav"])
      #expect(try run.events().last?.reason == "finished")
    }

    @Test("keeps items that are invalid, in their place")
    func badItems() async throws {
      _ = try await play(["a.wav", "spotify:album", "b.wav"], input: "pause\nquit\n")
      let run = try await play([], input: "play\n")
      #expect(try run.events("error").map(\.id) == ["spotify:album"])
      #expect(try run.events("track").last?.id == "b.wav")
    }

    @Test("that is invalid ends the program with status 1 and a message, and stays unchanged")
    func broken() async throws {
      let contents = Data("a text, and no database".utf8)
      for items in [[], ["a.wav"]] {
        try scratch.write(contents, to: "queue")
        let run = try await play(items)
        #expect(run.status == 1)
        #expect(run.errors.contains("storeFailed"))
        #expect(try run.events("error").map(\.code) == ["storeFailed"])
        #expect(try run.events("state").isEmpty)
        #expect(try Data(contentsOf: scratch.url.appendingPathComponent("queue")) == contents)
      }
      let folder = try await Tool.run(
        ["play", "--output", "null", "--queue", scratch.url.path, "a.wav"],
        in: scratch.url
      )
      #expect(folder.status == 1)
      #expect(folder.errors.contains("folder"))
    }

    @Test("that another process holds is refused")
    func locked() async throws {
      _ = try await play(["long.wav"], input: "pause\nquit\n")
      let other = SQLiteQueueStore(path: scratch.path("queue"))
      #expect(try await other.restore()?.entries.count == 1)
      for items in [[], ["a.wav"]] {
        let run = try await play(items)
        #expect(run.status == 1)
        #expect(run.errors.contains("storeFailed"))
      }
      await other.close()
      #expect(try await play([], input: "quit\n").status == 0)
    }

    @Test("needs a name, or items, and fails if nothing is stored yet")
    func usage() async throws {
      for arguments in [
        ["play"], ["play", "--queue"], ["play", "--queue", "q", "--start-at", "0"],
        ["play", "--queue", "q", "--position", "1"],
      ] {
        #expect(try await Tool.run(arguments, in: scratch.url).status == 2, "\(arguments)")
      }
      let run = try await Tool.run(
        ["play", "--output", "null", "--queue", scratch.path("none")],
        in: scratch.url
      )
      #expect(run.status == 1)
    }
  }
#endif
