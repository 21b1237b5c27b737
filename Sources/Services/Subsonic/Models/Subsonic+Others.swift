import PlayerKitServices

extension Subsonic {
  /// The words of a song as old servers know them.
  public struct PlainLyrics: Codable, Hashable, Sendable {
    /// Who sings it.
    public var artist: String?
    /// The title.
    public var title: String?
    /// The words.
    public var value: String?
  }

  /// The words of a song in one language.
  public struct StructuredLyrics: Codable, Hashable, Sendable {
    /// One line.
    public struct Line: Codable, Hashable, Sendable {
      /// When it is sung, in milliseconds.
      public var start: Int?
      /// The words.
      public var value: String?
    }

    /// Who sings it.
    public var displayArtist: String?
    /// The title.
    public var displayTitle: String?
    /// The language; `xxx` and `und` where unknown.
    public var lang: String?
    /// By how many milliseconds it comes earlier than the lines say.
    public var offset: Int?
    /// Whether the lines say when they are sung.
    public var synced: Bool?
    /// The lines.
    public var line: Members<Line>?
  }

  /// The words of a song.
  public struct LyricsList: Codable, Hashable, Sendable {
    /// Each language and form.
    public var structuredLyrics: Members<StructuredLyrics>?
  }

  /// A station that the server lists.
  public struct Station: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// Where it is heard.
    public var streamUrl: String?
    /// Its page.
    public var homePageUrl: String?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
  }

  /// A list of stations.
  public struct Stations: Codable, Hashable, Sendable {
    /// The stations.
    public var internetRadioStation: Members<Station>?
  }

  /// A podcast that the server follows.
  public struct Channel: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The feed.
    public var url: String?
    /// The title.
    public var title: String?
    /// What it is about.
    public var description: String?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// A picture elsewhere.
    public var originalImageUrl: String?
    /// `completed`, `error` …
    public var status: String?
    /// Why it could not be read.
    public var errorMessage: String?
    /// The episodes.
    public var episode: Members<Episode>?
  }

  /// An episode of a podcast.
  public struct Episode: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// What is played by: the id of a song. Absent until the server has fetched the episode.
    public var streamId: String?
    /// The podcast's id.
    public var channelId: String?
    /// The title.
    public var title: String?
    /// The podcast's title.
    public var album: String?
    /// Who made it.
    public var artist: String?
    /// What it is about.
    public var description: String?
    /// When it came out.
    public var publishDate: String?
    /// `new`, `downloading`, `completed`, `error`, `deleted`, `skipped`.
    public var status: String?
    /// The year.
    public var year: Int?
    /// The length in whole seconds.
    public var duration: Int?
    /// What ``SubsonicClient/artwork(_:)`` takes.
    public var coverArt: String?
    /// The size in bytes.
    public var size: Int?
    /// In kbit/s.
    public var bitRate: Int?
    /// The file name's ending.
    public var suffix: String?
    /// The type of the file.
    public var contentType: String?
  }

  /// A list of podcasts.
  public struct Podcasts: Codable, Hashable, Sendable {
    /// The podcasts.
    public var channel: Members<Channel>?
  }
}
