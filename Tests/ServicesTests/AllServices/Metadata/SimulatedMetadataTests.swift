import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitDeezer
import PlayerKitITunes
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

/// Every way in which a service makes tracks, at the simulator.
@Suite("Tracks of a simulated service", .tags(.local), .timeLimit(.minutes(5)))
struct SimulatedMetadataTests {
  private static func with(
    _ body: (ServiceSimulator, ServiceSetup) async throws -> Void
  ) async throws {
    let simulator = try await ServiceSimulator.start()
    let setup = ServiceSetup(
      bases: [
        "apple": simulator.appleMusic, "itunes": simulator.itunes, "spotify": simulator.spotify,
        "spotify-accounts": simulator.spotifyAccounts, "deezer": simulator.deezer,
      ]
    )
    do {
      try await body(simulator, setup)
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  private static func spotify(
    _ simulator: ServiceSimulator,
    _ setup: ServiceSetup
  ) -> SpotifyService {
    SpotifyService(
      setup,
      clientID: simulator.spotifyClientID,
      clientSecret: simulator.spotifyClientSecret
    )
  }

  /// Checks each track's metadata, and that its cover can be fetched.
  private func check(
    _ tracks: [any Track],
    _ attribution: String,
    _ comment: Comment
  ) async throws {
    #expect(!tracks.isEmpty, comment)
    for track in tracks {
      let details = track.metadata.details
      #expect(track.metadata.album != nil, comment)
      #expect(details.attribution == attribution, comment)
      #expect(details.page != nil, comment)
      #expect(details.isExplicit != nil, comment)
      #expect(details.artwork != nil, comment)
    }
    let cover = try #require(tracks.first?.metadata.artwork?.url(atLeast: 250), comment)
    let picture = try await NetworkTransport().send(HTTPTransportRequest(cover))
    #expect(picture.response.headerFields[.contentType]?.hasPrefix("image/") == true, comment)
  }

  /// Searches for each kind, and opens the first results.
  private func checkAll(
    _ service: some PlayableService & SearchableService,
    _ attribution: String
  ) async throws {
    for kind in [MusicLink.Kind.song, .album, .artist, .playlist] {
      guard service.catalog.searchableKinds.contains(kind) else { continue }
      let found = try await service.catalog.search("lighthouse", for: kind, limit: 5)
      guard let entry = found.entries.first else {
        #expect(kind == .playlist || kind == .artist, "\(kind) of \(attribution)")
        continue
      }
      if kind == .song || kind == .album { #expect(entry.artworkURL != nil) }
      let tracks = try await service.tracks(of: entry.link)
      try await check(tracks, attribution, "\(kind) of \(attribution)")
      if kind == .song {
        #expect(tracks.first?.metadata.title == entry.title)
        #expect(tracks.first?.metadata.details.isExplicit == entry.isExplicit)
      }
    }
  }

  @Test("of Apple Music have metadata to show, whatever call returned them")
  func appleMusicKnow() async throws {
    try await Self.with { simulator, setup in
      let service = AppleMusicService(setup, developerToken: simulator.developerToken)
      try await checkAll(service, "Apple Music")
    }
  }

  @Test("of the iTunes Store have it, too")
  func itunesStoreLikewise() async throws {
    try await Self.with {
      try await checkAll(ITunesService($1), "Provided courtesy of iTunes")
    }
  }

  @Test("of Spotify have it, too, also for an album of several pages")
  func spotifyLikewiseAlbum() async throws {
    try await Self.with { try await checkAll(Self.spotify($0, $1), "Spotify") }
    let simulator = try await ServiceSimulator.start()
    let long = try #require(simulator.spotifyLandmarks.longAlbum)
    let service = Self.spotify(
      simulator,
      ServiceSetup(
        bases: [
          "spotify": simulator.spotify, "spotify-accounts": simulator.spotifyAccounts,
        ]
      )
    )
    do {
      let tracks = try await service.tracks(
        of: MusicLink(service: .spotify, kind: .album, id: long)
      )
      let album = try await service.client?.album(long)
      #expect(tracks.count == album?.totalTracks)
      #expect(tracks.count > 50)
      #expect(tracks.allSatisfy { $0.metadata.artwork != nil && $0.metadata.albumID == long })
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  @Test("of Spotify are found by their codes, in any spelling")
  func spotifyFoundTheir() async throws {
    try await Self.with { simulator, setup in
      let catalog = Self.spotify(simulator, setup).catalog
      let found = try await catalog.search("lighthouse", for: .song, limit: 5)
      let code = try #require(found.entries.first?.isrc)
      let songs = try await catalog.songs(
        isrc: "\(code.prefix(2))-\(code.dropFirst(2))".lowercased()
      )
      #expect(!songs.isEmpty && songs.allSatisfy { $0.isrc == code })
      #expect(try await catalog.songs(isrc: "none").isEmpty)
      // An endpoint that can't be used this way has none.
      #expect(try await DeezerService(setup).catalog.songs(isrc: code).isEmpty)
    }
  }

  @Test("of Deezer have it, too, without its signed addresses")
  func deezerLikewiseWithout() async throws {
    try await Self.with { _, setup in
      let service = DeezerService(setup)
      try await checkAll(service, "Deezer")
      let found = try await service.catalog.search("lighthouse", for: .song, limit: 5)
      for entry in found.entries {
        for track in try await service.tracks(of: entry.link) {
          let stored = try TrackRegistry().encode(try #require(track as? DeezerTrack))
          #expect(String(bytes: stored.data, encoding: .utf8)?.contains("hdnea") == false)
        }
      }
    }
  }
}
