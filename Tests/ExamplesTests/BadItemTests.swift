import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A bad item", .tags(.local), .timeLimit(.minutes(3)))
struct BadItemTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("good.wav")
  }

  @Test("on the disk gives exactly one error that names it, and the others play")
  func local() async throws {
    try scratch.write(Data(), to: "empty.flac")
    try scratch.write(
      Data((0..<20_000).map { UInt8(truncatingIfNeeded: $0 * $0 >> 3) }),
      to: "r.mp3"
    )
    try scratch.write(Data("<!doctype html><html><body>No.</body></html>".utf8), to: "page.html")
    try FileManager.default.createDirectory(
      at: scratch.url.appendingPathComponent("folder"),
      withIntermediateDirectories: true
    )
    try await expectErrors([
      "missing.wav": "notFound", "folder": "unreadable", "empty.flac": "unsupportedFormat",
      "r.mp3": "unsupportedFormat", "page.html": "unsupportedFormat", "": "notFound",
      "-x \"quoted' \u{1B}[2J\nlöst 歌.wav": "notFound",
    ])
  }

  @Test("on the network gives exactly one error that names it, and the others play")
  func remote() async throws {
    try scratch.write(Data("<!doctype html><html><body>No.</body></html>".utf8), to: "page.html")
    let server = try await DemoServer.start(
      serving: [scratch.url.appendingPathComponent("page.html")]
    )
    let base = server.baseURL.absoluteString
    let gone = try await DemoServer.start(serving: [])
    let refused = gone.baseURL.absoluteString + "a.flac"
    await gone.stop()
    do {
      let run = try await expectErrors([
        base + "page.html": "unsupportedFormat", base + "none.flac": "notFound",
        refused: "unreachable", "gopher://localhost/a": "blockedURL", "http://": "invalidItem",
      ])
      let notFound = try run.events("error").first { $0.code == "notFound" }
      #expect(notFound?.status == 404)
    } catch {
      await server.stop()
      throw error
    }
    await server.stop()
  }

  @Test(
    "is not one that only has an unusual name",
    arguments: ["-dash.wav", "--json", "sp ace.wav", "q\"uo'te.wav", "new\nline.wav", "ö 歌 🎵.wav"]
  )
  func oddNames(name: String) async throws {
    try scratch.writeWAV(name)
    let arguments = ["play", "--json", "--output", "pcm:out.pcm", "--", name]
    let run = try await Tool.run(arguments, in: scratch.url)
    #expect(run.status == 0)
    #expect(try run.events("error").isEmpty)
    #expect(try run.events("track").map(\.id) == [name])
  }

  /// Plays the items between good ones, and compares the reports.
  @discardableResult
  private func expectErrors(_ expected: [String: String]) async throws -> Tool.Run {
    let bad = expected.keys.sorted()
    let arguments = ["play", "--json", "--output", "pcm:out.pcm", "--", "good.wav"]
    let run = try await Tool.run(arguments + bad + ["good.wav"], in: scratch.url)
    #expect(run.status == 0)
    let errors = try run.events("error")
    #expect(errors.map(\.id) == bad)
    #expect(errors.map(\.code) == bad.map { expected[$0] })
    #expect(errors.map(\.index) == Array(1...bad.count))
    #expect(errors.allSatisfy { $0.action == "skip" && $0.message?.isEmpty == false })
    #expect(try run.events("track").last?.id == "good.wav")
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("out.pcm"))
    #expect(attributes[.size] as? Int == 2 * 8_820 * 4)
    // An item's name can't write escape sequences to the terminal.
    #expect(!run.errors.contains("\u{1B}"))
    return run
  }
}
