import MusicCatalog

extension AppleMusicClient {
  /// A song of this client's store. See ``resource(_:id:with:query:)``.
  public func song(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = []
  ) async throws -> AppleMusic.Song {
    try await resource(AppleMusic.Songs.self, id: id, with: properties)
  }

  /// Songs of this client's store. See ``resources(_:ids:with:query:)``.
  public func songs(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Songs>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Songs> {
    try await resources(AppleMusic.Songs.self, ids: ids, with: properties)
  }

  /// An album of this client's store. See ``resource(_:id:with:query:)``.
  public func album(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = []
  ) async throws -> AppleMusic.Album {
    try await resource(AppleMusic.Albums.self, id: id, with: properties)
  }

  /// Albums of this client's store. See ``resources(_:ids:with:query:)``.
  public func albums(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Albums>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Albums> {
    try await resources(AppleMusic.Albums.self, ids: ids, with: properties)
  }

  /// An artist. See ``resource(_:id:with:query:)``.
  public func artist(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Artists>] = []
  ) async throws -> AppleMusic.Artist {
    try await resource(AppleMusic.Artists.self, id: id, with: properties)
  }

  /// Artists. See ``resources(_:ids:with:query:)``.
  public func artists(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Artists>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Artists> {
    try await resources(AppleMusic.Artists.self, ids: ids, with: properties)
  }

  /// A playlist of the catalog. See ``resource(_:id:with:query:)``.
  public func playlist(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Playlists>] = []
  ) async throws -> AppleMusic.Playlist {
    try await resource(AppleMusic.Playlists.self, id: id, with: properties)
  }

  /// Playlists of the catalog. See ``resources(_:ids:with:query:)``.
  public func playlists(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Playlists>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Playlists> {
    try await resources(AppleMusic.Playlists.self, ids: ids, with: properties)
  }

  /// A music video. See ``resource(_:id:with:query:)``.
  public func musicVideo(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicVideos>] = []
  ) async throws -> AppleMusic.MusicVideo {
    try await resource(AppleMusic.MusicVideos.self, id: id, with: properties)
  }

  /// Music videos. See ``resources(_:ids:with:query:)``.
  public func musicVideos(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.MusicVideos>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.MusicVideos> {
    try await resources(AppleMusic.MusicVideos.self, ids: ids, with: properties)
  }

  /// A radio station. See ``resource(_:id:with:query:)``.
  public func station(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Stations>] = []
  ) async throws -> AppleMusic.Station {
    try await resource(AppleMusic.Stations.self, id: id, with: properties)
  }

  /// Radio stations. See ``resources(_:ids:with:query:)``.
  public func stations(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Stations>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Stations> {
    try await resources(AppleMusic.Stations.self, ids: ids, with: properties)
  }

  /// A genre. See ``resource(_:id:with:query:)``.
  public func genre(
    _ id: String,
    with properties: [AppleMusic.PropertyPath<AppleMusic.Genres>] = []
  ) async throws -> AppleMusic.Genre {
    try await resource(AppleMusic.Genres.self, id: id, with: properties)
  }

  /// Genres. See ``resources(_:ids:with:query:)``.
  public func genres(
    _ ids: [String],
    with properties: [AppleMusic.PropertyPath<AppleMusic.Genres>] = []
  ) async throws -> AppleMusic.Lookup<AppleMusic.Genres> {
    try await resources(AppleMusic.Genres.self, ids: ids, with: properties)
  }
}
