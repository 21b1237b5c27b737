import PlayerKitServices

extension Spotify {
  /// An episode of a podcast. Playlists and queues may contain episodes and tracks.
  public struct Episode: Codable, Hashable, Sendable {
    /// The id of the episode.
    public var id: String?
    /// The URI, such as `spotify:episode:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The duration in milliseconds.
    public var durationMilliseconds: Int?
    /// Whether the content is explicit.
    public var isExplicit: Bool?
    /// Whether it is playable in the requested market.
    public var isPlayable: Bool?
    /// Whether it is hosted externally.
    public var isExternallyHosted: Bool?
    /// The reason why it is not playable.
    public var restrictions: Restrictions?
    /// The description.
    public var text: String?
    /// The description in HTML.
    public var html: String?
    /// The pictures, the largest first.
    public var images: LossyArray<Image>?
    /// See ``Album/releaseDate``.
    public var releaseDate: String?
    /// The precision of the release date.
    public var releaseDatePrecision: String?
    /// The language. Replaced by `languages`.
    public var language: String?
    /// The languages.
    public var languages: [String]?
    /// The URL of a preview: an MP3 of 30 s.
    public var previewURL: String?
    /// The user's position in the episode.
    public var resumePoint: JSONValue?
    /// The podcast of the episode.
    public var show: Show?
    /// Always `false`. Only in playlists.
    public var isLocal: Bool?
    /// See ``Track/isTrack``.
    public var isTrack: Bool?
    /// See ``Track/isEpisode``.
    public var isEpisode: Bool?
    /// See ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, restrictions, images, language, languages, show, type, href, isPlayable
      case isExternallyHosted, releaseDate, releaseDatePrecision, resumePoint, isLocal
      case availableMarkets, externalURLs
      case durationMilliseconds = "duration_ms"
      case isExplicit = "explicit"
      case text = "description"
      case html = "html_description"
      case previewURL = "audio_preview_url"
      case isTrack = "track"
      case isEpisode = "episode"
    }
  }

  /// A podcast, in full or as in searches and episodes.
  public struct Show: Codable, Hashable, Sendable {
    /// The id of the podcast.
    public var id: String?
    /// The URI, such as `spotify:show:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The publisher.
    public var publisher: String?
    /// The description.
    public var text: String?
    /// The description in HTML.
    public var html: String?
    /// The pictures, the largest first.
    public var images: LossyArray<Image>?
    /// The number of its episodes.
    public var totalEpisodes: Int?
    /// The first page of its episodes. Only in full podcasts.
    public var episodes: Page<Episode>?
    /// Whether the content is explicit.
    public var isExplicit: Bool?
    /// Whether it is hosted externally.
    public var isExternallyHosted: Bool?
    /// The languages.
    public var languages: [String]?
    /// `audio`, `video` or `mixed`.
    public var mediaType: String?
    /// The copyrights.
    public var copyrights: LossyArray<Copyright>?
    /// See ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of item: `show`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, publisher, images, episodes, languages, copyrights, type, href
      case totalEpisodes, isExternallyHosted, mediaType, availableMarkets, externalURLs
      case text = "description"
      case html = "html_description"
      case isExplicit = "explicit"
    }
  }

  /// An audiobook, as in search results.
  public struct Audiobook: Codable, Hashable, Sendable {
    /// The id of the audiobook.
    public var id: String?
    /// The URI, such as `spotify:show:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The authors, with names only.
    public var authors: LossyArray<Artist>?
    /// The narrators, with names only.
    public var narrators: LossyArray<Artist>?
    /// The publisher.
    public var publisher: String?
    /// The edition.
    public var edition: String?
    /// The description.
    public var text: String?
    /// The description in HTML.
    public var html: String?
    /// The pictures, the largest first.
    public var images: LossyArray<Image>?
    /// The number of its chapters.
    public var totalChapters: Int?
    /// Whether the content is explicit.
    public var isExplicit: Bool?
    /// The languages.
    public var languages: [String]?
    /// `audio`.
    public var mediaType: String?
    /// The copyrights.
    public var copyrights: LossyArray<Copyright>?
    /// See ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of item: `audiobook`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, authors, narrators, publisher, edition, images, languages, copyrights
      case type, href, totalChapters, mediaType, availableMarkets, externalURLs
      case text = "description"
      case html = "html_description"
      case isExplicit = "explicit"
    }
  }
}
