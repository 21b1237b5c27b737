import PlayerKitServices

extension JellyfinService: FavoritesService, PlaylistService {
  /// Makes an item of any kind a favorite, or removes it from the favorites.
  public func setFavorite(_ isFavorite: Bool, _ link: MusicLink) async throws {
    try await client.setFavorite(isFavorite, link.id)
  }

  /// Creates a playlist of the user.
  @discardableResult
  public func createPlaylist(_ name: String, songs: [MusicLink]) async throws -> String? {
    try await client.createPlaylist(name, songs: songs.ids(at: .jellyfin))
  }

  /// Adds songs to the end of a playlist.
  public func add(_ songs: [MusicLink], toPlaylist id: String) async throws {
    try await client.add(songs.ids(at: .jellyfin), toPlaylist: id)
  }
}
