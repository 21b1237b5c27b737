import PlayerKitServices

extension Spotify {
  /// A kind of item to search for.
  public struct SearchType: ExtensibleString {
    /// The service's spelling.
    public let rawValue: String
    /// Makes a value from the service's spelling.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Tracks.
    public static let track = Self(rawValue: "track")
    /// Albums.
    public static let album = Self(rawValue: "album")
    /// Artists.
    public static let artist = Self(rawValue: "artist")
    /// Playlists.
    public static let playlist = Self(rawValue: "playlist")
    /// Podcasts.
    public static let show = Self(rawValue: "show")
    /// Episodes of podcasts.
    public static let episode = Self(rawValue: "episode")
    /// Audiobooks.
    public static let audiobook = Self(rawValue: "audiobook")
  }

  /// A search query: a text, and fields that narrow it.
  ///
  /// ```swift
  /// Spotify.SearchQuery("love", artist: "The Example Band", years: 1990...1999)
  /// ```
  public struct SearchQuery: Sendable, Hashable {
    /// Words that may appear anywhere. The service also interprets fields (`artist:x`) in them.
    public var words: String
    /// A part of the artist's name. For tracks, albums and artists.
    public var artist: String?
    /// A part of the album's name. For tracks and albums.
    public var album: String?
    /// A part of the track's name. For tracks.
    public var track: String?
    /// The years of release. For tracks, albums and artists.
    public var years: ClosedRange<Int>?
    /// The genre. For tracks and artists.
    public var genre: String?
    /// The code of the recording. For tracks.
    public var isrc: String?
    /// The code of the release. For albums.
    public var upc: String?
    /// `new` for releases of the last two weeks, `hipster` for little-known ones. For albums.
    public var tag: String?

    /// Makes a query.
    public init(
      _ words: String = "",
      artist: String? = nil,
      album: String? = nil,
      track: String? = nil,
      years: ClosedRange<Int>? = nil,
      genre: String? = nil,
      isrc: String? = nil,
      upc: String? = nil,
      tag: String? = nil
    ) {
      self.words = words
      self.artist = artist
      self.album = album
      self.track = track
      self.years = years
      self.genre = genre
      self.isrc = isrc
      self.upc = upc
      self.tag = tag
    }
  }
}

extension Spotify.SearchQuery: ExpressibleByStringLiteral {
  /// Makes a query from words.
  public init(stringLiteral words: String) { self.init(words) }
}

extension Spotify.SearchQuery {
  /// The query in the service's syntax. A value of several words is quoted, so it cannot contain
  /// quotes.
  public var text: String {
    let years = years.map { years in
      years.count == 1 ? "\(years.lowerBound)" : "\(years.lowerBound)-\(years.upperBound)"
    }
    let fields = [
      ("track", track), ("artist", artist), ("album", album), ("year", years), ("genre", genre),
      ("isrc", isrc), ("upc", upc), ("tag", tag),
    ]
    let written = fields.compactMap { name, value -> String? in
      guard let value = value.map(Self.plain), !value.isEmpty else { return nil }
      return value.contains(" ") ? "\(name):\"\(value)\"" : "\(name):\(value)"
    }
    return ([Self.joined(words)] + written).filter { !$0.isEmpty }.joined(separator: " ")
  }

  func checkedText() throws -> String {
    let text = text
    guard !text.isEmpty else { throw SpotifyChecks.invalid("A search needs a term.") }
    guard text.utf8.count <= RequestBounds.term else {
      throw SpotifyChecks.invalid("A search has at most \(RequestBounds.term) bytes.")
    }
    return text
  }

  private static func joined(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static func plain(_ value: String) -> String { joined(value.replacing("\"", with: " ")) }
}
