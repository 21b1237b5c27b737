import Foundation
import TestSupport
import Testing

@Suite("The output of info", .tags(.local), .timeLimit(.minutes(3)))
struct InfoTests {
  private struct Item: Decodable {
    struct Failure: Decodable { var code: String }
    struct Picture: Decodable {
      var type: String
      var bytes: Int
      var width: Int
      var source: String
    }
    struct Chapter: Decodable {
      var start: Double
      var title: String
    }
    var item: String
    var title: String?
    var artists: [String]?
    var track: Int?
    var codec: String?
    var duration: Double?
    var replayGain: [String: Double]?
    var chapters: [Chapter]?
    var artwork: [Picture]?
    var lyrics: Bool?
    var error: Failure?
  }

  private func path(_ name: String) -> String { Fixture.path("Tags/\(name)") }

  private func items(_ run: Tool.Run) throws -> [Item] {
    try run.lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
  }

  @Test("has the tags, format, chapters and cover of a file")
  func file() async throws {
    let run = try await Tool.run(["info", "--json", path("comments.flac")])
    let item = try #require(try items(run).first)
    #expect(run.status == 0)
    #expect(item.title == "Früh am Morgen – 朝")
    #expect(item.artists == ["Ada Example", "Ben Beispiel"])
    #expect((item.track, item.codec, item.duration) == (3, "flac", 4))
    #expect(item.replayGain?["trackPeak"] == 0.988525)
    #expect(item.chapters?.map(\.start) == [0, 1, 2.5])
    #expect(item.chapters?.last?.title == "End")
    #expect(item.artwork?.map(\.bytes) == [69])
    #expect(item.artwork?.first?.source == "embedded")
    #expect(item.lyrics == true)
  }

  @Test("has the reason for an unreadable file, and the status is an error if nothing else worked")
  func failures() async throws {
    let missing = ["/nowhere/a.mp3", "ftp://a.example/b.mp3?token=geheim"]
    let bad = try await Tool.run(["info", "--json"] + missing)
    #expect(bad.status == 1)
    #expect(try items(bad).map(\.error?.code) == ["notFound", "blockedURL"])
    #expect(!bad.output.contains("geheim"))
    let some = try await Tool.run(["info", "--json", missing[0], path("id3v1.mp3")])
    #expect(some.status == 0)
    #expect(try items(some).map(\.title) == [nil, "Früh am Morgen"])
  }

  @Test("has each entry of a list in order, and the reason for a bad one, whatever its name")
  func list() async throws {
    let scratch = try Scratch()
    var list = "#EXTM3U\n"
    for index in 0..<9 {
      try FileManager.default.copyItem(
        atPath: path(index % 2 == 0 ? "comments.flac" : "id3v1.mp3"),
        toPath: scratch.url.appendingPathComponent("\(index).x").path
      )
      list += "#EXTINF:4,Somebody - Entry \(index)\n\(index).x\n"
    }
    list += "#EXTINF:4,Somebody - Missing\nmissing.mp3\n"
    try Data(list.utf8).write(to: scratch.url.appendingPathComponent("list.m3u"))
    let run = try await Tool.run(["info", "--json", "list.m3u"], in: scratch.url)
    let found = try items(run)
    #expect(
      found.map { $0.item.split(separator: "/").last } == (0..<9).map { "\($0).x" } + [
        "missing.mp3"
      ]
    )
    #expect(found.map(\.codec) == (0..<9).map { $0 % 2 == 0 ? "flac" : "mp3" } + [nil])
    #expect(found.last?.error?.code == "notFound")
    #expect(run.status == 0)
  }

  @Test("has each track of a CUE sheet with its own length")
  func sheet() async throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      atPath: path("comments.flac"),
      toPath: scratch.url.appendingPathComponent("a.flac").path
    )
    let sheet = """
      FILE "a.wav" WAVE
        TRACK 01 AUDIO
          TITLE "One"
          INDEX 01 00:00:00
        TRACK 02 AUDIO
          TITLE "Two"
          INDEX 01 00:01:15
      """
    try Data(sheet.utf8).write(to: scratch.url.appendingPathComponent("l.cue"))
    let found = try items(try await Tool.run(["info", "--json", "l.cue"], in: scratch.url))
    #expect(found.map(\.title) == ["One", "Two"])
    #expect(found.map(\.duration) == [1.2, 2.8])
    #expect(found.map { $0.chapters?.count } == [nil, nil])
  }

  @Test("keeps the item's given name, and counts the lyrics next to it")
  func itemAndWords() async throws {
    let scratch = try Scratch()
    try FileManager.default.copyItem(
      atPath: path("id3v1.mp3"),
      toPath: scratch.url.appendingPathComponent("a.mp3").path
    )
    let without = try await Tool.run(["info", "--json", "./a.mp3"], in: scratch.url)
    #expect(try items(without).map(\.lyrics) == [false])
    try Data("[00:01.00]One\n".utf8).write(to: scratch.url.appendingPathComponent("a.lrc"))
    let with = try await Tool.run(["info", "--json", "./a.mp3"], in: scratch.url)
    #expect(try items(with).map(\.lyrics) == [true])
    #expect(try items(with).map(\.item) == ["./a.mp3"])
  }

  @Test("for people has one line for each fact")
  func text() async throws {
    let run = try await Tool.run(["info", path("id3v24.mp3")])
    #expect(run.lines.contains("  title        Früh am Morgen – 朝"))
    #expect(run.lines.contains("  comment      A remark, in two lines."))
    #expect(run.lines.contains("  chapters     3"))
  }

  @Test("can be the cover, in a file")
  func artwork() async throws {
    let scratch = try Scratch()
    let target = scratch.url.appendingPathComponent("cover.png")
    let run = try await Tool.run(["info", "--artwork", target.path, path("front.m4a")])
    #expect(run.status == 0)
    #expect(try Data(contentsOf: target).count == 69)
    let none = try await Tool.run(["info", "--artwork", target.path, path("id3v1.mp3")])
    #expect(none.status == 1)
    #expect(none.errors.contains("no cover"))
  }
}
