import Foundation
import TestSupport
import Testing

@Suite("The output of resolve", .tags(.local), .timeLimit(.minutes(3)))
struct ResolveTests {
  /// A line of `resolve --json`.
  private struct Item: Decodable {
    var item: String
    var kind: String
    var service: String?
    var id: String?
    var playerType: String?
    var title: String?
    var tracks: Int?
    var url: String?
    var code: String?
    var status: Int?
  }

  private func resolve(
    _ items: [String],
    _ options: [String] = [],
    on services: SimulatedServices
  ) async throws -> (status: Int32, items: [Item]) {
    let run = try await Tool.run(
      ["resolve", "--json"] + services.options + options + ["--"] + items,
      environment: services.environment
    )
    let items = try run.lines.map { try JSONDecoder().decode(Item.self, from: Data($0.utf8)) }
    return (run.status, items)
  }

  @Test("of a song is its preview, however the song is named")
  func song() async throws {
    try await SimulatedServices.with { services in
      let song = try #require(try await services.songs(1).first)
      let names = [
        "apple:\(song.id)", "https://music.apple.com/us/song/\(song.id)",
        "https://music.apple.com/us/album/some-slug/1?i=\(song.id)&at=1",
        "http://itunes.apple.com/us/album/id1?i=\(song.id)",
      ]
      let resolved = try await resolve(names, on: services)
      #expect(resolved.status == 0)
      #expect(resolved.items.map(\.item).count == names.count)
      for item in resolved.items {
        #expect(item.kind == "song")
        #expect(item.id == song.id)
        #expect(item.title == song.title)
        #expect(item.playerType == "appleMusicPreview")
        #expect(item.url?.hasPrefix(services.simulator.media.absoluteString) == true)
      }
    }
  }

  @Test("of a plain URL omits possible secrets in it, unless they are requested")
  func redacts() async throws {
    try await SimulatedServices.with { services in
      let item = "http://user:geheim@127.0.0.1:1/a.mp3?token=geheim#geheim"
      let hidden = try await resolve([item, "a#b?c.mp3"], on: services).items
      #expect(hidden.first?.url == "http://127.0.0.1:1/a.mp3?…")
      #expect(hidden.first?.item == "http://127.0.0.1:1/a.mp3?…")
      #expect(hidden.last?.item == "a#b?c.mp3")
      let shown = try await resolve([item], ["--show-urls"], on: services).items.first
      #expect(shown?.url == item)
      #expect(shown?.item == item)
    }
  }

  @Test("of an unavailable item is the reason, and the status is an error if all fail")
  func failures() async throws {
    try await SimulatedServices.with { services in
      let resolved = try await resolve(
        [
          "apple:1", "apple:x", "https://music.apple.com/us/album/1",
          "https://music.apple.com/library/playlist/p.abcdef", "ftp://a.example/b.mp3",
          "spotify:track:0000000000000000000000", "https://www.deezer.com/track/1",
          "https://open.spotify.com/episode/0000000000000000000000", "soundcloud:tracks:1",
        ],
        on: services
      )
      #expect(resolved.status == 1)
      #expect(
        resolved.items.map(\.code) == [
          "notFound", "invalidItem", "notFound", "invalidItem", "blockedURL", "notFound",
          "notFound", "invalidItem", "unauthorized",
        ]
      )
      #expect(resolved.items.allSatisfy { $0.url == nil })
    }
  }
}
