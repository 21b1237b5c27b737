import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

/// `play` with an item of the Internet Archive. The archive is a server on this machine.
@Suite("An item of the Internet Archive", .tags(.local), .timeLimit(.minutes(3)))
struct ArchivePlayTests {
  private static let names = ["d1t01 a & b 50%.flac", "d1t02 é?.wav", "d2/d2t01 #.wav"]
  private static let item = "tb1977-05-08.example"
  private static let secondCut = 170_001

  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  /// The signal in three files. A node redirects each request, as the real archive does.
  private func server() throws -> LoopbackServer {
    let first = try #require(Bundle.module.url(forResource: "seam-first", withExtension: "flac"))
    try scratch.writeWAV("b.wav", frames: SeamSignal.cut..<Self.secondCut)
    try scratch.writeWAV("c.wav", frames: Self.secondCut..<SeamSignal.frameCount)
    let files = [first] + ["b.wav", "c.wav"].map { URL(fileURLWithPath: scratch.path($0)) }
    let bodies = Dictionary(
      uniqueKeysWithValues: zip(Self.names, try files.map { try Data(contentsOf: $0) })
    )
    return try LoopbackServer { request in
      let target = String(request.target.prefix { $0 != "?" })
      if target == "/metadata/" + Self.item { return .whole(Data(Self.metadata.utf8)) }
      if target.hasPrefix("/download/\(Self.item)/") {
        let rest = target.dropFirst("/download".count)
        return .status(302, ["Location": "/node/items" + rest])
      }
      let place = target.removingPercentEncoding ?? ""
      let name = String(place.dropFirst("/node/items/\(Self.item)/".count))
      guard let body = bodies[name] else { return .status(404) }
      return .part(body, request)
    }
  }

  private static let metadata = #"""
    {"metadata":{"identifier":["\#(item)"],"title":"A Concert","creator":["The Band"],
    "mediatype":"etree","date":"1977-05-08"},"files":[
    {"name":"d2/d2t01 #.wav","source":"original","format":"WAVE","track":3,"title":"Three"},
    {"name":"d1t02 é?.wav","source":"original","format":"WAVE","track":"02","title":["Two"]},
    {"name":"d1t01 a & b 50%.mp3","source":"derivative","format":"VBR MP3","length":"00:03",
    "original":"d1t01 a & b 50%.flac"},
    {"name":"d1t01 a & b 50%.flac","source":"original","format":"Flac","track":"1/3",
    "length":"2.80","title":"One"},{"name":"x.txt","format":"Text"}]}
    """#

  @Test(
    "plays completely and in order, without a lost or added sample",
    arguments: ["archive:\(item)", "https://archive.org/details/\(item)"]
  )
  func gapless(item: String) async throws {
    let server = try server()
    defer { server.stop() }
    let run = try await Tool.run(
      ["play", "--json", "--output", "pcm:out.pcm", "--api", "archive=\(server.url(""))", item],
      in: scratch.url
    )
    #expect(run.status == 0, "\(run.errors)")
    let tracks = try run.events("track")
    #expect(tracks.map(\.title) == ["One", "Two", "Three"])
    #expect(tracks.map(\.playerType) == Array(repeating: "internetArchive", count: 3))
    #expect(tracks.map(\.id) == Self.names.map { "\(Self.item)/\($0)" })
    let played = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
    let signal = SeamSignal.interleaved.map(\.littleEndian).withUnsafeBytes { Data($0) }
    #expect(played.count == signal.count)
    #expect(played == signal)
    // If FLAC plays, no other file is fetched.
    #expect(!server.requests.contains { $0.target.contains(".mp3") })
  }

  @Test("that does not exist is reported with its reason")
  func missing() async throws {
    let server = try LoopbackServer { _ in .whole(Data("{}".utf8)) }
    defer { server.stop() }
    let run = try await Tool.run(
      ["play", "--json", "--output", "null", "--api", "archive=\(server.url(""))", "archive:x"],
      in: scratch.url
    )
    #expect(run.status == 1)
    #expect(try run.events("error").map(\.code) == ["notFound"])
  }
}
