import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Playlists at the command line", .tags(.local), .timeLimit(.minutes(2)))
struct PlaylistsTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private struct Row: Decodable {
    var service: String
    var id: String
    var title: String?
    var tracks: Int?
  }

  private func run(
    _ arguments: [String],
    _ services: SimulatedServices,
    _ more: [String: String] = [:]
  ) async throws -> Tool.Run {
    let own = ["XDG_STATE_HOME": scratch.path("state")]
    return try await Tool.run(
      arguments + services.options,
      in: scratch.url,
      environment: services.environment.merging(own) { $1 }.merging(more) { $1 }
    )
  }

  private func rows(
    _ name: String,
    _ services: SimulatedServices,
    _ more: [String: String] = [:]
  ) async throws -> [Row] {
    let list = try await run(["playlists", "list", "--json", name], services, more)
    #expect(list.status == 0, "\(list.errors)")
    return try list.lines.map { try JSONDecoder().decode(Row.self, from: Data($0.utf8)) }
  }

  @Test("a playlist of Spotify is created, found by its name, gets more songs, and loses them")
  func spotify() async throws {
    try await SimulatedServices.with { services in
      let track = try #require(services.simulator.spotifyLandmarks.completeTrack)
      let item = "spotify:track:\(track)"
      let create = ["playlists", "create", "spotify", "Evening Of Lamps", item]
      let nobody = try await run(create, services)
      #expect(nobody.status == 1 && nobody.errors.contains("playerkit login spotify"))

      let tokens = services.simulator.makeSpotifyUserTokens()
      let file = URL(filePath: scratch.path("state/playerkit/spotify-tokens.json"))
      try await OAuthFileTokenStore(file: file, service: .spotify).save(
        OAuthToken(
          accessToken: tokens.accessToken,
          expiresAt: Date() + 3_600,
          refreshToken: tokens.refreshToken
        )
      )
      let before = try await rows("spotify", services)
      #expect(!before.contains { $0.title == "Evening Of Lamps" })
      let created = try await run(create, services)
      #expect(created.status == 0, "\(created.errors)")
      let id = try #require(created.lines.first)
      let add = ["playlists", "add", "spotify"]
      #expect(try await run(add + ["Evening Of Lamps", item], services).status == 0)
      #expect(try await run(add + [id, item], services).status == 0)
      let mine = try #require(try await rows("spotify", services).first { $0.id == id })
      #expect(mine.service == "spotify" && mine.title == "Evening Of Lamps" && mine.tracks == 3)

      let remove = ["playlists", "remove", "spotify", "Evening Of Lamps", item]
      for _ in 0..<2 {
        let removed = try await run(remove, services)
        #expect(removed.status == 0, "\(removed.errors)")
        let rest = try #require(try await rows("spotify", services).first { $0.id == id })
        #expect(rest.tracks == 0)
      }

      let missing = try await run(add + ["No Such List", item], services)
      #expect(missing.status == 1 && missing.errors.contains("There is no such playlist."))
      let foreign = try await run(add + [id, "https://www.deezer.com/track/1"], services)
      #expect(foreign.status == 1 && foreign.errors.contains("takes only its songs"))
    }
  }

  @Test("a playlist of Jellyfin is created and listed, and services without a user are left out")
  func jellyfin() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let (user, password) = simulator.jellyfinUser
      let environment = [
        "JELLYFIN_URL": simulator.jellyfin.absoluteString, "JELLYFIN_USER": user,
        "JELLYFIN_PASSWORD": password,
      ]
      let create = ["playlists", "create", "jellyfin", "Evening Of Lamps"]
      let created = try await run(create, services, environment)
      #expect(created.status == 0, "\(created.errors)")
      let id = try #require(created.lines.first)
      let all = try await run(["playlists"], services, environment)
      #expect(all.status == 0 && all.errors.isEmpty, "\(all.errors)")
      #expect(
        all.lines.contains { $0.hasPrefix("jellyfin\t\(id)\tEvening Of Lamps") },
        "\(all.lines)"
      )
    }
  }

  @Test("a service without playlists is a usage error that names those with")
  func unknown() async throws {
    for arguments in [
      ["list", "radio"], ["create", "deezer", "Mix"], ["add", "deezer", "Mix", "x"],
      ["remove", "apple", "Mix", "x"],
    ] {
      let run = try await Tool.run(["playlists"] + arguments, in: scratch.url)
      #expect(run.status == 2 && run.errors.contains("spotify"), "\(run.errors)")
    }
  }
}
