import Foundation
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitSpotify
import TestSupport
import Testing

/// The client's reads and writes at the simulator, endpoint by endpoint.
@Suite("Spotify's client and the simulator", .tags(.local), .timeLimit(.minutes(5)))
struct SpotifyRoundTripTests {
  /// A part of the service, as its own test and for the table of routes.
  struct Story: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let run: @Sendable (SpotifyClient, ServiceSimulator) async throws -> Void
  }

  static let stories = [
    Story(testDescription: "the catalog", run: catalog),
    Story(testDescription: "podcasts", run: podcasts),
    Story(testDescription: "the user and the library", run: library),
    Story(testDescription: "playlists", run: playlists),
    Story(testDescription: "the older paths of playlists", run: olderPlaylists),
    Story(testDescription: "the player", run: player),
  ]

  private static func with(_ story: Story) async throws -> Set<Endpoint> {
    let simulator = try await ServiceSimulator.start()
    var coverage = EndpointCoverage(.spotify, of: simulator)
    do {
      let token = simulator.makeSpotifyUserTokens().accessToken
      let client = SpotifyClient(
        tokens: FixedSpotifyToken(token: token),
        market: "US",
        configuration: .init(
          baseURL: simulator.spotify,
          transport: NetworkTransport()
        )
      )
      try await story.run(client, simulator)
      coverage.record(story.testDescription)
      await simulator.stop()
      return Set(coverage.missed)
    } catch {
      await simulator.stop()
      throw error
    }
  }

  @Test("Each endpoint of the simulator is called by the client, and answers it")
  func allRoutes() async throws {
    var missed: Set<Endpoint>?
    for story in Self.stories {
      do {
        let missedByIt = try await Self.with(story)
        missed = missed?.intersection(missedByIt) ?? missedByIt
      } catch {
        Issue.record(error, "\(story.testDescription)")
      }
    }
    #expect(missed?.map(\.description) == [])
  }

  @Sendable
  private static func catalog(_ client: SpotifyClient, _ simulator: ServiceSimulator) async throws {
    let marks = simulator.spotifyLandmarks
    let found = try await client.search("lighthouse", for: [.track, .album, .artist, .playlist])
    let tracks = try #require(found.tracks?.members.compactMap(\.id).prefix(3))
    let track = try await client.track(tracks[0])
    #expect(track.id == tracks[0])
    #expect(try await client.tracks(Array(tracks)).members.count == tracks.count)
    let long = try #require(marks.longAlbum)
    let album = try await client.album(long)
    #expect(try await client.albums([long, track.album?.id ?? ""]).members.count == 2)
    var count = 0
    for try await _ in try await client.tracks(ofAlbum: long, limit: 50).all { count += 1 }
    #expect(count == album.totalTracks)
    let artist = try await client.artist(marks.prolificArtist)
    #expect(
      try await client.artists([marks.prolificArtist, marks.prolificArtist]).members.count == 2
    )
    let related = try await client.relatedArtists(to: marks.prolificArtist)
    let ids = [marks.prolificArtist] + related.compactMap(\.id).prefix(1)
    #expect(try await client.artists(ids).members.first?.name == artist.name)
    #expect(try await client.topTracks(ofArtist: marks.prolificArtist).isEmpty == false)
    #expect(try await client.albums(ofArtist: marks.prolificArtist, limit: 50).count == 50)
    let wished = try await client.recommendations(artists: [marks.prolificArtist], limit: 7)
    #expect(wished.tracks?.count == 7)
    let request = CatalogRequest("/v1/artists/\(marks.prolificArtist)")
    let raw: JSONValue = try await client.value(of: request)
    #expect(raw["name"]?.string == artist.name)
  }

  @Sendable
  private static func podcasts(_ client: SpotifyClient, _ simulator: ServiceSimulator) async throws
  {
    let found = try await client.search(
      "night desk",
      for: [.show, .episode, .audiobook],
      limit: 10
    )
    let show = try #require(found.shows?.members.first)
    #expect(show.name == "Night Desk")
    #expect(found.episodes?.first?.show?.name == "Night Desk")
    #expect(found.audiobooks?.isEmpty == true)
    let id = try #require(show.id)
    #expect(try await client.show(id).episodes?.count == show.totalEpisodes)
    let episodes = try await client.episodes(ofShow: id, limit: 7)
    #expect(try await episodes.nextBatch()?.count == 7)
    let episode = try #require(episodes.first?.uri)
    #expect(try await client.episode(episodes[0].id ?? "").name == episodes[0].name)
    try await client.save([episode, "spotify:show:\(id)"])
    #expect(try await client.mySavedShows().compactMap(\.item?.name) == ["Night Desk"])
    #expect(try await client.mySavedEpisodes().compactMap(\.item?.uri) == [episode])
  }

  @Sendable
  private static func library(_ client: SpotifyClient, _ simulator: ServiceSimulator) async throws {
    #expect(try await client.me().displayName == "Mira")
    let track = "spotify:track:\(try #require(simulator.spotifyLandmarks.completeTrack))"
    let artist = "spotify:artist:\(simulator.spotifyLandmarks.prolificArtist)"
    try await client.remove([track, artist])
    #expect(try await client.contains([track, artist]) == [track: false, artist: false])
    try await client.save([track, artist])
    #expect(try await client.contains([track, artist]) == [track: true, artist: true])
    #expect(try await client.mySavedTracks(limit: 1).first?.item?.uri == track)
    #expect(try await client.mySavedAlbums().first?.item?.name != nil)
    let followed = try await client.myFollowedArtists(limit: 1)
    #expect(followed.map(\.uri) == [artist])
    let others = try await client.relatedArtists(to: simulator.spotifyLandmarks.prolificArtist)
    try await client.save(others.prefix(4).compactMap(\.uri))
    var names: [String?] = []
    for try await one in try await client.myFollowedArtists(limit: 2).all { names.append(one.name) }
    #expect(names.count == min(others.count, 4) + 1)
    let month = try await client.myTopTracks(over: .month, limit: 50)
    let year = try await client.myTopTracks(over: .year, limit: 50)
    #expect(month.count == 40)
    #expect(month.map(\.id) != year.map(\.id))
    #expect(try await client.myTopArtists(limit: 3).count == 3)
  }

  @Sendable
  private static func playlists(_ client: SpotifyClient, _ simulator: ServiceSimulator) async throws
  {
    let uris = try await client.search("a", for: [.track], limit: 5).tracks?.compactMap(\.uri) ?? []
    try #require(uris.count == 5)
    let made = try await client.createPlaylist(named: "Trial", isPublic: false)
    let id = try #require(made.id)
    func items() async throws -> [String] {
      try await client.items(ofPlaylist: id).compactMap { $0.content?.uri }
    }
    try await client.addItems(Array(uris[..<3]), toPlaylist: id)
    #expect(try await items() == Array(uris[..<3]))
    let snapshot = try await client.moveItems(0..<1, to: 3, inPlaylist: id)
    #expect(try await items() == [uris[1], uris[2], uris[0]])
    #expect(try await client.playlist(id).snapshotID == snapshot.id)
    try await client.removeItems([uris[2]], fromPlaylist: id)
    #expect(try await items() == [uris[1], uris[0]])
    try await client.replaceItems(uris, ofPlaylist: id)
    #expect(try await items() == uris)
    try await client.changePlaylist(id, name: "Changed", text: "Tea & cake")
    let changed = try await client.playlist(id)
    #expect(changed.name == "Changed")
    #expect(changed.text == "Tea &amp; cake")
    #expect(try await client.myPlaylists(limit: 50).all.collected().contains { $0.id == id })
    let user = try #require(try await client.me().id)
    #expect(try await client.playlists(ofUser: user).isEmpty == false)
  }

  /// The calls of an app that does not know the newer paths.
  @Sendable
  private static func olderPlaylists(
    _ client: SpotifyClient,
    _ simulator: ServiceSimulator
  ) async throws {
    for capability in [Spotify.Capability.playlistItems, .ownPlaylistCreation] {
      client.capabilities.record(capability, .unavailable)
    }
    let uris = try await client.search("a", for: [.track], limit: 4).tracks?.compactMap(\.uri) ?? []
    let id = try #require(try await client.createPlaylist(named: "Older").id)
    try await client.addItems(uris, toPlaylist: id)
    try await client.removeItems([uris[0]], fromPlaylist: id)
    try await client.moveItems(0..<1, to: 2, inPlaylist: id)
    let items = try await client.items(ofPlaylist: id, limit: 100)
    #expect(items.compactMap { $0.content?.uri } == [uris[2], uris[1], uris[3]])
  }

  @Sendable
  private static func player(_ client: SpotifyClient, _ simulator: ServiceSimulator) async throws {
    let uris = try await client.search("a", for: [.track], limit: 3).tracks?.compactMap(\.uri) ?? []
    let device = try #require(try await client.devices().first?.id)
    #expect(try await client.playbackState() == nil)
    try await client.transfer(toDevice: device)
    try await client.play(uris)
    #expect(try await client.playbackState()?.item?.uri == uris[0])
    #expect(try await client.next() == .done)
    #expect(try await client.currentlyPlaying()?.item?.uri == uris[1])
    #expect(try await client.previous() == .done)
    try await client.addToQueue(uris[2])
    #expect(try await client.queue().next?.first?.uri == uris[2])
    try await client.seek(to: .seconds(40))
    try await client.setVolume(30)
    try await client.setRepeat(.context)
    try await client.setShuffle(true)
    #expect(try await client.pause() == .done)
    #expect(try await client.pause() != .done)
    let state = try #require(try await client.playbackState())
    #expect(state.device?.volumePercent == 30)
    #expect(state.repeatState == .context)
    #expect(state.isShuffled == true)
    #expect((state.progressMilliseconds ?? 0) >= 40_000)
    #expect(try await client.play() == .done)
    try await client.next()
    #expect(try await client.recentlyPlayed(limit: 5).first?.track?.uri == uris[0])
  }
}

extension AsyncSequence {
  fileprivate func collected() async throws -> [Element] {
    try await reduce(into: []) { $0.append($1) }
  }
}

/// Always provides one token, even after a refusal.
