import Foundation
import PlayerKit
import PlayerKitLastFM
import PlayerKitListenBrainz
import PlayerKitServiceSimulator
import PlayerKitServices
import TestSupport
import Testing

@Suite("Clients of the scrobbling services", .tags(.local))
struct ScrobbleClientTests {
  @Test("a user signs in to Last.fm on a page, and the session can write")
  func signIn() async throws {
    try await withBench { bench in
      var client = bench.lastFM()
      client.session = nil
      await #expect { try await client.setLoved(true, artist: "A", title: "B") } throws: {
        ($0 as? CatalogError)?.code == .missingCredential
      }
      let token = try await client.token()
      let page = try #require(client.authorizationURL(for: token))
      #expect(page.absoluteString.hasPrefix("https://www.last.fm/api/auth/?api_key="))
      let session = try await client.session(for: token)
      #expect(session.name == "example_user")
      #expect(!"\(session)".contains(session.key))
      client.session = session
      try await client.setLoved(true, artist: "Björk & Co", title: "Ümläut + 100 %")
      let track = "Björk & Co / Ümläut + 100 %"
      #expect(bench.simulator.feeling(of: track, at: .lastFM) == 1)
      try await client.setLoved(false, artist: "Björk & Co", title: "Ümläut + 100 %")
      #expect(bench.simulator.feeling(of: track, at: .lastFM) == nil)
      await #expect { try await client.session(for: token) } throws: {
        ($0 as? CatalogError)?.code == .invalidCredential
      }
    }
  }

  @Test("a batch of 50 is signed by the bytes of its names, and each play has its result")
  func batch() async throws {
    try await withBench { bench in
      let plays = (0..<60).map { number in
        Listen(
          artist: number == 11 ? "Unknown Artist" : "Artist \(number)",
          title: "Title",
          date: Date(timeIntervalSinceNow: Double(number - 100))
        )
      }
      let verdicts = try await bench.lastFM().scrobble(plays)
      #expect(verdicts.count == 50)
      #expect(verdicts[11] == .ignored(code: 1, message: ""))
      #expect(verdicts.count { $0 == .accepted } == 49)
      #expect(bench.simulator.countedListens(of: .lastFM).count == 49)
      let one = try await bench.lastFM().scrobble([plays[55]])
      #expect(one == [.accepted])
      #expect(try await bench.lastFM().scrobble([]) == [])
    }
  }

  @Test(
    "an impossible date does not trap",
    arguments: [1e300, -1e300, .infinity, .nan, 1e18]
  )
  func dates(seconds: Double) async throws {
    try await withBench { bench in
      let date = Date(timeIntervalSince1970: seconds)
      let play = Listen(artist: "A", title: "B", date: date)
      _ = try? await bench.lastFM().scrobble([play])
      let listen = Listen(artist: "A", title: "B", date: date)
      _ = try? await bench.listenBrainz().submit([listen])
    }
  }

  @Test("plays for which ListenBrainz would refuse a whole request are not sent")
  func clean() async throws {
    try await withBench { bench in
      let client = bench.listenBrainz()
      #expect(try await client.userName() == "example")
      var listen = Listen(artist: "A\0B", title: "Title", date: Date())
      listen.album = "  "
      listen.isrc = ""
      listen.musicBrainz = MusicBrainzIDs(
        recording: "no id",
        artists: ["", ScrobbleBench.recording]
      )
      listen.duration = .seconds(1 << 40)
      listen.trackNumber = -1
      try await client.submit([listen, listen])
      try await client.updateNowPlaying(listen)
      #expect(bench.simulator.countedListens(of: .listenBrainz).map(\.artist) == ["AB"])
      #expect(bench.simulator.nowPlaying(at: .listenBrainz)?.title == "Title")
      await #expect { try await bench.listenBrainz(token: "x").userName() } throws: {
        ($0 as? CatalogError)?.code == .unauthorized
      }
      await #expect { try await bench.listenBrainz(token: "x").submit([listen]) } throws: {
        ($0 as? CatalogError)?.code == .unauthorized
      }
      listen.title = " "
      await #expect { try await client.submit([listen]) } throws: {
        ($0 as? CatalogError)?.code == .badRequest
      }
    }
  }
}
