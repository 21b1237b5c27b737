import Foundation
import PlayerKitServices

extension ITunes {
  /// A search. All fields but the term are optional.
  ///
  /// The service ignores unknown parameters and returns an unfiltered list, so values are checked
  /// before sending.
  public struct Search: Hashable, Sendable {
    /// The words to search for.
    public var term: String
    /// The kind of store; music by default.
    public var media: Media?
    /// The kind of result; songs by default.
    public var entity: Entity?
    /// The field that must contain the words; `nil` for any.
    public var attribute: Attribute?
    /// The country as a two-letter code; `nil` for the client's country.
    public var country: String?
    /// The language of the answer; `nil` for the client's language.
    public var language: Language?
    /// The number of results, 1 … 200; `nil` for the service's 50.
    public var limit: Int?
    /// The number of results to skip. It works, but is undocumented.
    public var offset: Int?
    /// The version of the answer's format; `nil` for the newest, 2.
    public var version: Int?
    /// Whether to include explicit items; `nil` includes them.
    public var includesExplicit: Bool?

    /// Creates a search for songs.
    public init(
      _ term: String,
      media: Media? = .music,
      entity: Entity? = .song,
      attribute: Attribute? = nil,
      country: String? = nil,
      language: Language? = nil,
      limit: Int? = nil,
      offset: Int? = nil,
      version: Int? = nil,
      includesExplicit: Bool? = nil
    ) {
      self.term = term
      self.media = media
      self.entity = entity
      self.attribute = attribute
      self.country = country
      self.language = language
      self.limit = limit
      self.offset = offset
      self.version = version
      self.includesExplicit = includesExplicit
    }

    /// Returns the search for the page after `results`; `nil` if `results` is empty.
    ///
    /// A page may be shorter than requested without being the last, because the service leaves out
    /// items that it does not sell in a country. Only an empty page ends the list.
    public func next(after results: Results) -> Search? {
      let (start, overflow) = (offset ?? 0).addingReportingOverflow(results.count)
      guard results.count > 0, !overflow else { return nil }
      var next = self
      next.offset = start
      return next
    }
  }
}

extension ITunes.Search {
  func parameters(
    country defaultCountry: String,
    language defaultLanguage: ITunes.Language?
  ) throws(CatalogError) -> [URLQueryItem] {
    let words = term.split(whereSeparator: \.isSeparating).joined(separator: " ")
    guard !words.isEmpty else { throw .iTunesArgument("the term is empty") }
    guard words.utf8.count <= RequestBounds.term else {
      throw .iTunesArgument("the term is longer than \(RequestBounds.term) bytes")
    }
    try ITunesQuery.check(limit: limit)
    guard offset ?? 0 >= 0 else { throw .iTunesArgument("the offset is negative") }
    guard (1...2).contains(version ?? 2) else { throw .iTunesArgument("the version is not 1 or 2") }
    for name in [media?.rawValue, entity?.rawValue, attribute?.rawValue].compactMap(\.self) {
      try ITunesQuery.check(name: name)
    }
    return [
      ("term", words),
      ("country", try ITunesQuery.country(country ?? defaultCountry)),
      ("media", media?.rawValue),
      ("entity", entity?.rawValue),
      ("attribute", attribute?.rawValue),
      ("limit", limit.map(String.init)),
      ("offset", offset.map(String.init)),
      ("lang", try ITunesQuery.language(language ?? defaultLanguage)),
      ("version", version.map(String.init)),
      ("explicit", includesExplicit.map { $0 ? "Yes" : "No" }),
    ].map { URLQueryItem(name: $0, value: $1) }
  }
}

extension Character {
  /// Whether the character is white space or invisible.
  fileprivate var isSeparating: Bool {
    isWhitespace
      || unicodeScalars.allSatisfy {
        [.control, .format, .unassigned, .surrogate].contains($0.properties.generalCategory)
      }
  }
}

extension ITunes {
  /// The kind of store. The set is open.
  public struct Media: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates a kind from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Everything.
    public static let all = Media(rawValue: "all")
    /// Music.
    public static let music = Media(rawValue: "music")
    /// Music videos.
    public static let musicVideo = Media(rawValue: "musicVideo")
    /// Podcasts.
    public static let podcast = Media(rawValue: "podcast")
    /// Audiobooks.
    public static let audiobook = Media(rawValue: "audiobook")
  }

  /// The kind of result. The set is open.
  public struct Entity: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates a kind from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Songs.
    public static let song = Entity(rawValue: "song")
    /// Songs and music videos.
    public static let musicTrack = Entity(rawValue: "musicTrack")
    /// Albums.
    public static let album = Entity(rawValue: "album")
    /// Artists.
    public static let musicArtist = Entity(rawValue: "musicArtist")
    /// Music videos.
    public static let musicVideo = Entity(rawValue: "musicVideo")
    /// Mixes: playlists that users formerly published in the store.
    public static let mix = Entity(rawValue: "mix")
  }

  /// The field that must contain a term. The set is open.
  public struct Attribute: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates an attribute from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// A song's name.
    public static let song = Attribute(rawValue: "songTerm")
    /// An artist's name.
    public static let artist = Attribute(rawValue: "artistTerm")
    /// An album's name.
    public static let album = Attribute(rawValue: "albumTerm")
    /// A composer's name.
    public static let composer = Attribute(rawValue: "composerTerm")
    /// A mix's name.
    public static let mix = Attribute(rawValue: "mixTerm")
    /// A genre's id.
    public static let genre = Attribute(rawValue: "genreIndex")
    /// A rating.
    public static let rating = Attribute(rawValue: "ratingIndex")
  }

  /// The language of the answer. The service has two. Names of items stay in their country's
  /// language.
  public struct Language: RawRepresentable, Hashable, Sendable {
    /// The service's value: language and country.
    public let rawValue: String

    /// Creates a language from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// English, the service's default.
    public static let english = Language(rawValue: "en_us")
    /// Japanese.
    public static let japanese = Language(rawValue: "ja_jp")
  }

  /// The order of a lookup's results.
  public struct Sort: RawRepresentable, Hashable, Sendable {
    /// The service's value.
    public let rawValue: String

    /// Creates an order from the service's value.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// Newest first. Affects albums.
    public static let recent = Sort(rawValue: "recent")
    /// Most popular first.
    public static let popular = Sort(rawValue: "popular")
  }
}
