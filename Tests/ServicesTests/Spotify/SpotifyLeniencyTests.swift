import Foundation
import HTTPTypes
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Spotify's odd answers", .tags(.pure))
struct SpotifyLeniencyTests {
  @Test("A malformed attribute affects neither the track nor its other attributes")
  func oddAttributes() async throws {
    let bench = SpotifyBench(
      script: [
        .text(
          #"""
          {"id":"T","name":7,"duration_ms":213000.7,"explicit":"true","popularity":"57",
          "available_markets":["GB",null,"US"],"external_urls":{"spotify":"u","x":null,"y":3},
          "artists":[null,{"id":"A","name":"N"}],"album":"gone","disc_number":[]}
          """#
        )
      ]
    )
    let track = try await bench.client.track("T")
    #expect(track.id == "T")
    #expect(track.name == "7")
    #expect(track.durationMilliseconds == 213_001)
    #expect(track.isExplicit == true)
    #expect(track.popularity == 57)
    #expect(track.availableMarkets == ["GB", "US"])
    #expect(track.externalURLs == ["spotify": "u"])
    #expect(track.artists?.compactMap(\.name) == ["N"])
    #expect(track.album == nil)
    #expect(track.discNumber == nil)
  }

  @Test("A search returns podcasts and audiobooks, and a malformed group affects no other")
  func searchGroups() async throws {
    let bench = SpotifyBench(
      script: [
        .text(
          #"""
          {"tracks":{"items":"none"},"albums":5,"shows":{"items":[{"id":"S","publisher":"P"}]},
          "episodes":{"items":[null,{"id":"E"}]},
          "audiobooks":{"items":[{"id":"B","narrators":[{"name":"N"}]}]}}
          """#
        )
      ]
    )
    let found = try await bench.client.search(
      "x",
      for: [.track, .album, .show, .episode, .audiobook]
    )
    #expect(bench.asked == ["GET search?q=x&type=track,album,show,episode,audiobook"])
    #expect(found.tracks?.isIncluded != true)
    #expect(found.albums == nil)
    #expect(found.shows?.map(\.publisher) == ["P"])
    #expect(found.episodes?.map(\.id) == ["E"])
    #expect(found.audiobooks?.members.first?.narrators?.compactMap(\.name) == ["N"])
  }

  @Test("Four empty pages in a row are an error, even if each has a new address")
  func emptyPages() async throws {
    let bench = SpotifyBench { line in
      let number = Int(line.split(separator: "=").last ?? "") ?? 0
      return .trackPage([], next: "http://127.0.0.1:8080/spotify/v1/me/tracks?offset=\(number + 1)")
    }
    let tracks = try await bench.client.mySavedTracks()
    let error = await #expect(throws: CatalogError.self) { try await tracks.all.collected() }
    #expect(error?.code == .malformedReply)
    #expect(bench.asked.count == 5)
  }

  @Test("A recording's code is found in any spelling, and an invalid one is refused")
  func codes() async throws {
    let bench = SpotifyBench(
      script: [
        .text(
          #"{"tracks":{"items":[{"id":"T","external_ids":{"isrc":"usxx12100001"}},{"id":"U"}]}}"#
        )
      ]
    )
    #expect(try await bench.client.tracks(isrc: "us-xx1-21-00001").map(\.id) == ["T"])
    #expect(bench.asked == ["GET search?q=isrc:USXX12100001&type=track"])
    let error = await #expect(throws: CatalogError.self) {
      try await bench.client.tracks(isrc: "x")
    }
    #expect(error?.code == .invalidArgument)
  }

  @Test("A playlist's page above the maximum is requested with the maximum")
  func playlistPages() async throws {
    let bench = SpotifyBench(script: [
      .text(HTTPTransportResponse.page([])), .text(HTTPTransportResponse.page([])),
    ])
    _ = try await bench.client.items(ofPlaylist: "P", limit: 100)
    #expect(
      bench.asked == ["GET playlists/P/items?additional_types=track,episode&limit=50"]
    )
    let old = SpotifyBench(script: [.refusal(403), .text(HTTPTransportResponse.page([]))])
    _ = try await old.client.items(ofPlaylist: "P", limit: 100)
    #expect(old.asked.last == "GET playlists/P/tracks?additional_types=track,episode&limit=100")
  }

  @Test("A 401 that asks for a user shows nothing about the app's token")
  func userWanted() async throws {
    let bench = SpotifyBench(
      tokens: TurningSpotifyTokens(["one", "two"]),
      script: [
        .refusal(401, "Valid user authentication required"), .trackPage([]),
        .refusal(401, "The access token expired"), .trackPage([]),
      ]
    )
    let error = await #expect(throws: CatalogError.self) { try await bench.client.me() }
    #expect(error?.code == .unauthorized)
    #expect(bench.tokens.refusals == 0)
    _ = try await bench.client.tracks(ofAlbum: "A")
    #expect(bench.asked.count == 2)
    _ = try await bench.client.mySavedTracks()
    #expect(bench.tokens.refusals == 1)
    #expect(bench.asked.count == 4)
  }
}
