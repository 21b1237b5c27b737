import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Capabilities of a Spotify app", .tags(.local))
struct SpotifyCapabilityTests {
  /// A service for apps in development mode.
  private static func development(_ line: String) -> HTTPTransportResponse {
    if line.contains("ids=") || line.contains("top-tracks") || line.contains("related-artists") {
      return .refusal(403)
    }
    if line.hasPrefix("GET tracks/404") { return .refusal(404, "Non existing id") }
    let id = line.split(separator: "/").last.map(String.init) ?? ""
    return .text(HTTPTransportResponse.track(id))
  }

  @Test("Tracks are requested by fifty if the app may, and missing ones are reported")
  func batch() async throws {
    let ids = (1...51).map { "t\($0)" }
    let bench = SpotifyBench(market: "GB") { line in
      guard let list = line.split(separator: "?").last, line.contains("ids=") else {
        return .text(HTTPTransportResponse.track("t51"))
      }
      let asked = list.dropFirst("ids=".count).prefix { $0 != "&" }.split(separator: ",")
      let members = asked.map { id in
        switch id {
        case "t2": "null"
        case "t3": "3"
        case "t4": #"{"id":"other","linked_from":{"id":"t4"}}"#
        default: HTTPTransportResponse.track(String(id))
        }
      }
      return .text(#"{"tracks":[\#(members.joined(separator: ","))]}"#)
    }
    let found = try await bench.client.tracks(ids + ["t1"])
    #expect(bench.asked.count == 2)
    #expect(bench.asked.last == "GET tracks/t51?market=GB")
    #expect(found["t1"]?.id == "t1")
    #expect(found["t4"]?.id == "other")
    #expect(found["t51"]?.id == "t51")
    #expect(found.missing == ["t2"])
    #expect(found.unreadable.keys.sorted() == ["t3"])
    #expect(found.members.count == 50)
    #expect(bench.client.capabilities[.trackBatch] == .available)
  }

  @Test("Without a batch endpoint each track is requested alone, and the endpoint never again")
  func singles() async throws {
    let bench = SpotifyBench { Self.development($0) }
    let found = try await bench.client.tracks(["a", "404", "b", "a"])
    #expect(found.members.map(\.id) == ["a", "b", "a"])
    #expect(found.missing == ["404"])
    #expect(bench.asked.filter { $0.contains("ids=") }.count == 1)
    // One of them twice, to see that the app has any access.
    #expect(bench.asked.count == 5)
    #expect(bench.client.capabilities[.trackBatch] == .unavailable)
    _ = try await bench.client.tracks(["c", "d"])
    #expect(bench.asked.count == 7)
    #expect(bench.client.capabilities[.albumBatch] == .unknown)
  }

  @Test("Only a few single requests run concurrently")
  func boundedSingles() async throws {
    let load = Locked((now: 0, most: 0))
    let bench = SpotifyBench { line in
      load.withLock { load in
        load.now += 1
        load.most = max(load.most, load.now)
      }
      await Task.yield()
      load.withLock { $0.now -= 1 }
      return Self.development(line)
    }
    _ = try await bench.client.tracks((1...30).map { "t\($0)" })
    #expect(load.withLock { $0.most } <= 4)
    #expect(bench.asked.count == 32)
  }

  @Test("A removed endpoint is unavailable, by 403 and by 404, and not requested again")
  func removed() async throws {
    for status in [403, 404] {
      let bench = SpotifyBench { line in
        line.contains("top-tracks") ? .refusal(status) : .text(#"{"id":"A"}"#)
      }
      for _ in 0..<2 {
        let error = await #expect(throws: CatalogError.self) {
          try await bench.client.topTracks(ofArtist: "A")
        }
        #expect(error?.code == .unavailable)
        #expect(error?.isRetryable == false)
      }
      #expect(bench.asked.filter { $0.contains("top-tracks") }.count == 1)
      #expect(bench.client.capabilities.present.unavailable == [.topTracks])
    }
  }

  @Test("An unknown artist is not found, and shows nothing about the app")
  func unknownArtist() async throws {
    let bench = SpotifyBench { _ in .refusal(404, "Non existing id") }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.relatedArtists(to: "A")
    }
    #expect(error?.code == .notFound)
    #expect(bench.asked == ["GET artists/A/related-artists", "GET artists/A"])
    #expect(bench.client.capabilities[.relatedArtists] == .unknown)
  }

  @Test("A missing permission or a blocked app shows nothing about the endpoint")
  func reasons() async throws {
    let blocked = "Your application is blocked from accessing the Web API since you do not have …"
    for (message, reason) in [
      ("Insufficient client scope", Spotify.Reason.insufficientScope), (blocked, .appBlocked),
    ] {
      let bench = SpotifyBench { _ in .refusal(403, message) }
      let error = await #expect(throws: CatalogError.self) {
        try await bench.client.recommendations(genres: ["pop"])
      }
      #expect(error?.code == .forbidden)
      #expect(error?.spotifyReason == reason)
      #expect(bench.client.capabilities[.recommendations] == .unknown)
    }
  }

  @Test("An app that is refused everything has not lost an endpoint")
  func refusedEverything() async throws {
    let bench = SpotifyBench { _ in .text("User not registered", status: .forbidden) }
    let client = bench.client
    let calls: [@Sendable () async throws -> Void] = [
      { _ = try await client.tracks(["1", "2"]) },
      { _ = try await client.topTracks(ofArtist: "A") },
      { _ = try await client.recommendations(genres: ["pop"]) },
      { _ = try await client.playlists(ofUser: "u") },
      { try await client.save(["spotify:track:1"]) },
      { _ = try await client.items(ofPlaylist: "P") },
    ]
    for call in calls {
      let error = await #expect(throws: CatalogError.self) { try await call() }
      #expect(error?.code == .forbidden)
    }
    #expect(client.capabilities.present == Spotify.Capabilities())
  }

  @Test("Other users' playlists are unavailable if their profiles are, too")
  func otherUsers() async throws {
    let bench = SpotifyBench { $0.contains("users/") ? .refusal(403) : .text("{}") }
    for _ in 0..<2 {
      let error = await #expect(throws: CatalogError.self) {
        try await bench.client.playlists(ofUser: "u")
      }
      #expect(error?.code == .unavailable)
    }
    #expect(
      bench.asked == [
        "GET users/u/playlists", "GET users/u", "GET search?q=a&type=track&limit=1",
      ]
    )
    let unknown = SpotifyBench { _ in .refusal(404, "Not found.") }
    let error = await #expect(throws: CatalogError.self) {
      try await unknown.client.playlists(ofUser: "u")
    }
    #expect(error?.code == .notFound)
  }

  @Test("An endpoint that worked once and refuses later was not removed")
  func servedOnce() async throws {
    let bench = SpotifyBench(script: [.text(#"{"tracks":[],"seeds":[]}"#), .refusal(403)])
    _ = try await bench.client.recommendations(genres: ["pop"])
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.recommendations(genres: ["pop"])
    }
    #expect(error?.code == .forbidden)
    #expect(bench.client.capabilities[.recommendations] == .available)
  }

  @Test("A search limit that the app may not use becomes ten, also for later calls")
  func searchLimit() async throws {
    let bench = SpotifyBench { line in
      line.contains("limit=10") ? .text("{}") : .refusal(400, "Invalid limit")
    }
    _ = try await bench.client.search("x", for: [.track], limit: 50)
    _ = try await bench.client.search("y", for: [.track], limit: 20)
    #expect(
      bench.asked == [
        "GET search?q=x&type=track&limit=50", "GET search?q=x&type=track&limit=10",
        "GET search?q=y&type=track&limit=10",
      ]
    )
    #expect(bench.client.capabilities[.largeSearchPages] == .unavailable)
  }

  @Test("A search that is refused for another reason reports that reason")
  func badSearch() async throws {
    let bench = SpotifyBench { _ in .refusal(400, "Bad search type") }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.search("x", for: [.init(rawValue: "moon")], limit: 50)
    }
    #expect(error?.code == .badRequest)
    #expect(bench.client.capabilities[.largeSearchPages] == .unknown)
  }

  @Test("Each reader gets the current value first, then changes, until the object ends")
  func updates() async throws {
    var capabilities: SpotifyCapabilities? = SpotifyCapabilities()
    var reader = try #require(capabilities?.updates.makeAsyncIterator())
    #expect(await reader.next()?[.topTracks] == .unknown)
    capabilities?.record(.topTracks, .unavailable)
    #expect(await reader.next()?[.topTracks] == .unavailable)
    capabilities?.record(.topTracks, .unavailable)
    capabilities?.forget()
    #expect(await reader.next()?.unavailable == [])
    capabilities = nil
    #expect(await reader.next() == nil)
  }
}
