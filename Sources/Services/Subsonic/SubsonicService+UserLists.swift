import PlayerKit
import PlayerKitServices

extension SubsonicService: UserListSource {
  /// Whether a server and credentials are set.
  public var offersUserLists: Bool { isConfigured }
  /// Playlists, with the starred songs first, and starred albums.
  public var userListKinds: [MusicLink.Kind] { [.playlist, .album] }

  /// Returns the playlists that the user may see, or the albums that the user starred, all in one
  /// page.
  public func userLists(
    of kind: MusicLink.Kind,
    limit: Int
  ) async throws -> ListPage<UserList> {
    switch kind {
    case .playlist:
      let playlists = try await client.playlists().map { playlist in
        UserList(
          MusicLink(service: .subsonic, kind: .playlist, id: playlist.id),
          title: playlist.name,
          artist: playlist.owner,
          count: playlist.songCount,
          artwork: artwork(playlist.coverArt)
        )
      }
      return ListPage([UserList(.favorites, of: .subsonic)] + playlists)
    case .album:
      return ListPage(
        client.array(try await client.starred().album).map { album in
          UserList(
            MusicLink(service: .subsonic, kind: .album, id: album.id),
            title: album.name ?? album.title ?? album.album,
            artist: album.displayArtist ?? album.artist,
            count: album.songCount,
            artwork: artwork(album.coverArt)
          )
        }
      )
    default: throw CatalogError.notSearchable(kind, at: .subsonic)
    }
  }

  /// Returns the songs of a list, all in one page.
  public func tracks(
    ofUserList link: MusicLink,
    limit: Int
  ) async throws -> ListPage<any Track> {
    let songs =
      switch link.kind {
      case .libraryPage where link.collection == .favorites: try await client.starred().song
      case .playlist: try await client.playlist(link.id).entry
      case .album: try await client.album(link.id).song
      default: throw CatalogError.nothingInside(link.kind, at: .subsonic)
      }
    return ListPage(tracks(client.array(songs)))
  }

  private func artwork(_ cover: String?) -> Artwork? {
    Artwork(subsonic: cover, server: client.server?.id)
  }
}
