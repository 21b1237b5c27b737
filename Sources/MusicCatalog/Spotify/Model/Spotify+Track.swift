extension Spotify {
  /// A track, whole or as albums list it: then without album, codes and popularity.
  ///
  /// A local file in a playlist has no ``id``, and artists without any.
  public struct Track: Codable, Hashable, Sendable {
    /// The identity answered. With a market it may differ from the one asked: see ``askedID``.
    public var id: String?
    /// The identity as an address: `spotify:track:…`, or `spotify:local:…` of a local file.
    public var uri: String?
    /// The title.
    public var name: String?
    /// Who plays, the first one foremost.
    public var artists: TolerantList<Artist>?
    /// The album that this track is of.
    public var album: Album?
    /// The length in milliseconds.
    public var durationMilliseconds: Int?
    /// Whether the words are explicit; `false` as well where nobody knows.
    public var isExplicit: Bool?
    /// The disc, from 1.
    public var discNumber: Int?
    /// The place on the disc, from 1.
    public var trackNumber: Int?
    /// Whether it is a file on the computer of who made the playlist.
    public var isLocal: Bool?
    /// Whether it plays in the market asked; only with a market.
    public var isPlayable: Bool?
    /// What was asked for, where another track was answered in its place.
    public var linkedFrom: Link?
    /// Why it does not play.
    public var restrictions: Restrictions?
    /// The countries where it plays; not with a market, nor for apps in development mode.
    public var availableMarkets: [String]?
    /// Codes beyond the service.
    public var externalIDs: ExternalIDs?
    /// 0 … 100.
    public var popularity: Int?
    /// An MP3 of 30 s; `nil` for most apps since November 2024.
    public var previewURL: String?
    /// In playlists of the older form: whether it is a track.
    public var isTrack: Bool?
    /// In playlists of the older form: whether it is an episode.
    public var isEpisode: Bool?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    /// Makes one of which nothing is known.
    public init() {}

    private enum CodingKeys: String, CodingKey {
      case id, uri, name, artists, album, restrictions, popularity, type, href
      case durationMilliseconds = "duration_ms"
      case isExplicit = "explicit"
      case discNumber = "disc_number"
      case trackNumber = "track_number"
      case isLocal = "is_local"
      case isPlayable = "is_playable"
      case linkedFrom = "linked_from"
      case availableMarkets = "available_markets"
      case externalIDs = "external_ids"
      case previewURL = "preview_url"
      case isTrack = "track"
      case isEpisode = "episode"
      case externalURLs = "external_urls"
    }
  }
}
