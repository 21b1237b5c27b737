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
    // The demo's simulator has the same catalog as any.
    let previews = try await SimulatedServices.with { try await $0.songs(2) }
    #expect(tracks.filter { $0.playerType == "appleMusicPreview" }.map(\.id) == previews.map(\.id))
    let plain = [DemoMusic.firstLight, DemoMusic.paperBoats, DemoMusic.undertow]
      .map { $0.render().frameCount }
    let output = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
    let expected = plain.reduce(0, +) + previews.map(\.frames).reduce(0, +)
    #expect(output.count / 4 == expected)
  }
}
