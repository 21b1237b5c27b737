import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("The demo", .tags(.local), .timeLimit(.minutes(2)))
struct DemoTests {
  /// The player of each entry.
  private static let types = [
    "url", "subsonic", "podcast", "appleMusicPreview", "url", "spotifyPreview", "ytdlp",
    "deezerPreview", "url",
  ]

  @Test("mixes files, a server, a podcast, previews, HLS and a page without losing a sample")
  func mixes() async throws {
    let scratch = try Scratch()
    let run = try await Tool.run(
      ["demo", "--json", "--output", "pcm:out.pcm"],
      in: scratch.url
    )
    #expect(run.status == 0, "\(run.errors)")
    let tracks = try run.events("track")
    #expect(tracks.map(\.playerType) == Self.types)
    try checkOrder(run)
    // The demo equals its tracks played singly, one after another.
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let server = try await DemoServer.start(serving: files.served)
    var expected = Data()
    // The demo's simulator has the same catalog as any other.
    try await SimulatedServices.with { services in
      let ids = tracks.compactMap(\.id)
      try #require(ids.count == Self.types.count)
      let bite = DemoFiles.soundbite
      let items = [
        [files.firstHalf.path], [files.secondHalf.path],
        [files.paperBoats.path, "--clip", "0:\(bite.start)-\(bite.start + bite.length)"],
        ["apple:\(ids[3])"], [server.url(of: files.undertowList).absoluteString],
        ["spotify:track:\(ids[5])"], [files.paperBoats.path],
        ["https://www.deezer.com/track/\(ids[7])"], [files.undertow.path],
      ]
      for (index, item) in items.enumerated() {
        let name = "alone-\(index).pcm"
        let alone = try await Tool.run(
          ["play", "--output", "pcm:\(name)"] + services.options + item,
          in: scratch.url,
          environment: services.environment
        )
        #expect(alone.status == 0, "\(alone.errors)")
        let sound = try Data(contentsOf: scratch.url.appendingPathComponent(name))
        if Self.types[index].hasSuffix("Preview") {
          #expect(exactFrames(services.simulator).contains(sound.count / 4), "\(item)")
        }
        if index == 2 { #expect(sound.count / 4 == Int(bite.length * 44_100)) }
        expected += sound
      }
    }
    await server.stop()
    let output = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
    #expect(output.count == expected.count)
    #expect(output == expected)
    let music = [DemoMusic.firstLight, DemoMusic.paperBoats, DemoMusic.undertow]
    let known = music.map { $0.render().frameCount }.reduce(0, +)
    #expect(output.count / 4 > known)
  }

  /// Each track plays once, one after another, with nothing between them.
  private func checkOrder(_ run: Tool.Run) throws {
    let tracks = try run.events("track")
    #expect(tracks.map(\.index) == Array(0..<Self.types.count))
    #expect(tracks.map(\.reason) == ["userSelected"] + Self.types.dropFirst().map { _ in "auto" })
    #expect(try run.events("error").isEmpty)
    // Playback into a file is faster than the downloads, and may wait at a joint.
    let states = try run.events("state").map(\.state)
    let isInTurn = states.dropLast().enumerated().allSatisfy { index, state in
      state == (index % 2 == 0 ? "loadToPlay" : "play")
    }
    #expect(isInTurn)
    #expect(states.last == "init" && states.count % 2 == 1)
    let events = try run.events().map(\.event).filter { ["track", "state", "ended"].contains($0) }
    #expect(events.last == "ended" || events.suffix(2).contains("ended"))
    #expect(try run.events("ended").map(\.reason) == ["finished"])
  }

  @Test("passes a page that a user names to yt-dlp")
  func namedReader() async throws {
    let scratch = try Scratch()
    let run = try await Tool.run(
      ["demo", "--json", "--output", "null", "--yt-dlp", "/nowhere/yt-dlp", "--start-at", "6"],
      input: .open(""),
      in: scratch.url
    ) { line, tool in
      if line.contains(#""event":"error""#) { tool.signal(SIGINT) }
    }
    let error = try #require(try run.events("error").first)
    #expect(error.code == "toolMissing")
    #expect(error.playerType == "ytdlp")
  }

  /// The length of the simulator's previews.
  private func exactFrames(_ simulator: ServiceSimulator) -> Set<Int> {
    Set(simulator.previewPieces.map(\.frames) + simulator.mp3PreviewPieces.map(\.frames))
  }
}
