import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Items of YouTube, and of yt-dlp", .tags(.local), .timeLimit(.minutes(2)))
struct YouTubeItemTests {
  private static let key = ["YOUTUBE_API_KEY": "a"]

  @Test("A link that both support uses the API if there is a key, or else yt-dlp")
  func whose() {
    func service(_ environment: [String: String]) -> String? {
      let services = MusicServices(bases: [:], environment: environment)
      let link = MusicReference("https://youtu.be/aB3_-xyZ09k", recognizers: services.recognizers)
      guard case .link(let link) = link else { return nil }
      return link.service.rawValue
    }
    #expect(service(Self.key.merging(["YTDLP": "/bin/sh"]) { $1 }) == "youtube")
    #expect(service(["YTDLP": "/bin/sh"]) == "ytdlp")
    #expect(service(Self.key) == "youtube")
    #expect(service([:]) == "youtube")
  }

  @Test("A search prints titles, durations, and items to play, and not the key")
  func search() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let search = ["search", "--json", "--service", "youtube", "lighthouse"]
      let options = ["--api", "youtube=\(simulator.youTube)"]
      let run = try await Tool.run(
        search + options,
        environment: ["YOUTUBE_API_KEY": simulator.youTubeKey, "PLAYERKIT_LOG": "trace"]
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect((5...10).contains(run.lines.count))
      #expect(run.lines.allSatisfy { $0.contains(#""service":"youtube""#) })
      #expect(run.output.contains(#""item":"youtube:sv_"#))
      #expect(run.output.contains(#""duration":"#))
      #expect(!(run.output + run.errors).contains(simulator.youTubeKey))
      let without = try await Tool.run(
        search + options,
        environment: ["YOUTUBE_API_KEY": ""]
      )
      #expect(without.status == 1)
      #expect(without.errors.contains("YOUTUBE_API_KEY"))
    }
  }

  @Test("The metadata of a video is printed without playing it")
  func info() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let id = try #require(simulator.youTubeVideo(.usual))
      let run = try await Tool.run(
        ["info", "--json", "--api", "youtube=\(simulator.youTube)", "https://youtu.be/\(id)"],
        environment: ["YOUTUBE_API_KEY": simulator.youTubeKey]
      )
      #expect(run.status == 0, "\(run.errors)")
      #expect(run.output.contains(#""title":"#) && run.output.contains(#""artist":"#))
    }
  }

  @Test("Without a page and without yt-dlp, the error names both")
  func neither() async throws {
    let run = try await Tool.run(
      ["play", "--json", "--output", "null", "youtube:aB3_-xyZ09k"],
      environment: ["YOUTUBE_API_KEY": "", "YTDLP": ""]
    )
    #expect(run.status != 0)
    #expect((run.output + run.errors).contains("--page"))
  }
}
