import Foundation
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitYouTube
import TestSupport
import Testing

/// The client's and the service's reads from the simulator.
@Suite("YouTube's client and the simulator", .tags(.local), .timeLimit(.minutes(5)))
struct YouTubeRoundTripTests {
  private static func with(
    _ body: (ServiceSimulator, YouTubeService) async throws -> Void
  ) async throws {
    let simulator = try await ServiceSimulator.start()
    let setup = ServiceSetup(bases: ["youtube": simulator.youTube])
    do {
      try await body(simulator, YouTubeService(setup, key: simulator.youTubeKey))
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  private static func link(_ kind: MusicLink.Kind, _ id: String) -> MusicLink {
    MusicLink(service: .youTube, kind: kind, id: id)
  }

  @Test("Each endpoint of the simulator is called by the client, and answers it")
  func allRoutes() async throws {
    try await Self.with { simulator, service in
      var coverage = EndpointCoverage(.youTube, of: simulator)
      let client = service.client
      let found = try await client.search("lighthouse", limit: 3)
      let second = try #require(try await found.nextBatch())
      let ids = (found.members + second.members).compactMap(\.id.videoId)
      #expect(Set(ids).count == ids.count && ids.count > 3)
      #expect(try await client.videos(ids).map(\.id) == ids)
      let list = try #require(simulator.youTubePlaylist?.id)
      let count = try await client.playlist(list).contentDetails?.itemCount
      #expect(try await client.items(ofPlaylist: list, limit: 7).all.collected().count == count)
      let channel = try #require(simulator.youTubeChannel)
      let known = try await client.channel(channel.handle)
      #expect(try await client.channel(channel.id) == known)
      #expect(try await !client.playlists(ofChannel: channel.id).members.isEmpty)
      coverage.record("the client")
      #expect(coverage.missed.map(\.description) == [])
    }
  }

  @Test("A search finds videos, playlists and channels, with what is needed to play them")
  func search() async throws {
    try await Self.with { simulator, service in
      for kind in [MusicLink.Kind.song, .playlist, .artist] {
        let term = kind == .song ? "lighthouse" : "paper"
        let page = try await service.catalog.search(term, for: kind, limit: 5)
        let entry = try #require(page.entries.first { $0.item != nil }, "\(kind)")
        #expect(entry.link.kind == kind)
        #expect(entry.title?.contains("&#39;") == false)
        #expect(entry.title != nil && entry.artworkURL != nil)
        #expect(
          MusicReference(entry.item ?? "", recognizers: LinkRecognizers([YouTubeLinks()]))
            == .link(entry.link)
        )
      }
      let songs = try await service.catalog.search("lighthouse", for: .song, limit: 5)
      #expect(songs.entries.contains { $0.duration != nil })
      #expect(songs.entries.allSatisfy { $0.artist != nil && $0.title != nil })
      #expect(try await songs.next()?.entries.isEmpty == false)
      let used = service.quota.usage
      #expect(used.searches == 4)
      // The second search for a term is answered from memory. The durations of a page's videos take
      // a request each time.
      #expect(used.units == 403)
      #expect(simulator.requests.count == 7)
    }
  }

  @Test("A playlist has its videos in order, without those that are deleted or private")
  func playlist() async throws {
    try await Self.with { simulator, service in
      let list = try #require(simulator.youTubePlaylist)
      let page = try await service.catalog.contents(of: Self.link(.playlist, list.id), limit: 50)
      #expect(page.entries.map(\.link.id) == Array(list.videos.prefix(page.entries.count)))
      let playable = try await service.client.videos(list.videos).filter { !$0.isUpcoming }
      let tracks = try await service.tracks(of: Self.link(.playlist, list.id))
      #expect(tracks.map(\.id) == playable.map(\.id))
      #expect(tracks.allSatisfy { $0.metadata.title != nil })
      #expect(tracks.allSatisfy { $0.playerTypes.first == .youTubePage })
      #expect(tracks.allSatisfy { $0.metadata.title != "Deleted video" })
    }
  }

  @Test("A channel has its uploads, by id and by handle")
  func channel() async throws {
    try await Self.with { simulator, service in
      let channel = try #require(simulator.youTubeChannel)
      let byID = try await service.tracks(of: Self.link(.artist, channel.id))
      let byHandle = try await service.tracks(of: Self.link(.artist, channel.handle))
      #expect(!byID.isEmpty && byID.map(\.id) == byHandle.map(\.id))
      let page = try await service.catalog.contents(of: Self.link(.artist, channel.id), limit: 50)
      #expect(page.entries.count <= 50)
      #expect(Set(byID.map(\.id)).isSubset(of: page.entries.map(\.link.id)))
    }
  }

  @Test("A video's state is known before it plays", arguments: YouTubeVideoState.allCases)
  func states(state: YouTubeVideoState) async throws {
    try await Self.with { simulator, service in
      let id = try #require(simulator.youTubeVideo(state))
      let link = Self.link(.song, id)
      switch state {
      case .deleted, .isPrivate:
        let error = await #expect(throws: CatalogError.self) { try await service.tracks(of: link) }
        #expect(error?.code == .notFound)
        return
      case .upcoming:
        let error = await #expect(throws: CatalogError.self) { try await service.tracks(of: link) }
        #expect(error?.code == .unavailable)
      case .usual, .embeddingDisabled, .regionBlocked, .live:
        #expect(try await service.tracks(of: link).map(\.id) == [id])
      }
      let video = try await service.client.video(id)
      #expect(video.isEmbeddable == (state != .embeddingDisabled))
      #expect(video.isBlocked(in: "de") == (state == .regionBlocked))
      #expect(!video.isBlocked(in: "us"))
      #expect(video.isLive == (state == .live))
      #expect(video.isUpcoming == (state == .upcoming))
      #expect((video.duration == nil) == (state == .live || state == .upcoming))
      let isPlayable = state != .embeddingDisabled && state != .upcoming
      #expect((CatalogEntry(video).item != nil) == isPlayable)
    }
  }

  @Test("The error for a refused key asks to check it, and does not show it")
  func refusedKey() async throws {
    try await Self.with { simulator, _ in
      let setup = ServiceSetup(bases: ["youtube": simulator.youTube])
      let error = await #expect(throws: CatalogError.self) {
        try await YouTubeService(setup, key: "wrong-key").catalog.search(
          "lighthouse",
          for: .song,
          limit: 5
        )
      }
      #expect(error?.code == .unauthorized)
      #expect(error?.youTubeReason == "API_KEY_INVALID")
      #expect(error?.message.contains("Check the key") == true)
      #expect(error.map { everythingShown(of: $0).contains("wrong-key") } == false)
    }
  }

  @Test("If the quota is used up, a search fails and a video still plays, without metadata")
  func quotaExceeded() async throws {
    try await Self.with { simulator, service in
      let id = try #require(simulator.youTubeVideo(.usual))
      simulator.throttle(.youTube, requests: 2)
      let error = await #expect(throws: CatalogError.self) {
        try await service.catalog.search("lighthouse", for: .song, limit: 5)
      }
      #expect(error?.code == .rateLimited && error?.isRetryable == false)
      #expect(error?.retryAfter.map { $0 > .zero && $0 <= .seconds(25 * 3_600) } == true)
      let tracks = try await service.tracks(of: Self.link(.song, id))
      #expect(tracks.map(\.id) == [id])
      #expect(tracks.first?.metadata == TrackMetadata())
      #expect(simulator.requests.count == 2)
    }
  }

  @Test("Without a key, a link to a video needs no request, and the others name the key")
  func withoutKey() async throws {
    try await Self.with { simulator, _ in
      let service = YouTubeService(ServiceSetup(bases: ["youtube": simulator.youTube]))
      #expect(!service.isConfigured)
      let tracks = try await service.tracks(of: Self.link(.song, "aB3_-xyZ09k"))
      #expect(tracks.count == 1)
      let error = await #expect(throws: CatalogError.self) {
        try await service.tracks(of: Self.link(.playlist, "PL0123456789"))
      }
      #expect(error?.code == .missingCredential)
      #expect(simulator.requests.isEmpty)
    }
  }

  @Test("Many videos are looked up in one request")
  func songs() async throws {
    try await Self.with { simulator, service in
      let states: [YouTubeVideoState] = [.usual, .live, .deleted]
      let links = try states.map {
        Self.link(.song, try #require(simulator.youTubeVideo($0)))
      }
      let songs = await service.songs(of: links)
      #expect(Set(songs.keys) == Set(links.prefix(2)))
      #expect(simulator.requests.count == 1)
    }
  }
}
