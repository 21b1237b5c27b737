import PlayerKitServices

extension SubsonicService: FavoritesService, RatingService, PlaylistRemovalService {
  /// Stars a song, an album or an artist, or removes the star.
  public func setFavorite(_ isFavorite: Bool, _ link: MusicLink) async throws {
    let item: Subsonic.Starrable
    switch link.kind {
    case .song: item = .song(link.id)
    case .album: item = .album(link.id)
    case .artist: item = .artist(link.id)
    default: throw CatalogError.notChangeable(link.kind, at: .subsonic)
    }
    if isFavorite { try await client.star(item) } else { try await client.unstar(item) }
  }

  /// Rates a song, an album or an artist.
  public func rate(_ link: MusicLink, _ stars: Int) async throws {
    guard [.song, .album, .artist].contains(link.kind) else {
      throw CatalogError.notChangeable(link.kind, at: .subsonic)
    }
    try await client.rate(link.id, stars)
  }

  /// Creates a playlist. Old servers do not return its id.
  @discardableResult
  public func createPlaylist(_ name: String, songs: [MusicLink]) async throws -> String? {
    try await client.createPlaylist(name, songs: songs.ids(at: .subsonic))?.id
  }

  /// Adds songs to the end of a playlist.
  public func add(_ songs: [MusicLink], toPlaylist id: String) async throws {
    try await client.updatePlaylist(id, adding: songs.ids(at: .subsonic))
  }

  /// Removes all occurrences of songs from a playlist. The server only takes positions, so do not
  /// change the playlist elsewhere meanwhile.
  public func remove(_ songs: [MusicLink], fromPlaylist id: String) async throws {
    let ids = Set(try songs.ids(at: .subsonic))
    let entries = try await client.playlist(id).entry ?? .init()
    guard entries.unreadable.isEmpty else {
      throw CatalogError(
        .malformedReply,
        "Some songs of the playlist cannot be read, so the positions of the others are unknown.",
        service: .subsonic
      )
    }
    // From the end, so that the positions of later requests stay valid.
    var places = entries.indices.filter { ids.contains(entries[$0].id) }
    while !places.isEmpty {
      try await client.updatePlaylist(id, removing: Array(places.suffix(100)))
      places.removeLast(min(places.count, 100))
    }
  }
}
