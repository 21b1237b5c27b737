import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A list as an item", .tags(.local), .timeLimit(.minutes(3)))
struct ListItemTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    for (place, name) in ["one.wav", "two.wav", "10.wav", "9.wav"].enumerated() {
      let folder = scratch.url.appendingPathComponent("album")
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      try scratch.writeWAV((place > 1 ? "album/" : "") + name)
    }
    try scratch.write(Data("#EXTM3U\n#EXTINF:1,First\none.wav\ntwo.wav\n".utf8), to: "list.m3u")
  }

  private func played(_ arguments: [String]) async throws -> [ToolEvent] {
    let options = ["play", "--json", "--output", "pcm:out.pcm"]
    let run = try await Tool.run(options + arguments, in: scratch.url)
    #expect(run.status == 0)
    #expect(try run.events("error").isEmpty)
    return try run.events("track")
  }

  @Test("is replaced by its contents, and indices count after that")
  func inPlace() async throws {
    let tracks = try await played(["album", "list.m3u", "two.wav"])
    let names = tracks.map { $0.id?.split(separator: "/").last.map(String.init) }
    #expect(names == ["9.wav", "10.wav", "one.wav", "two.wav", "two.wav"])
    #expect(tracks.map(\.index) == Array(0..<5))
    let rest = try await played(["--start-at", "3", "album", "list.m3u", "two.wav"])
    #expect(rest.map(\.index) == [3, 4])
  }

  @Test("at an address is fetched first")
  func remote() async throws {
    let server = try await DemoServer.start(
      serving: ["list.m3u", "one.wav", "two.wav"].map(scratch.url.appendingPathComponent)
    )
    do {
      let item = server.baseURL.absoluteString + "list.m3u"
      let tracks = try await played(["--start-at", "1", item])
      #expect(tracks.map(\.index) == [1])
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test("can be added while the queue plays")
  func added() async throws {
    let run = try await Tool.run(
      ["play", "--json", "--output", "null", "one.wav"],
      input: .text("pause\nadd list.m3u\nplay\n"),
      in: scratch.url
    )
    #expect(try run.events("track").map(\.index) == [0, 1, 2])
  }

  @Test("is written by export, and can be read again", arguments: ["m3u8", "pls", "xspf"])
  func export(ending: String) async throws {
    let file = "out.\(ending)"
    let run = try await Tool.run(
      ["export", file, "album", "http://127.0.0.1:1/x?token=a&b=c"],
      in: scratch.url
    )
    #expect(run.status == 0 && run.output.isEmpty && run.errors.isEmpty)
    let text = try String(contentsOf: scratch.url.appendingPathComponent(file), encoding: .utf8)
    #expect(text.contains("album/9.wav") && text.contains("token=a"))
    #expect(!text.contains(scratch.url.path))
    let again = try await Tool.run(["resolve", "--json", file], in: scratch.url)
    #expect(again.output.contains("\"tracks\":3"))
  }

  @Test("of stations without titles keeps them apart", arguments: ["m3u8", "pls", "xspf"])
  func exportStations(ending: String) async throws {
    let stations = ["http://jazz.example/stream", "http://rock.example/stream"]
    let run = try await Tool.run(["export", "out.\(ending)"] + stations, in: scratch.url)
    #expect(run.status == 0 && run.errors.isEmpty)
    let again = try await Tool.run(["resolve", "--json", "out.\(ending)"], in: scratch.url)
    #expect(again.output.contains("\"tracks\":2"))
  }

  @Test("from a CUE sheet is not written as whole files")
  func exportClips() async throws {
    let sheet = "FILE \"one.wav\" WAVE\nTRACK 01 AUDIO\nINDEX 01 00:00:00\nTRACK 02 AUDIO\n"
    try scratch.write(Data((sheet + "INDEX 01 00:00:10\n").utf8), to: "one.cue")
    let run = try await Tool.run(["export", "l.pls", "one.cue", "two.wav"], in: scratch.url)
    #expect(run.status == 0 && run.errors.split(separator: "\n").count == 2)
    let text = try String(contentsOf: scratch.url.appendingPathComponent("l.pls"), encoding: .utf8)
    #expect(text.contains("two.wav") && !text.contains("one.wav"))
    let whole = try await Tool.run(["export", "l.m3u8", "one.cue"], in: scratch.url)
    #expect(whole.errors.isEmpty)
    let again = try await Tool.run(["resolve", "--json", "l.m3u8"], in: scratch.url)
    #expect(again.output.contains("\"tracks\":2"))
  }

  @Test("reports the entries that are not written")
  func exportMirrors() async throws {
    let mirrors = "[playlist]\nFile1=http://a.example/x\nFile2=http://b.example/x\n"
    try scratch.write(Data((mirrors + "Title1=One\nTitle2=One\n").utf8), to: "one.pls")
    let run = try await Tool.run(["export", "l.m3u8", "one.pls"], in: scratch.url)
    #expect(run.status == 0 && run.errors.contains("not written: its mirrors"))
    let whole = try await Tool.run(["export", "l.xspf", "one.pls"], in: scratch.url)
    #expect(whole.status == 0 && whole.errors.isEmpty)
  }

  @Test("is written from a stored queue")
  func exportQueue() async throws {
    _ = try await played(["--queue", "kept.sqlite", "list.m3u"])
    let run = try await Tool.run(["export", "--queue", "kept.sqlite", "l.pls"], in: scratch.url)
    #expect(run.status == 0)
    let text = try String(contentsOf: scratch.url.appendingPathComponent("l.pls"), encoding: .utf8)
    #expect(text.contains("one.wav") && text.contains("Title1=First"))
  }

  @Test("that can't be written is an error")
  func refusals() async throws {
    for arguments in [["l.txt", "one.wav"], ["l.pls"], ["--queue", "q", "l.pls", "one.wav"]] {
      #expect(try await Tool.run(["export"] + arguments, in: scratch.url).status == 2)
    }
    let none = try await Tool.run(["export", "none/l.pls", "one.wav"], in: scratch.url)
    #expect(none.status == 1)
    let missing = try await Tool.run(["export", "--queue", "none", "l.pls"], in: scratch.url)
    #expect(missing.status == 1)
    #expect(!FileManager.default.fileExists(atPath: scratch.path("none")))
  }
}
