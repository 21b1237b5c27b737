import PlayerKitServices

extension SpotifyService: FavoritesService, PlaylistRemovalService {
  private static let kinds: [MusicLink.Kind: String] = [
    .song: "track", .album: "album", .artist: "artist", .playlist: "playlist", .show: "show",
    .episode: "episode",
  ]

  /// Saves an item in the user's library, or removes it.
  public func setFavorite(_ isFavorite: Bool, _ link: MusicLink) async throws {
    guard let kind = Self.kinds[link.kind] else {
      throw CatalogError.notChangeable(link.kind, at: .spotify)
    }
    let uris = ["spotify:\(kind):\(link.id)"]
    let client = try userLists.asked()
    try await SpotifyUserLists.library {
      if isFavorite { try await client.save(uris) } else { try await client.remove(uris) }
    }
  }

  /// Creates a private playlist of the user.
  @discardableResult
  public func createPlaylist(_ name: String, songs: [MusicLink]) async throws -> String? {
    let uris = try songs.ids(at: .spotify).map { "spotify:track:" + $0 }
    let client = try userLists.asked()
    return try await SpotifyUserLists.library {
      let id = try await client.createPlaylist(named: name, isPublic: false).id
      if let id, !uris.isEmpty { try await client.addItems(uris, toPlaylist: id) }
      return id
    }
  }

  /// Adds songs to the end of a playlist.
  public func add(_ songs: [MusicLink], toPlaylist id: String) async throws {
    let uris = try songs.ids(at: .spotify).map { "spotify:track:" + $0 }
    let client = try userLists.asked()
    try await SpotifyUserLists.library { _ = try await client.addItems(uris, toPlaylist: id) }
  }

  /// Removes all occurrences of songs from a playlist.
  public func remove(_ songs: [MusicLink], fromPlaylist id: String) async throws {
    let uris = try songs.ids(at: .spotify).map { "spotify:track:" + $0 }
    let client = try userLists.asked()
    try await SpotifyUserLists.library { _ = try await client.removeItems(uris, fromPlaylist: id) }
  }
}
