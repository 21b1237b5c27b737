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

  /// The frames of the piece that is cut into two files, about ten seconds.
  private static let firstLightFrames = 432_519

  @Test("has music whose first two files are halves of one piece")
  func files() throws {
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let music = [files.firstHalf, files.secondHalf, files.paperBoats, files.undertow]
    #expect(music.map(\.pathExtension) == ["flac", "flac", "mp3", "m4a"])
    let contents = try music.map { [UInt8](try Data(contentsOf: $0)) }
    #expect(contents.allSatisfy { $0.count > 100_000 })
    // A FLAC file states its number of frames in 36 bits, which end at its 26th byte.
    let halves = contents.prefix(2).map { file in
      file[21..<26].reduce(0) { $0 << 8 | Int($1) } & 0xF_FFFF_FFFF
    }
    #expect(halves == [263_821, Self.firstLightFrames - 263_821])
  }

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
    // Both halves of the first piece, and most of the others.
    #expect(output.count / 4 > Self.firstLightFrames * 2)
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

  @Test("prints titles with service and format, and measures that no joint loses a sample")
  func joints() async throws {
    let scratch = try Scratch()
    let run = try await Tool.run(["demo", "--output", "pcm:out.pcm"], in: scratch.url)
    #expect(run.status == 0, "\(run.errors)")
    let titles = run.lines.prefix(Self.types.count)
    #expect(titles.allSatisfy { $0.hasSuffix("]") && $0.contains(" [") }, "\(run.output)")
    #expect(titles.first?.hasPrefix("First Light, first half") == true)
    let joints = run.lines.dropFirst(Self.types.count).dropLast()
    #expect(joints.count == Self.types.count - 1)
    #expect(joints.first == "file to Subsonic: samples lost: 0")
    #expect(joints.allSatisfy { $0.hasSuffix("samples lost: 0") }, "\(run.output)")
    let close = try #require(run.lines.last)
    #expect(close.hasPrefix("9 titles of 8 kinds"))
    #expect(close.hasSuffix("8 joints, samples lost: 0."))
  }

  @Test("counts samples that a joint lacks or has too many")
  func jointsControl() {
    func noise(_ seed: UInt32, frames: Int) -> Data {
      var state = seed
      return Data(
        (0..<frames * 4).map { _ in
          state = state &* 1_664_525 &+ 1_013_904_223
          return UInt8(truncatingIfNeeded: state >> 24)
        }
      )
    }
    let parts = [noise(1, frames: 3_000), noise(2, frames: 2_000), noise(3, frames: 500)]
    #expect(DemoJoints.lost(in: parts[0] + parts[1] + parts[2], of: parts) == [0, 0])
    let short = parts[0].dropLast(40) + parts[1] + Data(count: 12) + parts[2]
    #expect(DemoJoints.lost(in: Data(short), of: parts) == [10, -3])
    #expect(DemoJoints.lost(in: parts[0], of: parts) == [nil, nil])
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
