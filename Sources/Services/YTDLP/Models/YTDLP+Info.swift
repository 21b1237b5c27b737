import PlayerKitServices

extension YTDLP {
  /// yt-dlp's data of a page: a playable item or a list.
  ///
  /// The site or yt-dlp provides all values. Unknown values are `nil`.
  public struct Info: Codable, Hashable, Sendable {
    /// `video`, even without pictures; `playlist`; `url` or `url_transparent` for a member that a
    /// list only names. `nil` for members of a list that was read completely.
    public var type: String?
    /// The site's id.
    public var id: String?
    /// The title.
    public var title: String?
    /// The address of the media, or of the page of a list member.
    public var url: String?
    /// The web page.
    public var page: String?
    /// The protocol of the media, such as `https` or `m3u8_native`.
    public var protocolName: String?
    /// The id of the chosen format.
    public var formatID: String?
    /// The header fields for requests of the media.
    public var headers: [String: String]?
    /// The cookies for the media, in the form of `Set-Cookie`.
    public var cookies: String?
    /// The duration in seconds.
    public var duration: Double?
    /// The credited artists as text.
    public var artist: String?
    /// The credited artists.
    public var artists: [String]?
    /// The album.
    public var album: String?
    /// The song's name, if the title contains more.
    public var track: String?
    /// The track number on the album.
    public var trackNumber: Int?
    /// The genre.
    public var genre: String?
    /// The year of release.
    public var releaseYear: Int?
    /// The uploader.
    public var uploader: String?
    /// The channel.
    public var channel: String?
    /// A picture.
    public var thumbnail: String?
    /// The picture in several sizes.
    public var thumbnails: [Thumbnail]?
    /// The chapters.
    public var chapters: [Chapter]?
    /// `is_live`, `is_upcoming`, `was_live`, `post_live` or `not_live`.
    public var liveStatus: String?
    /// The yt-dlp extractor that read it, such as `Youtube`.
    public var extractor: String?
    /// The members of a list, without those that could not be read.
    public var entries: LossyArray<Info>?
    /// The number of members in the list.
    public var count: Int?
    /// The position in the page's list, from 1.
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
    /// The address.
    public var url: String?
    /// The width in pixels.
    public var width: Int?
    /// The height in pixels.
    public var height: Int?
  }

  /// A chapter.
  public struct Chapter: Codable, Hashable, Sendable {
    /// The title.
    public var title: String?
    /// The start in seconds.
    public var start: Double?
    /// The end in seconds.
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
  /// Only the title, because addresses, header fields and cookies are secrets.
  public var description: String { title ?? "page" }

  /// The same as ``description``.
  public var customMirror: Mirror { Mirror(self, children: ["title": title ?? ""]) }
}

extension YTDLP.Info {
  /// Whether it is a list.
  public var isList: Bool { entries != nil || type == "playlist" || type == "multi_video" }

  /// Whether it only refers to another page.
  public var isReference: Bool { type == "url" || type == "url_transparent" }
}
