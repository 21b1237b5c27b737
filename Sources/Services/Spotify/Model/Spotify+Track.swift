import PlayerKitServices

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
    public var artists: LossyArray<Artist>?
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
  /// The identity that was asked for, where another track was answered in its place; else its own.
  /// What is kept of a track should be this one.
  public var askedID: String? { linkedFrom?.id ?? id }

  /// Whether the track plays, as far as this answer tells.
  ///
  /// - Parameter market: a country, where the answer is not for one already.
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
  /// Whether something plays.
  @nonexhaustive public enum Availability: Sendable, Hashable {
    /// It does.
    case playable
    /// It does not, for a reason.
    case restricted(RestrictionReason)
    /// The service has it in no country.
    case inNoMarket
    /// It is a file of somebody's computer.
    case localFile
    /// The answer does not tell: ask with a market.
    case unknown
  }

  /// Why something does not play.
  public struct Restrictions: Codable, Hashable, Sendable {
    /// The reason.
    public var reason: RestrictionReason?
  }

  /// What keeps something from being played.
  public struct RestrictionReason: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes it from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// It is not to be had in the market.
    public static let market = Self(rawValue: "market")
    /// The user's subscription does not include it.
    public static let product = Self(rawValue: "product")
    /// It is explicit, and the user's settings keep that away.
    public static let explicit = Self(rawValue: "explicit")
  }

  /// What something is played as a part of. It has no ``Link/id``.
  public typealias Context = Link

  /// A thing by its identity alone.
  public struct Link: Codable, Hashable, Sendable {
    /// The identity.
    public var id: String?
    /// The identity as an address.
    public var uri: String?
    /// The kind of thing, such as `track`.
    public var type: String?
    /// Where the API has the whole of it.
    public var href: String?
    /// Pages for people, by name: `spotify`.
    public var externalURLs: [String: String]?

    private enum CodingKeys: String, SnakeCaseKey {
      case id, uri, type, href, externalURLs
    }
  }

  /// Tracks that the service thinks fit.
  public struct Recommendations: Codable, Hashable, Sendable {
    /// What was asked by.
    public var seeds: LossyArray<Seed>?
    /// The tracks.
    public var tracks: LossyArray<Track>?
  }

  /// What recommendations were asked by.
  public struct Seed: Codable, Hashable, Sendable {
    /// The identity, or the name of the genre.
    public var id: String?
    /// `ARTIST`, `TRACK` or `GENRE`.
    public var type: String?
    /// Where the API has it; `nil` of genres.
    public var href: String?
    /// How many tracks there were.
    public var initialPoolSize: Int?
    /// How many the wishes left.
    public var afterFilteringSize: Int?
    /// How many the market left.
    public var afterRelinkingSize: Int?
  }
}
