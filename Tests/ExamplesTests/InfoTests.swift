import Foundation
import Testing

@Suite("What info says", .timeLimit(.minutes(1)))
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

  private static let folder = URL(fileURLWithPath: "\(#filePath)").deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Tags")

  private func path(_ name: String) -> String { Self.folder.appendingPathComponent(name).path }

  private func items(_ run: Tool.Run) throws -> [Item] {
    try run.lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
  }

  @Test("of a file is its tags, its format, its chapters and its cover")
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

  @Test("of what can't be read is the reason, and the status tells where that is all")
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

  @Test("for people is a line a thing")
  func text() async throws {
    let run = try await Tool.run(["info", path("id3v24.mp3")])
    #expect(run.lines.contains("  title        Früh am Morgen – 朝"))
    #expect(run.lines.contains("  comment      A remark, in two lines."))
    #expect(run.lines.contains("  chapters     3"))
  }

  @Test("is also the cover, in a file")
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
