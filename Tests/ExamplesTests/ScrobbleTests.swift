import Foundation
import PlayerKitServiceSimulator
import TestSupport
import Testing

@Suite(
  "A user of Last.fm and ListenBrainz at the command line",
  .tags(.local),
  .timeLimit(.minutes(2))
)
struct ScrobbleTests {
  private let scratch: Scratch

  init() throws {
    scratch = try Scratch()
  }

  private func run(_ arguments: [String], _ simulator: ServiceSimulator) async throws -> Tool.Run {
    let run = try await Tool.run(
      arguments + [
        "--api", "lastfm=\(simulator.lastFM)", "--api", "listenbrainz=\(simulator.listenBrainz)",
      ],
      in: scratch.url,
      environment: [
        "LASTFM_API_KEY": simulator.lastFMKey, "LASTFM_API_SECRET": simulator.lastFMSecret,
        "LISTENBRAINZ_TOKEN": simulator.listenBrainzToken,
        "XDG_STATE_HOME": scratch.path("state"),
      ]
    )
    for secret in [simulator.lastFMSecret, simulator.lastFMSessionKey, simulator.listenBrainzToken]
    {
      #expect(!(run.output + run.errors).contains(secret), "a secret is shown")
    }
    return run
  }

  private func mode(_ name: String) throws -> Int? {
    let attributes = try FileManager.default.attributesOfItem(atPath: scratch.path("state/" + name))
    return attributes[.posixPermissions] as? Int
  }

  @Test("signs in, scrobbles to the signed-in services only, and signs out")
  func whole() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      let none = try await run(
        ["play", "--scrobble", "--output", "null", Fixture.path("Tags/comments.flac")],
        simulator
      )
      #expect(none.status == 0 && none.errors.contains("No user is signed in for scrobbling."))
      for service in ["lastfm", "listenbrainz"] {
        let login = try await run(["login", "--show-urls", service], simulator)
        #expect(login.status == 0, "\(login.errors)")
        #expect(try mode("playerkit/\(service)-tokens.json") == 0o600)
      }
      let silent = ["play", "--json", "--output", "null", Fixture.path("Tags/comments.flac")]
      #expect(try await run(silent, simulator).events("scrobbled").isEmpty)
      #expect(simulator.toldListens(of: .listenBrainz) == 0)

      let play = try await run(silent + ["--scrobble"], simulator)
      #expect(play.status == 0, "\(play.errors)")
      let told = try play.events("scrobbled")
      // It is too short for Last.fm.
      #expect(told.map(\.service) == ["listenbrainz"])
      let counted = try #require(simulator.countedListens(of: .listenBrainz).first)
      #expect(told.first?.title == counted.title && told.first?.artist == counted.artist)
      #expect(simulator.countedListens(of: .lastFM).isEmpty)
      #expect(simulator.nowPlaying(at: .lastFM)?.title == counted.title)
      #expect(try mode("playerkit/scrobbles.sqlite") == 0o600)

      #expect(try await run(["logout", "listenbrainz"], simulator).status == 0)
      _ = try await run(silent + ["--scrobble"], simulator)
      #expect(simulator.toldListens(of: .listenBrainz) == 1)
    }
  }

  @Test("a user of Last.fm without the app's key gets a message")
  func keyless() async throws {
    try await SimulatedServices.with { services in
      _ = try await run(["login", "--show-urls", "lastfm"], services.simulator)
      let play = try await Tool.run(
        ["play", "--scrobble", "--output", "null", Fixture.path("Tags/comments.flac")],
        in: scratch.url,
        environment: ["XDG_STATE_HOME": scratch.path("state")]
      )
      #expect(play.status == 0)
      #expect(play.errors.contains("is signed in: LASTFM_API_KEY"), "\(play.errors)")
    }
  }

  @Test("the next run sends plays that could not be sent")
  func away() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      _ = try await run(["login", "listenbrainz"], simulator)
      simulator.add(Fault(status: 503, path: "/1/submit", times: 1_000), to: .listenBrainz)
      let play = [
        "play", "--json", "--scrobble", "--output", "null", Fixture.path("Tags/comments.flac"),
      ]
      let first = try await run(play, simulator)
      #expect(try first.events("scrobbled").isEmpty)
      #expect(first.errors.contains("listenbrainz can't be told now"))
      simulator.reset()
      let second = try await run(play, simulator)
      #expect(try second.events("scrobbled").count == 2)
      #expect(simulator.countedListens(of: .listenBrainz).count == 2)
    }
  }

  @Test("a sign-out keeps waiting plays of the account, or deletes them with --yes")
  func signOut() async throws {
    try await SimulatedServices.with { services in
      let simulator = services.simulator
      _ = try await run(["login", "listenbrainz"], simulator)
      let play = [
        "play", "--json", "--scrobble", "--output", "null", Fixture.path("Tags/comments.flac"),
      ]
      simulator.add(Fault(status: 503, path: "/1/submit", times: 1_000), to: .listenBrainz)
      _ = try await run(play, simulator)
      let kept = try await run(["logout", "listenbrainz"], simulator)
      #expect(kept.status == 0)
      #expect(kept.errors.contains("1 play waits for the next sign-in"), "\(kept.errors)")

      _ = try await run(["login", "listenbrainz"], simulator)
      let deleted = try await run(["logout", "--yes", "listenbrainz"], simulator)
      #expect(deleted.errors.contains("Deleted plays that waited: 1."), "\(deleted.errors)")
      simulator.reset()
      _ = try await run(["login", "listenbrainz"], simulator)
      #expect(try await run(play, simulator).events("scrobbled").count == 1)
      #expect(simulator.countedListens(of: .listenBrainz).count == 1)
      #expect(try await run(["logout", "--keep", "listenbrainz"], simulator).status == 0)
      #expect(try await run(["logout", "--keep", "--yes", "listenbrainz"], simulator).status == 2)
    }
  }

  @Test("the switches for podcasts and radio need --scrobble")
  func switches() async throws {
    for option in ["--scrobble-podcasts", "--scrobble-radio"] {
      let alone = try await Tool.run(["play", option, "a.flac"], in: scratch.url)
      #expect(alone.status == 2 && alone.errors.contains("need --scrobble"), "\(alone.errors)")
    }
  }
}
