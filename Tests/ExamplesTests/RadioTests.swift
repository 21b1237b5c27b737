import Foundation
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A radio", .tags(.local), .timeLimit(.minutes(3)))
struct RadioCommandTests {
  private func radio(
    _ arguments: [String],
    on services: SimulatedServices
  ) async throws -> Tool.Run {
    try await Tool.run(
      ["radio", "--json", "--output", "pcm:/dev/null", "--seed", "5"] + services.options
        + arguments,
      environment: services.environment
    )
  }

  @Test("of a genre states why each track was chosen, and is the same for the same seed")
  func genre() async throws {
    try await SimulatedServices.with { services in
      let run = try await radio(["--count", "6", "genre:rock"], on: services)
      #expect(run.status == 0, "\(run.errors)")
      let tracks = try run.events("track")
      #expect(tracks.count == 6)
      #expect(tracks.allSatisfy { $0.because?.text.hasPrefix("popular in rock (") == true })
      #expect(Set(tracks.compactMap(\.artist)).count >= 3)
      #expect(zip(tracks, tracks.dropFirst()).allSatisfy { $0.artist != $1.artist })
      let again = try await radio(["--count", "6", "genre:rock"], on: services)
      #expect(try again.events("track").map(\.id) == tracks.map(\.id))
    }
  }

  @Test("of a song begins with it")
  func song() async throws {
    try await SimulatedServices.with { services in
      let song = try #require(try await services.songs(1).first)
      let run = try await radio(["--count", "3", "apple:\(song.id)"], on: services)
      let tracks = try run.events("track")
      #expect(tracks.count == 3)
      #expect(tracks.first?.title == song.title)
      #expect(tracks.first?.because?.kind == "seed")
    }
  }

  @Test("states reasons in plain lines, too, and names the services that do not know a name")
  func plain() async throws {
    try await SimulatedServices.with { services in
      func plain(_ seed: String) async throws -> Tool.Run {
        try await Tool.run(
          ["radio", "--output", "pcm:/dev/null", "--count", "2", seed] + services.options,
          environment: services.environment
        )
      }
      let run = try await plain("genre:rock")
      #expect(run.output.contains("\n  because: popular in rock ("), "\(run.output)")
      let nobody = try await plain("artist:Nobody Of That Name")
      #expect(nobody.errors.contains("deezer"), "\(nobody.errors)")
    }
  }

  @Test("of an unknown artist fails with a message")
  func nobody() async throws {
    try await SimulatedServices.with { services in
      for seed in ["artist:Nobody Of That Name", "genre:", "no such file.mp3"] {
        let run = try await radio(["--count", "3", seed], on: services)
        #expect(run.status == 1)
        #expect(try run.events("error").count == 1)
        #expect(!run.errors.isEmpty)
      }
    }
  }

  @Test(
    "refuses invalid options",
    arguments: [["--count", "0", "x"], ["x"], ["--start-at", "1", "--count", "2", "x"], []]
  )
  func usage(arguments: [String]) async throws {
    let run = try await Tool.run(["radio", "--output", "pcm:/dev/null"] + arguments)
    #expect(run.status == 2)
  }
}
