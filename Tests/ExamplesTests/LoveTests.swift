import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import PlayerKitSystem
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("Favorites and ratings at the command line", .tags(.local), .timeLimit(.minutes(2)))
struct LoveTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
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

  /// The changes that a service received.
  private func changes(of service: String, _ services: SimulatedServices) -> [String] {
    services.simulator.requests.filter { $0.service == service && $0.method != "GET" }
      .map { "\($0.method) \($0.path)" }
  }

  @Test("a song of Apple Music is loved, disliked, and not rated any more")
  func appleMusic() async throws {
    try await SimulatedServices.with { services in
      let song = try #require(try await services.songs(1).first)
      let item = "apple:\(song.id)"
      let nobody = try await run(["love", item], services)
      #expect(nobody.status == 1 && nobody.errors.contains("playerkit login apple"))

      let user = ["APPLE_MUSIC_USER_TOKEN": services.simulator.musicUserToken]
      for (arguments, news) in [
        (["love", item], "is a favorite"), (["rate", item, "1"], "is rated 1"),
        (["unlove", item], "is no favorite any more"),
      ] {
        let run = try await run(arguments, services, user)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines == ["\(item) \(news)"])
      }
      let path = "/applemusic/v1/me/ratings/songs/\(song.id)"
      #expect(
        changes(of: "appleMusic", services) == ["PUT \(path)", "PUT \(path)", "DELETE \(path)"]
      )
      let stars = try await run(["rate", item, "3"], services, user)
      #expect(stars.status == 1 && stars.errors.contains("5 loves, 1 dislikes"))
    }
  }

  @Test("a track of Spotify is saved in the user's library, and removed")
  func spotify() async throws {
    try await SimulatedServices.with { services in
      let track = try #require(services.simulator.spotifyLandmarks.completeTrack)
      let item = "spotify:track:\(track)"
      let nobody = try await run(["love", item], services)
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
      for (command, news) in [("love", "is a favorite"), ("unlove", "is no favorite any more")] {
        let run = try await run([command, item], services)
        #expect(run.status == 0, "\(run.errors)")
        #expect(run.lines == ["\(item) \(news)"])
      }
      let sent = changes(of: "spotify", services)
      // If the app may not use the newest path, the client tries an older one.
      #expect(sent.first?.hasPrefix("PUT") == true, "\(sent)")
      #expect(sent.last?.hasPrefix("DELETE") == true, "\(sent)")
      let rated = try await run(["rate", item, "5"], services)
      #expect(rated.status == 1 && rated.errors.contains("There are no ratings at spotify"))
    }
  }

  @Test("an item of Jellyfin is a favorite, and none any more")
  func jellyfin() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let (user, password) = simulator.jellyfinUser
      let environment = [
        "JELLYFIN_URL": simulator.jellyfin.absoluteString, "JELLYFIN_USER": user,
        "JELLYFIN_PASSWORD": password,
      ]
      struct Row: Decodable {
        var item: String
      }
      let search = try await run(
        ["search", "--json", "--service", "jellyfin", "--limit", "1", "the"],
        services,
        environment
      )
      let line = try #require(search.lines.first, "\(search.errors)")
      let item = try JSONDecoder().decode(Row.self, from: Data(line.utf8)).item
      for command in ["love", "unlove"] {
        let run = try await run([command, item], services, environment)
        #expect(run.status == 0, "\(run.errors)")
      }
      let sent = changes(of: "jellyfin", services).filter { $0.contains("Favorite") }
      #expect(sent.map { $0.prefix { $0 != " " } } == ["POST", "DELETE"], "\(sent)")
    }
  }

  @Test("a song of a Subsonic server is starred and rated")
  func subsonic() async throws {
    let asked = Locked<[String]>([])
    let server = try LoopbackServer { request in
      asked.withLock { $0.append(request.target) }
      return .whole(Data(#"{"subsonic-response":{"status":"ok","version":"1.16.1"}}"#.utf8))
    }
    let environment = [
      "SUBSONIC_URL": server.url("/").absoluteString, "SUBSONIC_USER": "ann",
      "SUBSONIC_PASSWORD": "geheim",
    ]
    for (arguments, call) in [
      (["love", "subsonic:s1"], "star"), (["unlove", "subsonic:s1"], "unstar"),
      (["rate", "subsonic:s1", "4"], "setRating"),
    ] {
      let run = try await Tool.run(arguments, in: scratch.url, environment: environment)
      #expect(run.status == 0, "\(run.errors)")
      let target = try #require(asked.withLock(\.last))
      #expect(target.contains("/\(call)") && target.contains("id=s1"), "\(target)")
      #expect(!call.hasPrefix("set") || target.contains("rating=4"))
    }
  }

  @Test("an item without favorites, a bad rating, and no item at all are errors")
  func wrong() async throws {
    for (arguments, status, words) in [
      (["love", "https://www.deezer.com/track/1"], 1, "There are no favorites at deezer"),
      (["love", "song.mp3"], 1, "song.mp3: "),
      (["rate", "subsonic:s1", "6"], 2, "a whole number from 0 to 5"), (["love"], 2, "item"),
    ] as [([String], Int32, String)] {
      let run = try await Tool.run(arguments, in: scratch.url)
      #expect(run.status == status && run.errors.contains(words), "\(run.errors)")
      #expect(run.output.isEmpty)
    }
  }
}
