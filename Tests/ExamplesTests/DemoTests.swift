import Foundation
import ServiceSimulator
import Testing

@testable import PlayerKitCLI

@Suite("The demo", .timeLimit(.minutes(2)))
struct DemoTests {
  @Test("mixes plain audio and previews found by a search, without one sample lost or added")
  func mixes() async throws {
    let scratch = try Scratch()
    let run = try await Tool.run(
      ["demo", "--json", "--output", "pcm:out.pcm"],
      in: scratch.url
    )
    #expect(run.status == 0, "\(run.errors)")
    let tracks = try run.events("track")
    #expect(
      tracks.map(\.playerType) == [
        "url", "url", "appleMusicPreview", "url", "spotifyPreview", "url", "deezerPreview",
      ]
    )
    #expect(try run.events("error").isEmpty)
    // What each track is by itself, one after the other, is what the demo is.
    let files = try DemoFiles.prepare()
    defer { try? FileManager.default.removeItem(at: files.folder) }
    let plain = files.items.map(\.file.path)
    var expected = Data()
    // The demo's simulator has the same catalog as any.
    try await SimulatedServices.with { services in
      let files = Array(plain)
      let ids = tracks.compactMap(\.id)
      try #require(ids.count == 7 && files.count == 4)
      let items = [
        files[0], files[1], "apple:\(ids[2])", files[2], "spotify:track:\(ids[4])", files[3],
        "https://www.deezer.com/track/\(ids[6])",
      ]
      for (index, item) in items.enumerated() {
        let name = "alone-\(index).pcm"
        let alone = try await Tool.run(
          ["play", "--output", "pcm:\(name)"] + services.options + [item],
          in: scratch.url,
          environment: services.environment
        )
        #expect(alone.status == 0, "\(alone.errors)")
        let sound = try Data(contentsOf: scratch.url.appendingPathComponent(name))
        if [2, 4, 6].contains(index) {
          #expect(exactFrames(services.simulator).contains(sound.count / 4), "\(item)")
        }
        expected += sound
      }
    }
    let output = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
    #expect(output.count == expected.count)
    #expect(output == expected)
    let music = [DemoMusic.firstLight, DemoMusic.paperBoats, DemoMusic.undertow]
    let known = music.map { $0.render().frameCount }.reduce(0, +)
    #expect(output.count / 4 > known)
  }

  /// How long the simulator's previews are.
  private func exactFrames(_ simulator: ServiceSimulator) -> Set<Int> {
    Set(simulator.previewPieces.map(\.frames) + simulator.mp3PreviewPieces.map(\.frames))
  }
}
