import PlayerKitServices

extension Spotify {
  /// An episode of a podcast, which stands in playlists and queues beside tracks.
  public struct Episode: Codable, Hashable, Sendable {
    /// The identity of the episode.
    public var id: String?
    /// The identity as an address, such as `spotify:episode:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// The length in milliseconds.
    public var durationMilliseconds: Int?
    /// Whether the words are explicit.
    public var isExplicit: Bool?
    /// Whether it plays in the market asked.
    public var isPlayable: Bool?
    /// Whether somebody else serves it.
    public var isExternallyHosted: Bool?
    /// Why it does not play.
    public var restrictions: Restrictions?
    /// What it is about.
    public var text: String?
    /// What it is about, in HTML.
    public var html: String?
    /// Pictures, the largest first.
    public var images: LossyArray<Image>?
    /// As ``Album/releaseDate``.
    public var releaseDate: String?
    /// How much of it is known.
    public var releaseDatePrecision: String?
    /// The language; `languages` took its place.
    public var language: String?
    /// The languages.
    public var languages: [String]?
    /// An MP3 of 30 s.
    public var previewURL: String?
    /// How far the user has heard it.
    public var resumePoint: JSONValue?
    /// What it is an episode of.
    public var show: Show?
    /// Always `false`; in playlists.
    public var isLocal: Bool?
    /// As ``Track/isTrack``.
    public var isTrack: Bool?
    /// As ``Track/isEpisode``.
    public var isEpisode: Bool?
    /// As ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
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

  /// A podcast, whole or as searches and episodes show it.
  public struct Show: Codable, Hashable, Sendable {
    /// The identity of the podcast.
    public var id: String?
    /// The identity as an address, such as `spotify:show:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// Who publishes it.
    public var publisher: String?
    /// What it is about.
    public var text: String?
    /// What it is about, in HTML.
    public var html: String?
    /// Pictures, the largest first.
    public var images: LossyArray<Image>?
    /// The number of its episodes.
    public var totalEpisodes: Int?
    /// Its episodes, the first page; of whole podcasts.
    public var episodes: Page<Episode>?
    /// Whether the words are explicit.
    public var isExplicit: Bool?
    /// Whether somebody else serves it.
    public var isExternallyHosted: Bool?
    /// The languages.
    public var languages: [String]?
    /// `audio`, `video` or `mixed`.
    public var mediaType: String?
    /// Whose it is.
    public var copyrights: LossyArray<Copyright>?
    /// As ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of thing: `show`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, publisher, images, episodes, languages, copyrights, type, href
      case totalEpisodes, isExternallyHosted, mediaType, availableMarkets, externalURLs
      case text = "description"
      case html = "html_description"
      case isExplicit = "explicit"
    }
  }

  /// An audiobook, as searches show it.
  public struct Audiobook: Codable, Hashable, Sendable {
    /// The identity of the audiobook.
    public var id: String?
    /// The identity as an address, such as `spotify:show:…`.
    public var uri: String?
    /// The name.
    public var name: String?
    /// Who wrote it; only names.
    public var authors: LossyArray<Artist>?
    /// Who reads it; only names.
    public var narrators: LossyArray<Artist>?
    /// Who publishes it.
    public var publisher: String?
    /// Which edition it is.
    public var edition: String?
    /// What it is about.
    public var text: String?
    /// What it is about, in HTML.
    public var html: String?
    /// Pictures, the largest first.
    public var images: LossyArray<Image>?
    /// The number of its chapters.
    public var totalChapters: Int?
    /// Whether the words are explicit.
    public var isExplicit: Bool?
    /// The languages.
    public var languages: [String]?
    /// `audio`.
    public var mediaType: String?
    /// Whose it is.
    public var copyrights: LossyArray<Copyright>?
    /// As ``Track/availableMarkets``.
    public var availableMarkets: [String]?
    /// The kind of thing: `audiobook`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
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
