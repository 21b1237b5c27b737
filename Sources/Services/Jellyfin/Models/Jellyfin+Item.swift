import PlayerKitServices

extension Jellyfin {
  /// An item of a library: a song, an album, an artist, a playlist, a genre, or another kind.
  public struct Item: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    public var id: String
    /// The name or title.
    public var name: String?
    /// The kind, such as `Audio`, `MusicAlbum`, `MusicArtist`, or `Playlist`; see ``ItemKind``.
    public var type: String?
    /// The server's own id.
    public var serverID: String?
    /// The number of the song on its disc, or of a member in its list.
    public var number: Int?
    /// The disc number.
    public var discNumber: Int?
    /// The duration in ticks of 100 ns.
    public var ticks: Int?
    /// The year.
    public var year: Int?
    /// The names of the genres.
    public var genres: [String]?
    /// The album's title.
    public var album: String?
    /// The album's id.
    public var albumID: String?
    /// The tag of the album's cover. It changes with the cover.
    public var albumImageTag: String?
    /// The album's artist.
    public var albumArtist: String?
    /// The album's artists.
    public var albumArtists: [Named]?
    /// The names of the artists.
    public var artists: [String]?
    /// The artists.
    public var artistItems: [Named]?
    /// The tags of the item's own pictures, by their kinds, such as `Primary`.
    public var imageTags: [String: String]?
    /// The names of the file's format, separated by commas.
    public var container: String?
    /// The files of the item. Only if one item was requested.
    public var mediaSources: [MediaFile]?
    /// The user's data of the item.
    public var userData: UserData?
    /// Ids at other services, such as MusicBrainz, by their names.
    public var providerIDs: [String: String]?
    /// The gain in dB that makes the song as loud as others.
    public var normalizationGain: Double?
    /// Whether there are lyrics.
    public var hasLyrics: Bool?
    /// The number of members.
    public var childCount: Int?
    /// The id of a song's place in a playlist, if the playlist's songs were requested.
    public var playlistItemID: String?

    enum CodingKeys: String, CapitalizedKey {
      case id, name, type, genres, album, albumArtist, albumArtists, artists, artistItems, imageTags
      case container, mediaSources, userData, normalizationGain, hasLyrics, childCount
      case serverID = "ServerId"
      case number = "IndexNumber"
      case discNumber = "ParentIndexNumber"
      case ticks = "RunTimeTicks"
      case year = "ProductionYear"
      case albumID = "AlbumId"
      case albumImageTag = "AlbumPrimaryImageTag"
      case providerIDs = "ProviderIds"
      case playlistItemID = "PlaylistItemId"
    }

    /// The duration; `nil` if it is unknown or no recording is that long.
    public var duration: Duration? {
      ticks.flatMap { Duration.microseconds($0 / 10).ifPlausible }
    }

    /// The kind as the kind of a link; `nil` if it is not played.
    public var kind: MusicLink.Kind? {
      switch type {
      case "Audio", "AudioBook", nil: .song
      case "MusicAlbum": .album
      case "MusicArtist": .artist
      case "Playlist": .playlist
      case .some: nil
      }
    }
  }

  /// The kinds of items. The raw values are the server's names.
  public enum ItemKind: String, Sendable, CaseIterable {
    /// A song.
    case song = "Audio"
    /// An album.
    case album = "MusicAlbum"
    /// An artist.
    case artist = "MusicArtist"
    /// A playlist.
    case playlist = "Playlist"
  }

  /// A page of items.
  public struct Items: Codable, Hashable, Sendable {
    /// The items. Unreadable ones are left out.
    public var items: LossyArray<Item>
    /// The number of items of all pages.
    public var total: Int?

    /// Creates a page.
    public init(_ items: [Item] = [], total: Int? = nil) {
      self.items = LossyArray(items)
      self.total = total
    }

    enum CodingKeys: String, CapitalizedKey {
      case items
      case total = "TotalRecordCount"
    }
  }

  /// A name with its id.
  public struct Named: Codable, Hashable, Sendable {
    /// The id.
    public var id: String?
    /// The name.
    public var name: String?

    enum CodingKeys: String, CapitalizedKey {
      case id, name
    }
  }

  /// A file of an item.
  public struct MediaFile: Codable, Hashable, Sendable {
    /// The id.
    public var id: String?
    /// The names of the format, separated by commas.
    public var container: String?
    /// The bit rate in bit/s.
    public var bitrate: Int?
    /// The size in bytes.
    public var size: Int?
    /// The streams in the file.
    public var streams: [MediaStream]?

    enum CodingKeys: String, CapitalizedKey {
      case id, container, bitrate, size
      case streams = "MediaStreams"
    }
  }

  /// A stream in a file.
  public struct MediaStream: Codable, Hashable, Sendable {
    /// `Audio`, `EmbeddedImage`, `Lyric`, or another kind.
    public var type: String?
    /// The codec, such as `flac`.
    public var codec: String?

    enum CodingKeys: String, CapitalizedKey {
      case type, codec
    }
  }

  /// A user's data of an item.
  public struct UserData: Codable, Hashable, Sendable {
    /// Whether it is one of the user's favorites.
    public var isFavorite: Bool?
    /// The number of plays.
    public var playCount: Int?

    enum CodingKeys: String, CapitalizedKey {
      case isFavorite, playCount
    }
  }
}
