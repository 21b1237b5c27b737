import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A user's own catalog at the command line", .tags(.local), .timeLimit(.minutes(3)))
struct LibraryCommandTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func run(_ arguments: [String]) async throws -> Tool.Run {
    try await tool(["library"] + arguments)
  }

  private func tool(_ arguments: [String]) async throws -> Tool.Run {
    try await Tool.run(
      arguments,
      in: scratch.url,
      environment: ["XDG_DATA_HOME": scratch.path("data")]
    )
  }

  @Test("imports a dump, and finds playable songs, also with a typing mistake")
  func whole() async throws {
    let song = """
      {"id":"700000001","nameDefault":"Opening Night","primaryArtists":[{"name":"The Example Band"}]}

      """
    try scratch.write(Data(song.utf8), to: "feed.jsonl")
    let taken = try await run(["import", "feed.jsonl"])
    #expect(taken.status == 0 && taken.errors.contains("1 songs"), "\(taken.errors)")
    let found = try await run(["search", "example", "openign"])
    #expect(
      found.status == 0 && found.output == "Opening Night – The Example Band\tapple:700000001\n"
    )
    #expect(try await run(["search", "nothing"]).status == 1)
    #expect(try await run(["search", "--library", "none.sqlite", "a"]).status == 1)
    #expect(try await run(["import", "none.csv"]).status == 1)
    #expect(try await run(["search", "--limit", "0", "a"]).status == 2)
  }

  @Test("adds a folder, finds its files by their paths, and reports unreadable ones")
  func folder() async throws {
    try FileManager.default.createDirectory(
      atPath: scratch.path("music"),
      withIntermediateDirectories: true
    )
    try scratch.writeWAV("music/Some Song.wav")
    try scratch.write(Data("x".utf8), to: "music/broken.flac")
    let added = try await run(["add", "music"])
    #expect(added.status == 0, "\(added.errors)")
    #expect(added.errors.contains("1 songs, 2 read, 0 removed, 1 that can't be read"))
    #expect(added.errors.contains("broken.flac: "))
    #expect(try await run(["add"]).errors.contains("1 songs, 0 read"))
    let found = try await run(["search", "some"])
    #expect(found.output.hasSuffix("/music/Some Song.wav\n"), "\(found.output)")
    #expect(try await run(["add", "none"]).status == 1)
    let service = try await tool(["search", "--service", "library", "some"])
    let item = try #require(
      service.output.split(whereSeparator: { $0.isNewline || $0 == "\t" }).last
    )
    #expect(item.hasPrefix("library:file:"), "\(service.output) \(service.errors)")
    let played = try await tool(["play", "--output", "pcm:out.pcm", String(item)])
    #expect(played.status == 0, "\(played.errors)")
    #expect(try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm")).count > 10_000)
    let none = ["search", "--library", "none.sqlite", "--service", "library", "some"]
    #expect(try await tool(none).status == 1)
    try scratch.write(
      Data(
        """
        artist_credit_name,recording_mbid,recording_name,score
        Some Band,b1a9c0e9-d987-4042-ae91-000000000001,Elsewhere,1

        """.utf8
      ),
      to: "canonical.csv"
    )
    #expect(try await run(["import", "--library", "dump.sqlite", "canonical.csv"]).status == 0)
    let recording = "library:recording:b1a9c0e9-d987-4042-ae91-000000000001"
    let unplayed = try await tool(
      ["play", "--output", "null", "--library", "dump.sqlite", recording]
    )
    #expect(unplayed.status == 1 && unplayed.errors.contains("--fallback"), "\(unplayed.errors)")
    let status = try await run(["status"])
    #expect(status.status == 0 && status.output.contains("\n1 songs\n"), "\(status.output)")
    #expect(status.output.hasSuffix("/music\n"), "\(status.output)")
    let other = try await run(["remove", "elsewhere"])
    #expect(other.status == 1 && other.errors.contains("was not added"))
    #expect(try await run(["remove", "music"]).status == 0)
    #expect(try await run(["search", "some"]).status == 1)
  }
}
