import Foundation
import TestSupport
import Testing

@testable import PlayerKitServiceSimulator

@Suite("Spotify over the wire", .tags(.local))
struct SpotifyWireTests {
  @Test("A search leads to an MP3 whose frames are known")
  func preview() async throws {
    try await withSimulator { simulator in
      let headers = ["Authorization": "Bearer \(simulator.makeSpotifyAppToken())"]
      let found = try await Client.send(
        "/v1/search?q=the&type=track&market=US&limit=50",
        at: simulator.spotify,
        headers: headers
      )
      let tracks = try #require(found.object?["tracks"] as? [String: Any])
      let items = try #require(tracks["items"] as? [[String: Any]])
      let urls = items.compactMap { ($0["preview_url"] as? String).flatMap { URL(string: $0) } }
      #expect(!urls.isEmpty && urls.count < items.count)
      let url = try #require(urls.first)
      let reply = try await Client.send("", at: url)
      #expect(reply.status == 200)
      #expect(reply.headers["content-type"] == "audio/mpeg")
      let piece = try #require(simulator.mp3PreviewPieces.first { $0.data == reply.body })
      #expect(simulator.previewFrames(at: url) == piece.frames)
      #expect(reply.body.range(of: Data("LAME".utf8)) != nil)
      let absent =
        simulator.media.absoluteString + "/mp3-preview/" + String(repeating: "0", count: 40)
      let missing = try await Client.send("", at: try #require(URL(string: absent)))
      #expect(missing.status == 404)
    }
  }

  @Test("The control endpoint changes the class of the app, throttles, and resets all")
  func control() async throws {
    try await withSimulator { simulator in
      func status(_ path: String) async throws -> WireReply {
        let headers = ["Authorization": "Bearer \(simulator.makeSpotifyAppToken())"]
        return try await Client.send(path, at: simulator.spotify, headers: headers)
      }
      func post(_ path: String) async throws -> Int {
        try await Client.send(path, at: simulator.control, method: "POST").status
      }
      #expect(try await status("/v1/tracks?ids=0000000000000000000000").status == 200)
      #expect(try await post("/app?class=development") == 204)
      #expect(try await status("/v1/tracks?ids=0000000000000000000000").status == 403)
      #expect(try await post("/spotify?premium=false&consent=false&lagMilliseconds=250") == 204)
      #expect(!simulator.spotifySettings.isPremium)
      #expect(simulator.spotifySettings.playbackLag == .milliseconds(250))
      #expect(try await post("/spotify?premium=maybe") == 400)
      #expect(try await post("/throttle?service=spotify&requests=1&retryAfter=7") == 204)
      let throttled = try await status("/v1/tracks?ids=0000000000000000000000")
      #expect(throttled.status == 429)
      #expect(throttled.headers["retry-after"] == "7")
      #expect(try await post("/fault?service=spotifyAccounts&status=503") == 204)
      #expect(try await Client.send("/authorize", at: simulator.spotifyAccounts).status == 503)
      #expect(try await post("/reset") == 204)
      #expect(simulator.spotifySettings == SpotifySettings())
      #expect(try await status("/v1/tracks?ids=0000000000000000000000").status == 200)
    }
  }

  @Test("Advancing the clock expires one access token, and a reset expires all")
  func tokens() async throws {
    try await withSimulator { simulator in
      let tokens = simulator.makeSpotifyUserTokens(scope: "user-read-private")
      func me() async throws -> Int {
        let headers = ["Authorization": "Bearer \(tokens.accessToken)"]
        return try await Client.send("/v1/me", at: simulator.spotify, headers: headers).status
      }
      let fresh = try await me()
      simulator.advance(by: .seconds(3601))
      let expired = try await me()
      simulator.reset()
      let forgotten = try await me()
      #expect(fresh == 200)
      #expect(expired == 401)
      #expect(forgotten == 401)
    }
  }
}
