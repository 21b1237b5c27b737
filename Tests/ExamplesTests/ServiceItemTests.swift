import Foundation
import PlayerKitAppleMusic
import PlayerKitServiceSimulator
import TestSupport
import Testing

@testable import PlayerKitCLI

/// `play` with items of services, in one process. The services run in another one.
@Suite("Items of services", .tags(.local), .timeLimit(.minutes(2)))
struct ServiceItemTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func frames(in file: String) throws -> Int {
    try Data(contentsOf: scratch.url.appendingPathComponent(file)).count / 4
  }

  @Test("play between plain files without a lost or added sample")
  func gapless() async throws {
    try scratch.writeWAV("a.wav", frames: 0..<30_011)
    try await SimulatedServices.with { services in
      let songs = try await services.songs(2)
      try #require(songs.count == 2)
      let items = ["a.wav", "apple:\(songs[0].id)", "a.wav", "apple:\(songs[1].id)", "a.wav"]
      let run = try await Tool.run(
        ["play", "--json", "--output", "pcm:out.pcm"] + services.options + items,
        in: scratch.url,
        environment: services.environment
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(
        try run.events("track").map(\.playerType) == [
          "url", "appleMusicPreview", "url", "appleMusicPreview", "url",
        ]
      )
      #expect(try run.events("track").compactMap(\.title).contains(songs[0].title))
      let output = try Data(contentsOf: scratch.url.appendingPathComponent("out.pcm"))
      let plain = 30_011 * 4
      #expect(output.count == 3 * plain + (songs[0].frames + songs[1].frames) * 4)
      let wav = output.prefix(plain)
      let second = plain + songs[0].frames * 4
      #expect(output.dropFirst(second).prefix(plain) == wav, "the first joint is off")
      #expect(output.suffix(plain) == wav, "the second joint is off")
    }
  }

  @Test("play without a developer token, through the store")
  func withoutToken() async throws {
    try await SimulatedServices.with { services in
      let song = try #require(try await services.songs(1).first)
      let run = try await Tool.run(
        ["play", "--json", "--output", "pcm:out.pcm"] + services.options + ["apple:\(song.id)"],
        in: scratch.url
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(try run.events("track").map(\.title) == [song.title])
      #expect(try frames(in: "out.pcm") == song.frames)
    }
  }

  @Test("can be added while others play, in the order of the commands")
  func added() async throws {
    try scratch.writeWAV("a.wav", frames: 0..<30_011)
    try await SimulatedServices.with { services in
      let songs = try await services.songs(2)
      try #require(songs.count == 2)
      let commands = """
        add apple:\(songs[0].id)
        add a.wav
        insert 1 apple:\(songs[1].id)
        add apple:1
        next

        """
      let run = try await Tool.run(
        ["play", "--json", "--output", "null", "--repeat", "all"] + services.options + ["a.wav"],
        input: .open(commands),
        in: scratch.url,
        environment: services.environment
      ) { line, tool in
        if line.contains("\"id\":\"\(songs[1].id)\"") { tool.signal(SIGINT) }
      }
      #expect(run.status == 130, "\(run.errors)")
      #expect(try run.events("queue").map(\.count) == [2, 3, 4, 5])
    }
  }

  @Test("that have no preview, or do not exist, are skipped and named")
  func skipped() async throws {
    try scratch.writeWAV("a.wav", frames: 0..<3_000)
    try await SimulatedServices.with { services in
      let run = try await Tool.run(
        ["play", "--json", "--output", "pcm:out.pcm"] + services.options
          + ["apple:1", "https://music.apple.com/us/station/ra.1", "a.wav"],
        in: scratch.url,
        environment: services.environment
      )
      #expect(run.status == 0)
      let errors = try run.events("error")
      #expect(errors.map(\.code) == ["notFound", "invalidItem"])
      #expect(errors.first?.playerType == "appleMusicPreview")
      #expect(try frames(in: "out.pcm") == 3_000)
    }
  }

  @Test("of an album are its songs, in order")
  func album() async throws {
    try await SimulatedServices.with { services in
      let client = try #require(services.appleMusic)
      let song = try #require(try await services.songs(1).first)
      let album = try #require(
        try await client.song(song.id, with: [\.albums]).albums?.first
      )
      let run = try await Tool.run(
        ["resolve", "--json"] + services.options + ["https://music.apple.com/us/album/\(album.id)"],
        environment: services.environment
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains("\"kind\":\"album\""))
    }
  }
}
