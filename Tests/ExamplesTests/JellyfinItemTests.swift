import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A Jellyfin server at the command line", .tags(.local), .timeLimit(.minutes(2)))
struct JellyfinItemTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func run(
    _ arguments: [String],
    _ simulator: ServiceSimulator,
    _ more: [String: String] = [:]
  ) async throws -> Tool.Run {
    let run = try await Tool.run(
      arguments,
      in: scratch.url,
      environment: [
        "JELLYFIN_URL": simulator.jellyfin.absoluteString, "PLAYERKIT_LOG": "trace",
        "XDG_STATE_HOME": scratch.path("state"),
      ].merging(more) { $1 }
    )
    let kept = try? String(contentsOfFile: tokens, encoding: .utf8)
    for match in (kept ?? "").matches(of: /accessToken":"([^"]+)"/) {
      #expect(!(run.output + run.errors).contains(match.1), "a token is shown")
    }
    #expect(!(run.output + run.errors).contains(simulator.jellyfinUser.password))
    return run
  }

  private var tokens: String { scratch.path("state/playerkit/jellyfin-tokens.json") }

  private struct Row: Decodable {
    var item: String
  }

  @Test("signs in by a code, finds and plays whole songs without a gap, and signs out")
  func whole() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      simulator.setJellyfinConsents(true)
      let login = try await run(["login", "jellyfin"], simulator)
      #expect(login.status == 0, "\(login.errors)")
      #expect(login.errors.contains(/enter the code [0-9]{6}/))
      let mode = try FileManager.default.attributesOfItem(atPath: tokens)[.posixPermissions]
      #expect(mode as? Int == 0o600)

      func first(_ type: String) async throws -> String {
        let search = try await run(
          ["search", "--json", "--service", "jellyfin", "--type", type, "--limit", "1", "the"],
          simulator
        )
        #expect(search.status == 0, "\(search.errors)")
        let line = try #require(search.lines.first)
        return try JSONDecoder().decode(Row.self, from: Data(line.utf8)).item
      }
      let (song, album) = (try await first("songs"), try await first("albums"))
      #expect(album.hasPrefix("jellyfin:album:"))
      let id = try #require(album.split(separator: ":").last)
      let page = "\(simulator.jellyfin.absoluteString)/web/#/details?id=\(id)"
      for (file, item) in [("a.pcm", song), ("b.pcm", page)] {
        let play = try await run(["play", "--json", "--output", "pcm:\(file)", item], simulator)
        #expect(play.status == 0, "\(play.errors)")
        let types = try play.events("track").map(\.playerType)
        #expect(Set(types) == ["jellyfin"])
      }
      // The page is the whole album.
      let sizes = try ["a.pcm", "b.pcm"].map {
        try Data(contentsOf: scratch.url.appendingPathComponent($0)).count
      }
      #expect(sizes[0] > 44_100 * 4 && sizes[1] > sizes[0])
      #expect(simulator.jellyfinReports.isEmpty)

      let logout = try await run(["logout", "jellyfin"], simulator)
      #expect(logout.status == 0 && !FileManager.default.fileExists(atPath: tokens))
    }
  }

  @Test("reports plays if that is turned on, and signs in by the password")
  func reports() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let (user, password) = simulator.jellyfinUser
      let environment = [
        "JELLYFIN_USER": user, "JELLYFIN_PASSWORD": password, "JELLYFIN_REPORT_PLAYS": "1",
      ]
      let search = try await run(
        ["search", "--json", "--service", "jellyfin", "--limit", "1", "the"],
        simulator,
        environment
      )
      let row = try JSONDecoder().decode(
        Row.self,
        from: Data(try #require(search.lines.first).utf8)
      )
      let play = try await run(
        ["play", "--json", "--output", "pcm:a.pcm", row.item],
        simulator,
        environment
      )
      #expect(play.status == 0, "\(play.errors)")
      let moments = simulator.jellyfinReports.map(\.moment)
      #expect(moments.first == "started" && moments.last == "stopped")
    }
  }
}
