import PlayerKit
import PlayerKitServices

extension SubsonicClient: SearchableCatalog {
  /// Subsonic.
  public var service: CatalogService { .subsonic }
  /// Songs, albums and artists.
  public var searchableKinds: Set<MusicLink.Kind> { [.song, .album, .artist] }

  /// Searches for items of one kind.
  public func search(
    _ term: String,
    for kind: MusicLink.Kind,
    limit: Int
  ) async throws -> CatalogPage {
    guard searchableKinds.contains(kind) else {
      throw CatalogError.notSearchable(kind, at: .subsonic)
    }
    return try await page(of: kind, term, limit: min(max(limit, 1), 500), offset: 0)
  }

  /// Returns the songs of an album or a playlist, or the most popular songs of an artist.
  public func contents(of link: MusicLink, limit: Int) async throws -> CatalogPage {
    let songs =
      switch link.kind {
      case .album: array(try await album(link.id).song)
      case .playlist: array(try await playlist(link.id).entry)
      case .artist: try await songs(ofArtist: link.id, limit: max(limit, 1))
      default: throw CatalogError.nothingInside(link.kind, at: .subsonic)
      }
    return CatalogPage(songs.map { CatalogEntry($0) })
  }

  private func page(
    of kind: MusicLink.Kind,
    _ term: String,
    limit: Int,
    offset: Int
  ) async throws -> CatalogPage {
    let found = try await search(
      term,
      artists: kind == .artist ? limit : 0,
      albums: kind == .album ? limit : 0,
      songs: kind == .song ? limit : 0,
      offset: offset
    )
    let entries =
      array(found.artist).map { CatalogEntry($0) } + array(found.album).map { CatalogEntry($0) }
      + array(found.song).map { CatalogEntry($0) }
    let isLast = entries.count < limit
    return CatalogPage(entries) {
      isLast ? nil : try await page(of: kind, term, limit: limit, offset: offset + limit)
    }
  }

  /// Returns an artist's most popular songs, or the songs of the albums if the server knows none.
  func songs(ofArtist id: String, limit: Int) async throws -> [Subsonic.Song] {
    let artist = try await artist(id)
    if let name = artist.name {
      do {
        let top = try await topSongs(ofArtist: name, limit: limit)
        if !top.isEmpty { return Array(top.prefix(limit)) }
      } catch let error as CatalogError where !error.isRetryable {}
    }
    var songs: [Subsonic.Song] = []
    for album in array(artist.album) where songs.count < limit {
      songs += array(try await self.album(album.id).song)
    }
    return Array(songs.prefix(limit))
  }
}

extension CatalogEntry {
  /// Creates an entry from a server's data of a song.
  public init(_ song: Subsonic.Song) {
    let link = MusicLink(service: .subsonic, kind: .song, id: song.id)
    self.init(
      link,
      item: SubsonicLinks.item(link),
      metadata: TrackMetadata(song, server: nil)
    )
  }

  /// Creates an entry from a server's data of an album.
  public init(_ album: Subsonic.Album) {
    let link = MusicLink(service: .subsonic, kind: .album, id: album.id)
    self.init(link, item: SubsonicLinks.item(link), title: album.name ?? album.title ?? album.album)
    artist = album.displayArtist ?? album.artist
  }

  /// Creates an entry from a server's data of an artist.
  public init(_ artist: Subsonic.Artist) {
    let link = MusicLink(service: .subsonic, kind: .artist, id: artist.id)
    self.init(link, item: SubsonicLinks.item(link), title: artist.name)
  }
}
