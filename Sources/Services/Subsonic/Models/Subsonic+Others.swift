import PlayerKitServices

extension Subsonic {
  /// The lyrics of a song in the old format.
  public struct PlainLyrics: Codable, Hashable, Sendable {
    /// The artist.
    public var artist: String?
    /// The title.
    public var title: String?
    /// The lyrics.
    public var value: String?
  }

  /// The lyrics of a song in one language.
  public struct StructuredLyrics: Codable, Hashable, Sendable {
    /// One line.
    public struct Line: Codable, Hashable, Sendable {
      /// The start in milliseconds.
      public var start: Int?
      /// The text.
      public var value: String?
    }

    /// The artist, formatted for display.
    public var displayArtist: String?
    /// The title, formatted for display.
    public var displayTitle: String?
    /// The language; `xxx` or `und` if unknown.
    public var lang: String?
    /// The time in milliseconds by which the lyrics come earlier than the lines state.
    public var offset: Int?
    /// Whether the lines have start times.
    public var synced: Bool?
    /// The lines.
    public var line: Members<Line>?
  }

  /// The lyrics of a song.
  public struct LyricsList: Codable, Hashable, Sendable {
    /// The lyrics in each language and format.
    public var structuredLyrics: Members<StructuredLyrics>?
  }

  /// A radio station in the server's list.
  public struct Station: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The name.
    public var name: String?
    /// The address of the stream.
    public var streamUrl: String?
    /// The web page.
    public var homePageUrl: String?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
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
    /// The address of the feed.
    public var url: String?
    /// The title.
    public var title: String?
    /// The description.
    public var description: String?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The address of a picture on another server.
    public var originalImageUrl: String?
    /// The status, such as `completed` or `error`.
    public var status: String?
    /// The reason why it could not be read.
    public var errorMessage: String?
    /// The episodes.
    public var episode: Members<Episode>?
  }

  /// An episode of a podcast.
  public struct Episode: Codable, Hashable, Identifiable, Sendable {
    /// The id.
    @Identifier public var id: String
    /// The id of the song to play; `nil` until the server has downloaded the episode.
    public var streamId: String?
    /// The podcast's id.
    public var channelId: String?
    /// The title.
    public var title: String?
    /// The podcast's title.
    public var album: String?
    /// The author.
    public var artist: String?
    /// The description.
    public var description: String?
    /// The publication date.
    public var publishDate: String?
    /// `new`, `downloading`, `completed`, `error`, `deleted` or `skipped`.
    public var status: String?
    /// The year.
    public var year: Int?
    /// The duration in whole seconds.
    public var duration: Int?
    /// The id of the cover, for ``SubsonicService/picture(_:atLeast:)``.
    public var coverArt: String?
    /// The size in bytes.
    public var size: Int?
    /// The bit rate in kbit/s.
    public var bitRate: Int?
    /// The file extension.
    public var suffix: String?
    /// The media type of the file.
    public var contentType: String?
  }

  /// A list of podcasts.
  public struct Podcasts: Codable, Hashable, Sendable {
    /// The podcasts.
    public var channel: Members<Channel>?
  }
}
