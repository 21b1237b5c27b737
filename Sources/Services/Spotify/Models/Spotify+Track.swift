import PlayerKitServices

extension Spotify {
  /// A track, in full or as in an album's list, which lacks the album, external ids and popularity.
  ///
  /// A local file in a playlist has no ``id``, and its artists have none either.
  public struct Track: Codable, Hashable, Sendable {
    /// The id. With a market it may differ from the requested one; see ``askedID``.
    public var id: String?
    /// The URI: `spotify:track:…`, or `spotify:local:…` for a local file.
    public var uri: String?
    /// The title.
    public var name: String?
    /// The artists, the main one first.
    public var artists: LossyArray<Artist>?
    /// The album of the track.
    public var album: Album?
    /// The duration in milliseconds.
    public var durationMilliseconds: Int?
    /// Whether the lyrics are explicit. Also `false` if unknown.
    public var isExplicit: Bool?
    /// The disc number, from 1.
    public var discNumber: Int?
    /// The track number on the disc, from 1.
    public var trackNumber: Int?
    /// Whether it is a local file of the playlist's owner.
    public var isLocal: Bool?
    /// Whether it is playable in the requested market. Only with a market.
    public var isPlayable: Bool?
    /// The requested track, if another one was returned instead.
    public var linkedFrom: Link?
    /// The reason why it is not playable.
    public var restrictions: Restrictions?
    /// The countries in which it is playable. Absent with a market, and for apps in development
    /// mode.
    public var availableMarkets: [String]?
    /// External ids of the track.
    public var externalIDs: ExternalIDs?
    /// The popularity, 0 to 100.
    public var popularity: Int?
    /// The URL of a preview: an MP3 of 30 s. `nil` for most apps since November 2024.
    public var previewURL: String?
    /// Whether it is a track. Only in playlists of the older form.
    public var isTrack: Bool?
    /// Whether it is an episode. Only in playlists of the older form.
    public var isEpisode: Bool?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, name, artists, album, restrictions, popularity, type, href, discNumber
      case trackNumber, isLocal, isPlayable, linkedFrom, availableMarkets, externalIDs, previewURL
      case externalURLs
      case durationMilliseconds = "duration_ms"
      case isExplicit = "explicit"
      case isTrack = "track"
      case isEpisode = "episode"
    }
  }
}

extension Spotify.Track {
  /// The requested id if another track was returned instead, otherwise the track's own id. Use this
  /// one to store a track.
  public var askedID: String? { linkedFrom?.id ?? id }

  /// Returns whether the track is playable, according to this reply.
  ///
  /// - Parameter market: A country, if the reply is not already for one.
  public func availability(in market: String? = nil) -> Spotify.Availability {
    if isLocal == true { return .localFile }
    if let reason = restrictions?.reason { return .restricted(reason) }
    if let isPlayable { return isPlayable ? .playable : .restricted(.market) }
    guard let availableMarkets else { return .unknown }
    if availableMarkets.isEmpty { return .inNoMarket }
    guard let market else { return .unknown }
    let isThere = availableMarkets.contains { $0.lowercased() == market.lowercased() }
    return isThere ? .playable : .restricted(.market)
  }
}

extension Spotify {
  /// The availability of an item.
  @nonexhaustive public enum Availability: Sendable, Hashable {
    /// The item is playable.
    case playable
    /// The item is not playable, for a reason.
    case restricted(RestrictionReason)
    /// The item is not available in any country.
    case inNoMarket
    /// The item is a local file.
    case localFile
    /// Unknown from this reply. Send a request with a market.
    case unknown
  }

  /// The restrictions of an item.
  public struct Restrictions: Codable, Hashable, Sendable {
    /// The reason.
    public var reason: RestrictionReason?
  }

  /// A reason why an item is not playable.
  public struct RestrictionReason: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The item is not available in the market.
    public static let market = Self(rawValue: "market")
    /// The user's subscription does not include it.
    public static let product = Self(rawValue: "product")
    /// The item is explicit, and the user's settings filter explicit content.
    public static let explicit = Self(rawValue: "explicit")
  }

  /// The context of playback. It has no ``Link/id``.
  public typealias Context = Link

  /// A reference to an item.
  public struct Link: Codable, Hashable, Sendable {
    /// The id.
    public var id: String?
    /// The URI.
    public var uri: String?
    /// The kind of item, such as `track`.
    public var type: String?
    /// The API endpoint of the full item.
    public var href: String?
    /// Web pages by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, type, href, externalURLs
    }
  }

  /// Recommended tracks.
  public struct Recommendations: Codable, Hashable, Sendable {
    /// The seeds of the request.
    public var seeds: LossyArray<Seed>?
    /// The tracks.
    public var tracks: LossyArray<Track>?
  }

  /// A seed of recommendations.
  public struct Seed: Codable, Hashable, Sendable {
    /// The id, or the name of the genre.
    public var id: String?
    /// `ARTIST`, `TRACK` or `GENRE`.
    public var type: String?
    /// The API endpoint. `nil` for genres.
    public var href: String?
    /// The initial number of tracks.
    public var initialPoolSize: Int?
    /// The number of tracks after filtering by the desired properties.
    public var afterFilteringSize: Int?
    /// The number of tracks after filtering by market.
    public var afterRelinkingSize: Int?
  }
}
