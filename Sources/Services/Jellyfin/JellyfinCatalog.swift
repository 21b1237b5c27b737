import PlayerKit
import PlayerKitServices

extension JellyfinClient: SearchableCatalog {
  /// Jellyfin.
  public var service: CatalogService { .jellyfin }
  /// Songs, albums, artists and playlists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist, .playlist] }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    let kinds: [MusicLink.Kind: Jellyfin.ItemKind] = [
      .song: .song, .album: .album, .artist: .artist, .playlist: .playlist,
    ]
    guard let kind = kinds[kind] else { throw CatalogError.notSearchable(kind, at: .jellyfin) }
    let query = Jellyfin.ItemQuery(kind, term: term)
    return try await page(query, limit: min(max(limit, 1), Self.largestPage), offset: 0)
  }

  /// Returns the songs of an album or a playlist, or the songs of an artist that the user plays
  /// most.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    guard [.album, .artist, .playlist].contains(link.kind) else {
      throw CatalogError.nothingInside(link.kind, at: .jellyfin)
    }
    let songs = try await songs(in: link.id, kind: link.kind, limit: max(limit, 1))
    return CatalogPage(songs.compactMap { CatalogEntry($0) })
  }

  /// Returns the number of songs that the user can see.
  public func songCount() async throws -> Int? {
    let query = Self.parameters([("userId", try await userID())])
    let counts: JSONValue = try await value(of: CatalogRequest("/Items/Counts", query: query))
    return counts["SongCount"]?.int
  }

  /// Returns the songs that an item stands for: the song itself, or the members.
  ///
  /// - Throws: `PlayerError` with the code `invalidItem` if the item is not played, or is empty.
  func songs(of item: Jellyfin.Item) async throws -> [Jellyfin.Item] {
    guard let kind = item.kind else {
      throw PlayerError(.invalidItem, "Items of this kind can't be played.")
    }
    let songs =
      kind == .song ? [item] : try await songs(in: item.id, kind: kind, limit: Self.songsOfArtist)
    guard !songs.isEmpty else { throw PlayerError(.invalidItem, "It contains no songs.") }
    return songs
  }

  /// The number of an artist's songs to play.
  private static let songsOfArtist = 50

  /// - Parameter limit: The maximum number of an artist's songs.
  private func songs(
    in id: String,
    kind: MusicLink.Kind,
    limit: Int
  ) async throws -> [Jellyfin.Item] {
    let members =
      switch kind {
      case .album: try await songs(ofAlbum: id)
      case .playlist: try await songs(ofPlaylist: id)
      default: try await songs(ofArtist: id, limit: limit)
      }
    // A playlist may contain videos.
    return members.filter { $0.kind == .song }
  }

  private func page(
    _ query: Jellyfin.ItemQuery,
    limit: Int,
    offset: Int
  ) async throws -> CatalogPage {
    let page = try await items(query, limit: limit, offset: offset)
    let unreadable = page.items.unreadable.count
    let isLast = page.items.count + unreadable < limit
    let entries = page.items.compactMap { CatalogEntry($0) }
    return CatalogPage(entries, unreadableCount: unreadable) {
      isLast ? nil : try await self.page(query, limit: limit, offset: offset + limit)
    }
  }
}

extension CatalogEntry {
  /// Creates an entry from a server's data of a song, an album, an artist or a playlist. `nil` for
  /// other kinds.
  public init?(_ item: Jellyfin.Item) {
    guard let kind = item.kind else { return nil }
    let link = MusicLink(service: .jellyfin, kind: kind, id: item.id)
    let text = JellyfinLinks.item(link)
    if kind == .song {
      self.init(link, item: text, metadata: TrackMetadata(item, server: nil))
    } else {
      self.init(link, item: text, title: item.name)
      artist = item.albumArtist ?? item.albumArtists?.compactMap(\.name).joinedNames
    }
  }
}
