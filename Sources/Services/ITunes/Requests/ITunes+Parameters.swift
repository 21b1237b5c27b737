import MusicCatalog

extension ITunes {
  /// The kind of shop. The set is open.
  public struct Media: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Everything.
    public static let all = Media(rawValue: "all")
    /// Music.
    public static let music = Media(rawValue: "music")
    /// Music videos.
    public static let musicVideo = Media(rawValue: "musicVideo")
    /// Podcasts.
    public static let podcast = Media(rawValue: "podcast")
    /// Audiobooks.
    public static let audiobook = Media(rawValue: "audiobook")
  }

  /// The kind of result. The set is open.
  public struct Entity: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Songs.
    public static let song = Entity(rawValue: "song")
    /// Songs and music videos.
    public static let musicTrack = Entity(rawValue: "musicTrack")
    /// Albums.
    public static let album = Entity(rawValue: "album")
    /// Artists.
    public static let musicArtist = Entity(rawValue: "musicArtist")
    /// Music videos.
    public static let musicVideo = Entity(rawValue: "musicVideo")
    /// Mixes: playlists that users once published in the store.
    public static let mix = Entity(rawValue: "mix")
  }

  /// Where a term must be found. The set is open.
  public struct Attribute: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// In a song's name.
    public static let song = Attribute(rawValue: "songTerm")
    /// In an artist's name.
    public static let artist = Attribute(rawValue: "artistTerm")
    /// In an album's name.
    public static let album = Attribute(rawValue: "albumTerm")
    /// In a composer's name.
    public static let composer = Attribute(rawValue: "composerTerm")
    /// In a mix's name.
    public static let mix = Attribute(rawValue: "mixTerm")
    /// The term is a genre's id.
    public static let genre = Attribute(rawValue: "genreIndex")
    /// The term is a rating.
    public static let rating = Attribute(rawValue: "ratingIndex")
  }

  /// The language of the answer. The service has two; names of things stay in their country's.
  public struct Language: RawRepresentable, Hashable, Sendable {
    /// The service's word: language and country.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// English; the service's default.
    public static let english = Language(rawValue: "en_us")
    /// Japanese.
    public static let japanese = Language(rawValue: "ja_jp")
  }

  /// The order of what a look-up lists.
  public struct Sort: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// The newest first. Affects albums.
    public static let recent = Sort(rawValue: "recent")
    /// The most popular first.
    public static let popular = Sort(rawValue: "popular")
  }
}
