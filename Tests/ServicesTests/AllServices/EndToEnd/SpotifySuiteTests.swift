import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

/// Properties of Spotify's catalog, checked through the client: of the simulator's invented one,
/// and of the real one if there are an app's credentials (`make explore WHAT=live`).
@Suite("Spotify's catalog", .tags(.local), .serialized, .timeLimit(.minutes(5)))
struct SpotifySuiteTests {
  private static let environment = ProcessInfo.processInfo.environment
  private static let credentials: (id: String, secret: String)? = {
    guard let id = environment["SPOTIFY_CLIENT_ID"], !id.isEmpty,
      let secret = environment["SPOTIFY_CLIENT_SECRET"], !secret.isEmpty
    else { return nil }
    return (id, secret)
  }()

  static var backends: [Backend] {
    Backend.allCases.filter { $0 == .simulator || (Backend.isLiveWanted && credentials != nil) }
  }

  @Test("is tested live only with credentials, and reports otherwise")
  func saysWhatIsSkipped() {
    let line =
      switch (Backend.isLiveWanted, Self.credentials) {
      case (false, _): "live: Spotify SKIPPED (not asked for: make explore WHAT=live)"
      case (true, nil): "live: Spotify SKIPPED (SPOTIFY_CLIENT_ID, SPOTIFY_CLIENT_SECRET not set)"
      case (true, _): "live: the suite asks the Spotify Web API"
      }
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
    let isAsked = Backend.isLiveWanted && Self.credentials != nil
    #expect(Self.backends == (isAsked ? [.simulator, .live] : [.simulator]))
  }

  private func with(
    _ backend: Backend,
    _ body: (SpotifyClient, ServiceSimulator?) async throws -> Void
  ) async throws {
    guard backend == .simulator else {
      let tokens = try OAuthSession(
        .spotify(
          clientID: Self.credentials?.id ?? "",
          clientSecret: Self.credentials?.secret ?? ""
        ),
        of: .app,
        transport: NetworkTransport()
      )
      return try await body(SpotifyClient(tokens: tokens, market: "US"), nil)
    }
    let simulator = try await ServiceSimulator.start()
    do {
      let tokens = try OAuthSession(
        .spotify(
          clientID: simulator.spotifyClientID,
          clientSecret: simulator.spotifyClientSecret,
          accounts: simulator.spotifyAccounts
        ),
        of: .app,
        transport: NetworkTransport()
      )
      let client = SpotifyClient(
        tokens: tokens,
        market: "US",
        configuration: .init(baseURL: simulator.spotify)
      )
      try await body(client, simulator)
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  private func someTrack(_ client: SpotifyClient) async throws -> Spotify.Track {
    let found = try await client.search(.init("lighthouse"), for: [.track], limit: 10)
    return try #require(found.tracks?.members.first { $0.externalIDs?.isrc != nil })
  }

  @Test("finds a track by a search, its id and its code", arguments: backends)
  func findsATrack(backend: Backend) async throws {
    try await with(backend) { client, _ in
      let found = try await someTrack(client)
      let id = try #require(found.id)
      let track = try await client.track(id)
      #expect(track.name == found.name)
      let code = try #require(track.externalIDs?.isrc)
      let same = try await client.search(.init(isrc: code), for: [.track], limit: 10)
      #expect(same.tracks?.members.contains { $0.externalIDs?.isrc == code } == true)
      #expect(track.recording?.isrc == code)
    }
  }

  @Test("pages through an album, whatever the app's class", arguments: backends)
  func pages(backend: Backend) async throws {
    try await with(backend) { client, simulator in
      for isReduced in simulator == nil ? [false] : [false, true] {
        simulator?.changeSpotify { $0.appClass = isReduced ? .development : .extended }
        let track = try await someTrack(client)
        let id = try #require(track.album?.id)
        let album = try await client.album(id)
        var names: [String] = []
        for try await track in try await client.tracks(ofAlbum: id, limit: 2).all {
          names.append(track.name ?? "")
        }
        #expect(names.count == album.totalTracks)
      }
    }
  }

  @Test(
    "looks up many ids even if the app can't use batches, and reports missing ones",
    arguments: backends
  )
  func looksUpMany(backend: Backend) async throws {
    try await with(backend) { client, simulator in
      simulator?.changeSpotify { $0.appClass = .development }
      let found = try await client.search(.init("lighthouse"), for: [.track], limit: 5)
      let ids = (found.tracks?.members ?? []).compactMap(\.id)
      try #require(!ids.isEmpty)
      let unknown = "0000000000000000000000"
      let lookup = try await client.tracks(ids + [unknown])
      #expect(lookup.members.compactMap(\.id) == ids)
      #expect(lookup.missing == [unknown])
    }
  }

  @Test("refuses calls that need a user with a distinguishable error", arguments: backends)
  func refuses(backend: Backend) async throws {
    try await with(backend) { client, _ in
      let error = await #expect(throws: CatalogError.self) { try await client.me() }
      #expect(error.map { [.unauthorized, .forbidden].contains($0.code) } == true)
      let gone = await #expect(throws: CatalogError.self) {
        try await client.track("0000000000000000000000")
      }
      #expect(gone.map { [.notFound, .badRequest].contains($0.code) } == true)
    }
  }
}
