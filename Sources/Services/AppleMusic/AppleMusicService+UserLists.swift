import PlayerKit
import PlayerKitITunes
import PlayerKitServices

extension AppleMusicService: UserListSource {
  /// Whether there is a developer token.
  public var offersUserLists: Bool { isConfigured }
  /// Playlists, with the songs of the library first, and the albums of the library.
  public var userListKinds: [MusicLink.Kind] { [.playlist, .album] }

  /// Returns the playlists or the albums of the user's library. A page has up to 100.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    let client = try userClient()
    let limit = min(max(limit, 1), RequestLimits.library)
    switch kind {
    case .playlist:
      let playlists = try await client.list(AppleMusic.LibraryPlaylists.self, limit: limit)
      return try await ListPage(playlists) { $0.map { UserList($0) } }
        .prepending([UserList(.songs, of: .appleMusic)])
    case .album:
      let albums = try await client.list(AppleMusic.LibraryAlbums.self, limit: limit)
      return try await ListPage(albums) { $0.map { UserList($0) } }
    default: throw CatalogError.notSearchable(kind, at: .appleMusic)
    }
  }

  /// Returns the songs of a list that are in the catalog: not the user's uploads, and no videos. A
  /// page has up to 100.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    let client = try userClient()
    let limit = min(max(limit, 1), RequestLimits.library)
    let items: AppleMusic.Collection<AppleMusic.Item>
    switch link.kind {
    case .libraryPage where link.collection == .songs:
      let songs = try await client.list(AppleMusic.LibrarySongs.self, limit: limit)
      return try await ListPage(songs) { $0.compactMap { AppleMusicTrack($0) } }
    case .libraryPlaylist:
      let kind = AppleMusic.LibraryPlaylists.self
      items = try await client.list(\.tracks, of: kind, id: link.id, limit: limit)
    case .libraryAlbum:
      let kind = AppleMusic.LibraryAlbums.self
      items = try await client.list(\.tracks, of: kind, id: link.id, limit: limit)
    default: throw CatalogError.nothingInside(link.kind, at: .appleMusic)
    }
    return try await ListPage(items) { $0.compactMap(Self.track) }
  }

  private static func track(_ item: AppleMusic.Item) -> AppleMusicTrack? {
    switch item {
    case .song(let song): AppleMusicTrack(song)
    case .librarySong(let song): AppleMusicTrack(song)
    default: nil
    }
  }

  /// Returns the client, if a user is signed in.
  func userClient() throws(CatalogError) -> AppleMusicClient {
    let client = try asked()
    guard hasUser else {
      throw CatalogError.appleMusic(
        .missingCredential,
        "No user is signed in to Apple Music. Sign in by the app, or by “playerkit login apple”."
      )
    }
    return client
  }
}

extension AppleMusicTrack {
  /// Creates a track of a song in a user's library. `nil` if the catalog does not have it.
  public init?(_ song: AppleMusic.LibrarySong) {
    guard let id = song.playParams?.catalogId, id.isASCIIDigits else { return nil }
    self.init(id: id, metadata: TrackMetadata(song))
  }
}

extension UserList {
  /// Makes a list of a playlist in a user's library.
  init(_ playlist: AppleMusic.LibraryPlaylist) {
    self.init(
      MusicLink(service: .appleMusic, kind: .libraryPlaylist, id: playlist.id),
      title: playlist.name,
      artist: playlist.curatorName,
      count: playlist.trackCount,
      artwork: playlist.artwork.flatMap { Artwork($0) }
    )
  }

  /// Makes a list of an album in a user's library.
  init(_ album: AppleMusic.LibraryAlbum) {
    self.init(
      MusicLink(service: .appleMusic, kind: .libraryAlbum, id: album.id),
      title: album.name,
      artist: album.artistName,
      count: album.trackCount,
      artwork: album.artwork.flatMap { Artwork($0) }
    )
  }
}
