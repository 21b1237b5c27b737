import PlayerKit
import PlayerKitServices

extension JellyfinService: UserListSource {
  /// Whether a server is set.
  public var offersUserLists: Bool { client.server != nil }
  /// Playlists, with the favorite songs first, and favorite albums.
  public var userListKinds: [MusicLink.Kind] { [.playlist, .album] }

  /// Returns the playlists that the user can see, or the user's favorite albums. A page has up to
  /// 500.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    switch kind {
    case .playlist:
      return try await page(Jellyfin.ItemQuery(.playlist), limit) { list($0, .playlist) }
        .prepending([UserList(.favorites, of: .jellyfin)])
    case .album:
      let query = Jellyfin.ItemQuery(.album, isFavorite: true)
      return try await page(query, limit) { list($0, .album) }
    default: throw CatalogError.notSearchable(kind, at: .jellyfin)
    }
  }

  /// Returns the songs of a list. Playlists and albums are one page of up to 10,000 songs, and a
  /// page of favorites has up to 500.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    switch link.kind {
    case .libraryPage where link.collection == .favorites:
      return try await page(Jellyfin.ItemQuery(.song, isFavorite: true), limit) { track($0) }
    case .playlist:
      // A playlist may contain videos.
      let songs = try await client.songs(ofPlaylist: link.id).filter { $0.kind == .song }
      return ListPage(songs.map(track))
    case .album: return ListPage(try await client.songs(ofAlbum: link.id).map(track))
    default: throw CatalogError.nothingInside(link.kind, at: .jellyfin)
    }
  }

  private func page<Element: Sendable>(
    _ query: Jellyfin.ItemQuery,
    _ limit: Int,
    offset: Int = 0,
    _ convert: @escaping @Sendable (Jellyfin.Item) -> Element
  ) async throws -> ListPage<Element> {
    let limit = min(max(limit, 1), JellyfinClient.largestPage)
    let items = try await client.items(query, limit: limit, offset: offset).items
    let count = items.count + items.unreadable.count
    let following: @Sendable () async throws -> ListPage<Element>? = {
      try await page(query, limit, offset: offset + count, convert)
    }
    return ListPage(
      items.map(convert),
      unreadableCount: items.unreadable.count,
      following: count < limit ? nil : following
    )
  }

  private func track(_ song: Jellyfin.Item) -> any Track {
    JellyfinTrack(song, server: client.server?.id)
  }

  private func list(_ item: Jellyfin.Item, _ kind: MusicLink.Kind) -> UserList {
    UserList(
      MusicLink(service: .jellyfin, kind: kind, id: item.id),
      title: item.name,
      artist: item.albumArtist ?? item.albumArtists?.compactMap(\.name).joinedNames,
      count: item.childCount,
      artwork: Artwork(jellyfin: item, server: client.server?.id)
    )
  }
}
