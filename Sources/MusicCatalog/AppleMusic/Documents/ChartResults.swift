extension AppleMusic {
  /// The charts, a list of them a type.
  ///
  /// A type without hits has no group.
  public struct ChartResults: Hashable, Sendable {
    /// Charts of songs.
    public var songs: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Song>>?
    /// Charts of albums.
    public var albums: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Album>>?
    /// Charts of playlists.
    public var playlists: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>?
    /// Charts of music videos.
    public var musicVideos: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.MusicVideo>>?
    /// The charts of cities, each a list of playlists.
    public var cityCharts: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>?
    /// The charts of countries and the world, each a list of playlists.
    public var dailyGlobalTopCharts: AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>?
    /// Groups of types that this version does not know or cannot read, as they were sent.
    public var others: [String: JSONValue] = [:]

    /// Makes results without a group.
    public init() {}
  }
}

extension AppleMusic.ChartResults: Codable {
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
    case "songs":
      songs = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Song>>.self,
        forKey: key
      )
    case "albums":
      albums = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Album>>.self,
        forKey: key
      )
    case "playlists":
      playlists = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>.self,
        forKey: key
      )
    case "music-videos":
      musicVideos = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.MusicVideo>>.self,
        forKey: key
      )
    case "cityCharts":
      cityCharts = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>.self,
        forKey: key
      )
    case "dailyGlobalTopCharts":
      dailyGlobalTopCharts = try container.decode(
        AppleMusic.TolerantList<AppleMusic.Chart<AppleMusic.Playlist>>.self,
        forKey: key
      )
    default: others[key.stringValue] = try container.decode(JSONValue.self, forKey: key)
    }
  }

  /// Writes the service's form.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: AppleMusic.GroupKey.self)
    try container.encodeIfPresent(songs, forKey: .init(stringValue: "songs"))
    try container.encodeIfPresent(albums, forKey: .init(stringValue: "albums"))
    try container.encodeIfPresent(playlists, forKey: .init(stringValue: "playlists"))
    try container.encodeIfPresent(musicVideos, forKey: .init(stringValue: "music-videos"))
    try container.encodeIfPresent(cityCharts, forKey: .init(stringValue: "cityCharts"))
    try container.encodeIfPresent(
      dailyGlobalTopCharts,
      forKey: .init(stringValue: "dailyGlobalTopCharts")
    )
    for (name, json) in others {
      try container.encode(json, forKey: .init(stringValue: name))
    }
  }
}
