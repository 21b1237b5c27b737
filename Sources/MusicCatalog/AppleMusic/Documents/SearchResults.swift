extension AppleMusic {
  /// What a search found, a list a type.
  ///
  /// A type without hits has no group.
  public struct SearchResults: Hashable, Sendable {
    /// Activities.
    public var activities: AppleMusic.Collection<AppleMusic.Activity>?
    /// Albums.
    public var albums: AppleMusic.Collection<AppleMusic.Album>?
    /// Curators of Apple.
    public var appleCurators: AppleMusic.Collection<AppleMusic.AppleCurator>?
    /// Artists.
    public var artists: AppleMusic.Collection<AppleMusic.Artist>?
    /// Curators outside of Apple.
    public var curators: AppleMusic.Collection<AppleMusic.Curator>?
    /// Genres.
    public var genres: AppleMusic.Collection<AppleMusic.Genre>?
    /// Music videos.
    public var musicVideos: AppleMusic.Collection<AppleMusic.MusicVideo>?
    /// Playlists.
    public var playlists: AppleMusic.Collection<AppleMusic.Playlist>?
    /// Record labels.
    public var recordLabels: AppleMusic.Collection<AppleMusic.RecordLabel>?
    /// Songs.
    public var songs: AppleMusic.Collection<AppleMusic.Song>?
    /// Stations.
    public var stations: AppleMusic.Collection<AppleMusic.Station>?
    /// The best hits of all types.
    public var topResults: AppleMusic.Collection<AppleMusic.Item>?
    /// The best hits, in an older spelling.
    public var top: AppleMusic.Collection<AppleMusic.Item>?
    /// Songs of the library.
    public var librarySongs: AppleMusic.Collection<AppleMusic.LibrarySong>?
    /// Albums of the library.
    public var libraryAlbums: AppleMusic.Collection<AppleMusic.LibraryAlbum>?
    /// Artists of the library.
    public var libraryArtists: AppleMusic.Collection<AppleMusic.LibraryArtist>?
    /// Playlists of the library.
    public var libraryPlaylists: AppleMusic.Collection<AppleMusic.LibraryPlaylist>?
    /// Music videos of the library.
    public var libraryMusicVideos: AppleMusic.Collection<AppleMusic.LibraryMusicVideo>?
    /// Groups of types that this version does not know or cannot read, as they were sent.
    public var others: [String: JSONValue] = [:]

    /// Makes results without a group.
    public init() {}
  }
}

extension AppleMusic.SearchResults: Codable {
  /// Reads the groups; one that cannot be read goes into ``others``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: AppleMusic.GroupKey.self)
    for key in container.allKeys {
      do {
        try read(key, from: container)
      } catch {
        others[key.stringValue] = try container.decode(Anything.self, forKey: key).json
      }
    }
  }

  private mutating func read(
    _ key: AppleMusic.GroupKey,
    from container: KeyedDecodingContainer<AppleMusic.GroupKey>
  ) throws {
    switch key.stringValue {
    case "activities":
      activities = try container.decode(
        AppleMusic.Collection<AppleMusic.Activity>.self,
        forKey: key
      )
    case "albums":
      albums = try container.decode(AppleMusic.Collection<AppleMusic.Album>.self, forKey: key)
    case "apple-curators":
      appleCurators = try container.decode(
        AppleMusic.Collection<AppleMusic.AppleCurator>.self,
        forKey: key
      )
    case "artists":
      artists = try container.decode(AppleMusic.Collection<AppleMusic.Artist>.self, forKey: key)
    case "curators":
      curators = try container.decode(AppleMusic.Collection<AppleMusic.Curator>.self, forKey: key)
    case "genres":
      genres = try container.decode(AppleMusic.Collection<AppleMusic.Genre>.self, forKey: key)
    case "music-videos":
      musicVideos = try container.decode(
        AppleMusic.Collection<AppleMusic.MusicVideo>.self,
        forKey: key
      )
    case "playlists":
      playlists = try container.decode(AppleMusic.Collection<AppleMusic.Playlist>.self, forKey: key)
    case "record-labels":
      recordLabels = try container.decode(
        AppleMusic.Collection<AppleMusic.RecordLabel>.self,
        forKey: key
      )
    case "songs":
      songs = try container.decode(AppleMusic.Collection<AppleMusic.Song>.self, forKey: key)
    case "stations":
      stations = try container.decode(AppleMusic.Collection<AppleMusic.Station>.self, forKey: key)
    case "topResults":
      topResults = try container.decode(AppleMusic.Collection<AppleMusic.Item>.self, forKey: key)
    case "top": top = try container.decode(AppleMusic.Collection<AppleMusic.Item>.self, forKey: key)
    case "library-songs":
      librarySongs = try container.decode(
        AppleMusic.Collection<AppleMusic.LibrarySong>.self,
        forKey: key
      )
    case "library-albums":
      libraryAlbums = try container.decode(
        AppleMusic.Collection<AppleMusic.LibraryAlbum>.self,
        forKey: key
      )
    case "library-artists":
      libraryArtists = try container.decode(
        AppleMusic.Collection<AppleMusic.LibraryArtist>.self,
        forKey: key
      )
    case "library-playlists":
      libraryPlaylists = try container.decode(
        AppleMusic.Collection<AppleMusic.LibraryPlaylist>.self,
        forKey: key
      )
    case "library-music-videos":
      libraryMusicVideos = try container.decode(
        AppleMusic.Collection<AppleMusic.LibraryMusicVideo>.self,
        forKey: key
      )
    default: others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AppleMusic.GroupKey.self)
    try container.encodeIfPresent(activities, forKey: .init(stringValue: "activities"))
    try container.encodeIfPresent(albums, forKey: .init(stringValue: "albums"))
    try container.encodeIfPresent(appleCurators, forKey: .init(stringValue: "apple-curators"))
    try container.encodeIfPresent(artists, forKey: .init(stringValue: "artists"))
    try container.encodeIfPresent(curators, forKey: .init(stringValue: "curators"))
    try container.encodeIfPresent(genres, forKey: .init(stringValue: "genres"))
    try container.encodeIfPresent(musicVideos, forKey: .init(stringValue: "music-videos"))
    try container.encodeIfPresent(playlists, forKey: .init(stringValue: "playlists"))
    try container.encodeIfPresent(recordLabels, forKey: .init(stringValue: "record-labels"))
    try container.encodeIfPresent(songs, forKey: .init(stringValue: "songs"))
    try container.encodeIfPresent(stations, forKey: .init(stringValue: "stations"))
    try container.encodeIfPresent(topResults, forKey: .init(stringValue: "topResults"))
    try container.encodeIfPresent(top, forKey: .init(stringValue: "top"))
    try container.encodeIfPresent(librarySongs, forKey: .init(stringValue: "library-songs"))
    try container.encodeIfPresent(libraryAlbums, forKey: .init(stringValue: "library-albums"))
    try container.encodeIfPresent(libraryArtists, forKey: .init(stringValue: "library-artists"))
    try container.encodeIfPresent(libraryPlaylists, forKey: .init(stringValue: "library-playlists"))
    try container.encodeIfPresent(
      libraryMusicVideos,
      forKey: .init(stringValue: "library-music-videos")
    )
    for (name, json) in others {
      try container.encode(json, forKey: .init(stringValue: name))
    }
  }
}
