import Foundation
import TestSupport
import Testing

/// Runs the examples of `Documentation/Gallery.md`.
@Suite("The examples gallery", .tags(.local), .timeLimit(.minutes(2)))
struct GalleryTests {
  private static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static func page() throws -> String {
    let file = root.appendingPathComponent("Documentation/Gallery.md")
    return try String(contentsOf: file, encoding: .utf8)
  }

  /// The recorded lines of an example, without the prompt.
  private func recording(of command: String) throws -> [String] {
    let page = try Self.page()
    let start = try #require(page.range(of: "```text\n$ swift run \(command)\n"))
    let end = try #require(page.range(of: "```", range: start.upperBound..<page.endIndex))
    return page[start.upperBound..<end.lowerBound].split(separator: "\n").map(String.init)
  }

  @Test(
    "prints what its recording shows",
    arguments: ["party-queue", "endless-radio", "alarm-clock", "kitchen-radio", "podcast-player"]
  )
  func simulation(name: String) async throws {
    let recording = try recording(of: name + " --simulate")
    let run = try await BuiltTool.run(name, ["--simulate"])
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").map(String.init) == recording)
  }

  @Test("shows the title of a file")
  func nowPlaying() async throws {
    let file = try #require(Bundle.module.url(forResource: "seam-first", withExtension: "flac"))
    let recording = try recording(of: "now-playing --silent seam-first.flac")
    let run = try await BuiltTool.run("now-playing", ["--silent", file.path])
    #expect(run.status == 0)
    #expect(run.output.split(separator: "\n").map(String.init) == recording)
  }

  @Test("has examples of at most 150 lines, all of them on the page")
  func size() throws {
    let page = try Self.page()
    let examples = [
      "party-queue", "endless-radio", "alarm-clock", "now-playing", "kitchen-radio",
      "podcast-player", "testing-an-app",
    ]
    for example in examples {
      #expect(page.contains("(../Examples/\(example))"))
      let folder = Self.root.appendingPathComponent("Examples/\(example)")
      let files = try FileManager.default.contentsOfDirectory(
        at: folder,
        includingPropertiesForKeys: nil
      )
      let lines = try files.filter { $0.pathExtension == "swift" }
        .map { try String(contentsOf: $0, encoding: .utf8).split(separator: "\n").count }
      #expect((1...150).contains(lines.reduce(0, +)), "\(example)")
    }
  }
}
