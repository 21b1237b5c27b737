import PlayerKitServices

extension YTDLP {
  /// What yt-dlp says of a page: of a thing to play, or of a list of such.
  ///
  /// All of it is the word of the site, or of yt-dlp. What is not known is `nil`.
  public struct Info: Codable, Hashable, Sendable {
    /// `video`, also for what has no picture; `playlist`; `url` and `url_transparent` for what a list only
    /// names. Members of a list that was read whole have none.
    public var type: String?
    /// The site's id.
    public var id: String?
    /// The title.
    public var title: String?
    /// Where the media is, or the page of a member of a list.
    public var url: String?
    /// The page.
    public var page: String?
    /// How the media is fetched, such as `https` or `m3u8_native`.
    public var protocolName: String?
    /// The format that was chosen.
    public var formatID: String?
    /// Header fields for the media.
    public var headers: [String: String]?
    /// Cookies for the media, in the form of `Set-Cookie`.
    public var cookies: String?
    /// How long it is, in seconds.
    public var duration: Double?
    /// Who the site credits.
    public var artist: String?
    /// Each of them.
    public var artists: [String]?
    /// The album.
    public var album: String?
    /// The name of the song, where the title says more.
    public var track: String?
    /// The number on the album.
    public var trackNumber: Int?
    /// The genre.
    public var genre: String?
    /// The year of release.
    public var releaseYear: Int?
    /// Who put it there.
    public var uploader: String?
    /// The channel that it is in.
    public var channel: String?
    /// A picture.
    public var thumbnail: String?
    /// The picture in several sizes.
    public var thumbnails: [Thumbnail]?
    /// Its chapters.
    public var chapters: [Chapter]?
    /// `is_live`, `is_upcoming`, `was_live`, `post_live`, `not_live`.
    public var liveStatus: String?
    /// Which part of yt-dlp read it, such as `Youtube`.
    public var extractor: String?
    /// The members of a list. One that could not be read is left out.
    public var entries: LossyArray<Info>?
    /// How many members the list has.
    public var count: Int?
    /// Where it stands in the list of its page, from 1.
    public var index: Int?
    /// The version of yt-dlp.
    public var version: Version?

    private enum CodingKeys: String, CodingKey {
      case type = "_type"
      case page = "webpage_url"
      case protocolName = "protocol"
      case formatID = "format_id"
      case headers = "http_headers"
      case trackNumber = "track_number"
      case releaseYear = "release_year"
      case liveStatus = "live_status"
      case extractor = "extractor_key"
      case count = "playlist_count"
      case index = "playlist_index"
      case version = "_version"
      case id, title, url, cookies, duration, artist, artists, album, track, genre, uploader,
        channel
      case thumbnail, thumbnails, chapters, entries
    }
  }

  /// A picture in one size.
  public struct Thumbnail: Codable, Hashable, Sendable {
    /// Where it is.
    public var url: String?
    /// In pixels.
    public var width: Int?
    /// In pixels.
    public var height: Int?
  }

  /// A part with a name.
  public struct Chapter: Codable, Hashable, Sendable {
    /// Its name.
    public var title: String?
    /// Where it begins, in seconds.
    public var start: Double?
    /// Where it ends, in seconds.
    public var end: Double?

    private enum CodingKeys: String, CodingKey {
      case title
      case start = "start_time"
      case end = "end_time"
    }
  }

  /// The version of yt-dlp.
  public struct Version: Codable, Hashable, Sendable {
    /// A date, such as `2026.10.26`.
    public var version: String?
  }
}

extension YTDLP.Info: CustomStringConvertible, CustomReflectable {
  /// The title: addresses, header fields and cookies are secrets.
  public var description: String { title ?? "page" }

  /// As ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["title": title ?? ""]) }
}

extension YTDLP.Info {
  /// Whether it is a list.
  public var isList: Bool { entries != nil || type == "playlist" || type == "multi_video" }

  /// Whether it only says where it is to be found.
  public var isReference: Bool { type == "url" || type == "url_transparent" }
}
