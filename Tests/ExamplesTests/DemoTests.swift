import Foundation
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
        "url", "url", "appleMusicPreview", "url", "appleMusicPreview", "url",
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
      let previews = try await services.songs(2).map { "apple:\($0.id)" }
      #expect(
        tracks.compactMap(\.id).filter { previews.contains("apple:\($0)") }.count == previews.count
      )
      let items = [plain[0], plain[1], previews[0], plain[2], previews[1], plain[3]]
      for (index, item) in items.enumerated() {
        let name = "alone-\(index).pcm"
        let alone = try await Tool.run(
          ["play", "--output", "pcm:\(name)"] + services.options + [item],
          in: scratch.url
        )
        #expect(alone.status == 0, "\(alone.errors)")
        expected += try Data(contentsOf: scratch.url.appendingPathComponent(name))
      }
    }
    let output = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
    #expect(output.count == expected.count)
    #expect(output == expected)
    let music = [DemoMusic.firstLight, DemoMusic.paperBoats, DemoMusic.undertow]
    let previews = try await SimulatedServices.with { try await $0.songs(2) }
    let frames =
      music.map { $0.render().frameCount }.reduce(0, +) + previews.map(\.frames).reduce(0, +)
    #expect(output.count / 4 == frames)
  }
}
