import Foundation
import HTTPTypes
import PlayerKit
import PlayerKitAppleMusic
import PlayerKitJellyfin
import PlayerKitServiceSimulator
import PlayerKitServices
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSubsonic
import PlayerKitTesting
import PlayerKitYouTube
import TestSupport
import Testing

@Suite("The lists of services' users at the simulator", .tags(.local), .timeLimit(.minutes(5)))
struct SimulatedUserListsTests {
  private static func with(_ body: (ServiceSimulator) async throws -> Void) async throws {
    let simulator = try await ServiceSimulator.start()
    do {
      try await body(simulator)
    } catch {
      await simulator.stop()
      throw error
    }
    await simulator.stop()
  }

  /// Reads all lists and the first of their tracks, in pages of two sizes.
  private func check(_ source: any UserListSource, first: UserList.Collection?) async throws {
    #expect(source.offersUserLists)
    for kind in source.userListKinds {
      let lists = try await source.userLists(of: kind, limit: 50).all.collected()
      let inSmallPages = try await source.userLists(of: kind, limit: 3).all.collected()
      #expect(!lists.isEmpty && inSmallPages == lists, "\(kind)")
      #expect(Set(lists.map(\.link)).count == lists.count, "\(kind)")
      #expect(lists.allSatisfy { !($0.title ?? "").isEmpty }, "\(kind)")
      #expect(lists.first?.collection == (kind == .playlist ? first : nil), "\(kind)")
      var count = 0
      for list in lists.prefix(4) {
        let tracks = try await source.tracks(ofUserList: list.link, limit: 50).all.collected()
        let same = try await source.tracks(ofUserList: list.link, limit: 7).all.collected()
        #expect(tracks.map(\.id) == same.map(\.id), "\(list)")
        #expect(tracks.allSatisfy { $0.metadata.title != nil && !$0.playerTypes.isEmpty })
        count += tracks.count
      }
      #expect(count > 0, "\(kind)")
    }
    let artist = MusicLink(service: .spotify, kind: .artist, id: "1")
    await #expect(throws: CatalogError.self) {
      _ = try await source.tracks(ofUserList: artist, limit: 1)
    }
    await #expect(throws: CatalogError.self) { _ = try await source.userLists(of: .song, limit: 1) }
  }

  @Test("Apple Music lists the songs, playlists and albums of the library")
  func appleMusic() async throws {
    try await Self.with { simulator in
      let service = AppleMusicService(
        ServiceSetup(bases: ["apple": simulator.appleMusic, "itunes": simulator.itunes]),
        developerToken: simulator.developerToken,
        userToken: simulator.musicUserToken
      )
      try await check(service, first: .songs)
      let songs = MusicLink(service: .appleMusic, kind: .libraryPage, id: "songs")
      let tracks = try await service.tracks(ofUserList: songs, limit: 100).all.collected()
      let library = try #require(service.client)
      let all = try await library.list(AppleMusic.LibrarySongs.self, limit: 100).all.collected()
      // An upload is not in the catalog, so it can't be played.
      let known = all.compactMap { $0.playParams?.catalogId }
      #expect(tracks.map(\.id) == known && known.count < all.count)
    }
  }

  @Test("Spotify lists liked songs, playlists and saved albums of a user")
  func spotify() async throws {
    try await Self.with { simulator in
      let client = SpotifyClient(
        tokens: FixedSpotifyToken(token: simulator.makeSpotifyUserTokens().accessToken),
        configuration: .init(baseURL: simulator.spotify, transport: NetworkTransport())
      )
      let service = SpotifyService(client: nil, userClient: client)
      try await check(service, first: .songs)
      let albums = try await service.userLists(of: .album, limit: 1).members
      let album = try #require(albums.first)
      let tracks = try await service.tracks(ofUserList: album.link, limit: 1).all.collected()
      #expect(tracks.count == album.count)
      #expect(tracks.allSatisfy { $0.metadata.album == album.title })
    }
  }

  @Test("Jellyfin lists favorites and playlists")
  func jellyfin() async throws {
    try await JellyfinBench.with { bench in
      let client = try bench.client()
      for kind in [Jellyfin.ItemKind.song, .album] {
        for item in try await client.items(Jellyfin.ItemQuery(kind), limit: 4).items {
          try await client.setFavorite(true, item.id)
        }
      }
      try await check(JellyfinService(client: client, isSignedIn: true), first: .favorites)
    }
  }

  @Test("YouTube lists the channels and playlists that the user names")
  func youTube() async throws {
    try await Self.with { simulator in
      let channel = try #require(simulator.youTubeChannel)
      let list = try #require(simulator.youTubePlaylist)
      let missing = "PL" + String(repeating: "9", count: 32)
      let service = YouTubeService(
        ServiceSetup(bases: ["youtube": simulator.youTube]),
        key: simulator.youTubeKey,
        lists: [channel.handle, "https://www.youtube.com/playlist?list=\(list.id)", missing]
      )
      let lists = try await service.userLists(of: .playlist, limit: 50)
      let playlists = try await service.client.playlists(ofChannel: channel.id).members
      let uploads = try #require(try await service.client.channel(channel.id).uploads)
      // The missing one does not hide the others.
      #expect(lists.members.map(\.link.id) == [uploads] + playlists.map(\.id) + [list.id])
      #expect(!lists.hasNextBatch && lists.members.allSatisfy { $0.title != nil })
      let playable = try await service.client.videos(list.videos).filter { !$0.isUpcoming }
      let link = try #require(lists.members.last?.link)
      let tracks = try await service.tracks(ofUserList: link, limit: 7).all.collected()
      #expect(tracks.map(\.id) == playable.map(\.id))
    }
  }
}

@Suite("The lists of services' users", .tags(.pure), .timeLimit(.minutes(1)))
struct UserListsTests {
  @Test("without a user, a service reports what to do")
  func noUser() async throws {
    let apple = AppleMusicService(ServiceSetup(), developerToken: "a.b.c")
    let spotify = SpotifyService(
      ServiceSetup(),
      clientID: "id",
      tokenFile: URL(filePath: "/nowhere/spotify.json")
    )
    let youTube = YouTubeService(ServiceSetup(), key: "key")
    let sources: [(any UserListSource, String)] = [
      (apple, "login apple"), (spotify, "login spotify"), (youTube, "Name your channel"),
    ]
    for (source, advice) in sources {
      #expect(source.offersUserLists)
      let error = await #expect(throws: CatalogError.self) {
        _ = try await source.userLists(of: .playlist, limit: 1)
      }
      #expect(error?.code == .missingCredential)
      #expect(error?.message.contains(advice) == true)
    }
  }

  @Test("a service that is not set up offers no lists")
  func notSetUp() {
    let setup = ServiceSetup()
    let services = MusicServices([
      AppleMusicService(setup), SpotifyService(setup), YouTubeService(setup),
      SubsonicService(setup), JellyfinService(setup),
    ])
    #expect(services.userListSources.isEmpty)
  }

  @Test("an older sign-in to Spotify, which may not read the library, has to be renewed")
  func missingScope() async throws {
    let bench = SpotifyBench { _ in .refusal(403, "Insufficient client scope") }
    let service = SpotifyService(client: nil, userClient: bench.client)
    let songs = UserList(.songs, of: .spotify)
    #expect(
      await codeThrown { _ = try await service.tracks(ofUserList: songs.link, limit: 9) }
        == .signInRequired
    )
    #expect(
      await codeThrown { _ = try await service.userLists(of: .album, limit: 9) }
        == .signInRequired
    )
  }

  @Test(
    "a name of neither a channel nor a playlist is refused",
    arguments: ["x", "youtu.be/a", "WL"]
  )
  func wrongNames(name: String) async throws {
    let service = YouTubeService(
      ServiceSetup(),
      key: "key",
      lists: ["@handle", name]
    )
    #expect(
      await codeThrown { _ = try await service.userLists(of: .playlist, limit: 9) }
        == .invalidArgument
    )
  }

  @Test("Subsonic lists starred songs, playlists and starred albums")
  func subsonic() async throws {
    let list = #"{"id":"pl/1","name":"Mix","owner":"ann-17","songCount":2,"coverArt":"pl-1"}"#
    let video = #"{"id":"v-1","title":"Film","isVideo":true}"#
    let album = #"{"id":"al-1","name":"Second Example","artist":"The Example Band","songCount":9}"#
    let transport = SubsonicFixture.transport([
      "getPlaylists": SubsonicFixture.ok(#""playlists":{"playlist":[\#(list)]}"#),
      "getPlaylist": SubsonicFixture.ok(
        #""playlist":{"id":"pl/1","entry":[\#(SubsonicFixture.song("s-1")),\#(video)]}"#
      ),
      "getStarred2": SubsonicFixture.ok(
        #""starred2":{"album":[\#(album)],"song":[\#(SubsonicFixture.song("s-2"))]}"#
      ),
      "getAlbum": SubsonicFixture.ok(
        #""album":{"id":"al-1","song":[\#(SubsonicFixture.song("s-3"))]}"#
      ),
    ])
    let service = SubsonicService(client: try SubsonicFixture.client(transport))
    let playlists = try await service.userLists(of: .playlist, limit: 1).members
    #expect(playlists.map(\.title) == ["Favorites", "Mix"])
    #expect(playlists.map(\.collection) == [.favorites, nil])
    #expect(playlists.last?.count == 2 && playlists.last?.artist == "ann-17")
    #expect(playlists.last?.artwork != nil)
    let albums = try await service.userLists(of: .album, limit: 1).members
    #expect(albums.map(\.artist) == ["The Example Band"])
    var ids: [String] = []
    for list in playlists + albums {
      ids += try await service.tracks(ofUserList: list.link, limit: 1).members.map(\.id)
    }
    #expect(ids == ["s-2", "s-1", "s-3"])
  }

  @Test("a fake service has the playlists of a user, in pages")
  func fake() async throws {
    let titles = ["a", "b", "c", "d", "e"]
    let service = FakeService(playlists: titles.map { .init($0, tracks: ["1", "2", "3"]) })
    let first = try await service.userLists(of: .playlist, limit: 2)
    #expect(first.members.map(\.title) == ["a", "b"] && first.hasNextBatch)
    #expect(try await first.all.collected().map(\.title) == titles)
    let last = try await first.nextBatch()?.nextBatch()
    #expect(last?.members.map(\.title) == ["e"] && last?.hasNextBatch == false)
    #expect(try await last?.nextBatch() == nil)
    let link = try #require(last?.members.first?.link)
    let tracks = try await service.tracks(ofUserList: link, limit: 2).all.collected()
    #expect(tracks.map(\.id) == ["1", "2", "3"])
    #expect(await codeThrown { _ = try await service.userLists(of: .album, limit: 2) } != nil)
  }
}
