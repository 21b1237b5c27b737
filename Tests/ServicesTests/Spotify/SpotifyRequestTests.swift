import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Requests to Spotify's catalog and library", .tags(.pure))
struct SpotifyRequestTests {
  @Test(
    "A search's fields are written in the service's syntax",
    arguments: [
      (Spotify.SearchQuery(" love  song "), "love song"),
      (
        Spotify.SearchQuery("love", artist: "The \"Example\" Band"),
        #"love artist:"The Example Band""#
      ),
      (Spotify.SearchQuery(album: "One", years: 1990...1999), "album:One year:1990-1999"),
      (Spotify.SearchQuery(track: "T", years: 2001...2001), "track:T year:2001"),
      (Spotify.SearchQuery(isrc: "USXX12100001"), "isrc:USXX12100001"),
      (
        Spotify.SearchQuery(genre: "hard rock", upc: "01", tag: "new"),
        #"genre:"hard rock" upc:01 tag:new"#
      ),
      (Spotify.SearchQuery("", artist: " "), ""),
    ]
  )
  func searchQuery(_ query: Spotify.SearchQuery, _ text: String) {
    #expect(query.text == text)
  }

  @Test("A query is encoded exactly")
  func encoding() async throws {
    let bench = SpotifyBench(script: [.text("{}")])
    _ = try await bench.client.search("rock & röll+1=2?", for: [.track, .album, .track])
    #expect(
      bench.transport.calls.first?.request.path
        == "/spotify/v1/search?q=rock%20%26%20r%C3%B6ll%2B1%3D2%3F&type=track,album"
    )
  }

  @Test("A recording's tracks are found by its code")
  func isrc() async throws {
    let codes = ["USXX12100001", "usxx12100001", "USXX12100002"]
    let members = codes.map { #"{"id":"\#($0)","external_ids":{"isrc":"\#($0)"}}"# }
    let bench = SpotifyBench(script: [.text(#"{"tracks":\#(HTTPTransportResponse.page(members))}"#)]
    )
    #expect(try await bench.client.tracks(isrc: codes[0]).map(\.id) == codes.dropLast())
    #expect(bench.asked == ["GET search?q=isrc:USXX12100001&type=track"])
  }

  @Test("An artist's albums are requested by groups, in the market")
  func artistAlbums() async throws {
    let bench = SpotifyBench(market: "GB", script: [.text(#"{"items":[{"id":"1"}]}"#)])
    let page = try await bench.client.albums(
      ofArtist: "A",
      groups: [.album, .appearsOn],
      limit: 10
    )
    #expect(page.map(\.id) == ["1"])
    #expect(
      bench.asked == ["GET artists/A/albums?include_groups=album,appears_on&market=GB&limit=10"]
    )
  }

  @Test("The library of all kinds is requested by forty, each item once")
  func library() async throws {
    let bench = SpotifyBench { _ in .empty(200) }
    let uris = (1...41).map { "spotify:track:\($0)" }
    try await bench.client.save(uris + ["spotify:track:1"])
    #expect(bench.asked.count == 2)
    #expect(bench.asked.last == "PUT me/library?uris=spotify:track:41")
    try await bench.client.remove(["spotify:album:1"])
    #expect(bench.asked.last == "DELETE me/library?uris=spotify:album:1")
    #expect(bench.client.capabilities[.libraryOfAllKinds] == .available)
  }

  @Test("Without it, each kind uses its older path")
  func olderLibrary() async throws {
    let bench = SpotifyBench { line in
      if line.contains("me/library") { return .refusal(404, "Not found.") }
      return line.contains("contains") ? .text("[true]") : .empty(200)
    }
    try await bench.client.save(["spotify:track:1", "spotify:artist:2", "spotify:track:3"])
    #expect(
      bench.asked.dropFirst() == [
        "PUT me/tracks?ids=1,3", "PUT me/following?type=artist&ids=2",
      ]
    )
    let found = try await bench.client.contains(["spotify:album:9", "spotify:track:1"])
    #expect(found == ["spotify:album:9": true, "spotify:track:1": true])
    #expect(
      bench.asked.suffix(2) == ["GET me/albums/contains?ids=9", "GET me/tracks/contains?ids=1"]
    )
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.save(["spotify:show:1"])
    }
    #expect(error?.code == .unavailable)
    #expect(bench.asked.count == 5)
  }

  @Test("If the user has not granted the permission, the other path is not tried")
  func libraryScope() async throws {
    let bench = SpotifyBench { _ in .refusal(403, "Insufficient client scope") }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.contains(["spotify:track:1"])
    }
    #expect(error?.spotifyReason == .insufficientScope)
    #expect(bench.asked.count == 1)
  }

  @Test("An answer with a different number of members is malformed")
  func flags() async throws {
    let bench = SpotifyBench(script: [.text("[true]")])
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.contains(["spotify:track:1", "spotify:track:2"])
    }
    #expect(error?.code == .malformedReply)
  }

  @Test("A playlist's items are read by the newer path, or else by the older one")
  func playlistItems() async throws {
    let bench = SpotifyBench(market: "GB") { line in
      line.contains("/items") ? .refusal(404, "Not found.") : .text(#"{"items":[{"track":null}]}"#)
    }
    for _ in 0..<2 { #expect(try await bench.client.items(ofPlaylist: "P", limit: 50).count == 1) }
    #expect(
      bench.asked == [
        "GET playlists/P/items?market=GB&additional_types=track,episode&limit=50",
        "GET playlists/P/tracks?market=GB&additional_types=track,episode&limit=50",
        "GET playlists/P/tracks?market=GB&additional_types=track,episode&limit=50",
      ]
    )
  }

  @Test("Another user's playlist is forbidden, and shows nothing about the path")
  func foreignPlaylist() async throws {
    let bench = SpotifyBench { _ in .refusal(403) }
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.items(ofPlaylist: "P")
    }
    #expect(error?.code == .forbidden)
    #expect(bench.client.capabilities[.playlistItems] == .unknown)
  }

  @Test("A playlist is created, and filled by hundreds in order")
  func makePlaylist() async throws {
    let bench = SpotifyBench { line in
      switch line {
      case "POST me/playlists": .refusal(404)
      case "GET me": .text(#"{"id":"some one"}"#)
      case "POST users/some one/playlists": .text(#"{"id":"P"}"#, status: .created)
      default: .text(#"{"snapshot_id":"\#(line.count)"}"#, status: .created)
      }
    }
    let playlist = try await bench.client.createPlaylist(named: "N", about: "T", isPublic: false)
    #expect(playlist.id == "P")
    #expect(bench.bodies[2] == .object(["name": "N", "description": "T", "public": false]))
    let uris = (0..<150).map { "spotify:track:\($0)" }
    let snapshot = try await bench.client.addItems(uris, toPlaylist: "P", at: 5)
    #expect(snapshot.id?.isEmpty == false)
    #expect(bench.asked.suffix(2) == ["POST playlists/P/items", "POST playlists/P/items"])
    let bodies = bench.bodies.suffix(2).compactMap { $0 }
    #expect(bodies.map { $0["uris"]?.array?.count } == [100, 50])
    #expect(bodies.map { $0["position"]?.int } == [5, 105])
    #expect(bench.field(.contentType).last == "application/json")
  }

  @Test("The history is requested by milliseconds")
  func history() async throws {
    let bench = SpotifyBench(script: [.text(#"{"items":[]}"#)])
    let date = Date(timeIntervalSince1970: 1_763_720_000.25)
    _ = try await bench.client.recentlyPlayed(limit: 50, after: date)
    #expect(bench.asked == ["GET me/player/recently-played?after=1763720000250&limit=50"])
  }

  @Test("The user's lists are requested at their paths")
  func lists() async throws {
    let bench = SpotifyBench(market: "GB") { _ in .text(#"{"items":[]}"#) }
    _ = try await bench.client.mySavedTracks(limit: 50)
    _ = try await bench.client.mySavedAlbums(offset: 20)
    _ = try await bench.client.myPlaylists()
    _ = try await bench.client.playlists(ofUser: "a/b")
    #expect(
      bench.asked == [
        "GET me/tracks?market=GB&limit=50", "GET me/albums?market=GB&offset=20", "GET me/playlists",
        "GET users/a/b/playlists",
      ]
    )
    #expect(bench.transport.calls.last?.request.path == "/spotify/v1/users/a%2Fb/playlists")
  }
}
