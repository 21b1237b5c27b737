import PlayerKitServices

extension JellyfinService: FavoritesService, PlaylistRemovalService {
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

  /// Removes all occurrences of songs from a playlist.
  public func remove(_ songs: [MusicLink], fromPlaylist id: String) async throws {
    let ids = Set(try songs.ids(at: .jellyfin))
    let places = try await client.songs(ofPlaylist: id).filter { ids.contains($0.id) }
      .compactMap(\.playlistItemID)
    try await client.remove(places, fromPlaylist: id)
  }
}
