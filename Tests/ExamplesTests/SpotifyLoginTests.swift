import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@testable import PlayerKitCLI

@Suite("A user of Spotify at the command line", .tags(.local), .timeLimit(.minutes(2)))
struct SpotifyLoginTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
    try scratch.writeWAV("a.wav")
    // A browser that follows the page's redirect at once.
    let script = "#!/bin/sh\nexec curl -sL -o /dev/null \"$1\"\n"
    try scratch.write(Data(script.utf8), to: "browser")
    try FileManager.default.setAttributes(
      [.posixPermissions: 0o700],
      ofItemAtPath: scratch.path("browser")
    )
  }

  private var tokens: String { scratch.path("state/playerkit/spotify-tokens.json") }
  private var isSignedIn: Bool { FileManager.default.fileExists(atPath: tokens) }

  private func run(
    _ arguments: [String],
    _ services: SimulatedServices,
    onLine: @escaping @Sendable (String, RunningTool) -> Void = { _, _ in }
  ) async throws -> Tool.Run {
    let simulator = services.simulator
    let run = try await Tool.run(
      arguments + services.options,
      in: scratch.url,
      environment: [
        "APPLE_MUSIC_DEVELOPER_TOKEN": simulator.developerToken,
        "SPOTIFY_CLIENT_ID": simulator.spotifyClientID,
        "XDG_STATE_HOME": scratch.path("state"), "BROWSER": scratch.path("browser"),
      ],
      onLine: onLine
    )
    let kept = (try? String(contentsOfFile: tokens, encoding: .utf8)) ?? ""
    for match in kept.matches(of: /oken":"([^"]+)"/) {
      #expect(!(run.output + run.errors).contains(match.1), "a token is shown")
    }
    return run
  }

  @Test(
    "signs in, plays whole tracks between others' in order and to their end, and signs out",
    .enabled("curl is not there") { FileManager.default.isExecutableFile(atPath: "/usr/bin/curl") }
  )
  func whole() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let login = try await run(["login", "spotify"], services)
      #expect(login.status == 0, "\(login.errors)")
      let mode = try FileManager.default.attributesOfItem(atPath: tokens)[.posixPermissions]
      #expect(mode as? Int == 0o600)

      simulator.changeSpotify { settings in
        settings.trackLength = .seconds(3)
        settings.end = .stuck
        settings.autoplays = true
      }
      let id = try #require(simulator.spotifyLandmarks.completeTrack)
      let song = try #require(try await services.songs(1).first)
      let play = try await run(
        ["play", "--json", "--output", "null", "--clip", "2:0-1"]
          + ["a.wav", "spotify:\(id)", "apple:\(song.id)"],
        services
      )
      #expect(play.status == 0, "\(play.errors)")
      let tracks = try play.events("track")
      #expect(tracks.map(\.playerType) == ["url", "spotifyConnect", "appleMusicPreview"])
      #expect(tracks.dropFirst().allSatisfy { $0.reason == "auto" })
      #expect(try play.events("error").isEmpty)
      #expect(try play.events("ended").map(\.reason) == ["finished"])
      let whole = try #require(tracks.dropFirst().first?.t)
      let next = try #require(tracks.last?.t)
      #expect(next - whole > 3 && next - whole < 8, "the track was heard for \(next - whole) s")

      // The device does not play on after the program ends.
      simulator.changeSpotify { $0.trackLength = .seconds(100) }
      let left = try await run(
        ["play", "--json", "--output", "null", "spotify:\(id)"],
        services
      ) { line, tool in if line.contains(#""state":"play""#) { tool.signal(SIGINT) } }
      #expect(left.status == 130, "\(left.errors)")
      let commands = simulator.requests.filter { $0.service == "spotify" && $0.method == "PUT" }
      #expect(commands.last?.path.hasSuffix("/pause") == true)

      let logout = try await run(["logout", "spotify"], services)
      #expect(logout.status == 0 && !isSignedIn)
      #expect(try await run(["logout", "spotify"], services).status == 0)
    }
  }

  @Test("is not signed in if the user refuses, or if no browser opens")
  func refused() async throws {
    try await SimulatedServices.with { services in
      services.simulator.changeSpotify { $0.consents = false }
      let refused = try await run(["login", "spotify"], services)
      #expect(refused.status == 1 && !isSignedIn)
      try FileManager.default.removeItem(atPath: scratch.path("browser"))
      let alone = try await run(["login", "spotify"], services)
      #expect(alone.status == 1 && alone.errors.contains("--show-urls"))
      #expect(!alone.errors.contains("state="))
    }
  }

  @Test("can't sign in to a service without users")
  func unknown() async throws {
    let run = try await Tool.run(["login", "deezer"], in: scratch.url)
    #expect(run.status == 2)
    #expect(run.errors.contains("spotify"))
  }
}
