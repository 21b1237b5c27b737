import PlayerKitServices

extension Deezer {
  /// A search query: free words, fields, or both.
  public struct Query: Hashable, Sendable {
    /// The words to find in any field.
    public var words: String
    /// The artist's name.
    public var artist: String?
    /// The track's title.
    public var track: String?
    /// The album's title.
    public var album: String?
    /// The label's name.
    public var label: String?
    /// The minimum duration.
    public var minimumDuration: Duration?
    /// The maximum duration.
    public var maximumDuration: Duration?
    /// The minimum beats per minute.
    public var minimumBPM: Int?
    /// The maximum beats per minute.
    public var maximumBPM: Int?

    /// Creates a query.
    public init(
      _ words: String = "",
      artist: String? = nil,
      track: String? = nil,
      album: String? = nil,
      label: String? = nil,
      minimumDuration: Duration? = nil,
      maximumDuration: Duration? = nil,
      minimumBPM: Int? = nil,
      maximumBPM: Int? = nil
    ) {
      self.words = words
      self.artist = artist
      self.track = track
      self.album = album
      self.label = label
      self.minimumDuration = minimumDuration
      self.maximumDuration = maximumDuration
      self.minimumBPM = minimumBPM
      self.maximumBPM = maximumBPM
    }

    /// The query in the service's syntax: `artist:"the band" track:"opening night"`. Quotation
    /// marks in values become spaces, because the syntax cannot express them.
    public var text: String {
      func clean(_ text: String) -> String {
        text.split { $0.isWhitespace || $0 == "\"" }.joined(separator: " ")
      }
      let texts = [("artist", artist), ("track", track), ("album", album), ("label", label)]
        .compactMap { name, value in
          value.map(clean).flatMap { $0.isEmpty ? nil : "\(name):\"\($0)\"" }
        }
      let numbers = [
        ("dur_min", minimumDuration.map { Int($0.components.seconds) }),
        ("dur_max", maximumDuration.map { Int($0.components.seconds) }),
        ("bpm_min", minimumBPM), ("bpm_max", maximumBPM),
      ].compactMap { name, value in value.map { "\(name):\($0)" } }
      let words = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      return ([words] + texts + numbers).filter { !$0.isEmpty }.joined(separator: " ")
    }
  }

  /// The order of results. The set is open.
  public struct Order: RawRepresentable, Hashable, Sendable {
    /// The service's name of the order.
    public let rawValue: String

    /// Creates an order from the service's name.
    public init(rawValue: String) {
      self.rawValue = rawValue
    }

    /// Best match first, the service's default.
    public static let ranking = Order(rawValue: "RANKING")
    /// By track title.
    public static let track = Order(rawValue: "TRACK_ASC")
    /// By artist name.
    public static let artist = Order(rawValue: "ARTIST_ASC")
    /// By album title.
    public static let album = Order(rawValue: "ALBUM_ASC")
    /// Most popular first.
    public static let rating = Order(rawValue: "RATING_DESC")
    /// Shortest first.
    public static let duration = Order(rawValue: "DURATION_ASC")
  }

  /// A type that can be searched for.
  public protocol Searchable: Codable, Hashable, Sendable {
    /// The last component of the search's path.
    static var searchName: String { get }
  }
}

extension Deezer.Track: Deezer.Searchable {
  /// `track`.
  public static var searchName: String { "track" }
}

extension Deezer.Album: Deezer.Searchable {
  /// `album`.
  public static var searchName: String { "album" }
}

extension Deezer.Artist: Deezer.Searchable {
  /// `artist`.
  public static var searchName: String { "artist" }
}

extension Deezer.Playlist: Deezer.Searchable {
  /// `playlist`.
  public static var searchName: String { "playlist" }
}
