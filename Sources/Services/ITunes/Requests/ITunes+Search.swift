import Foundation
import PlayerKitServices

extension ITunes {
  /// What to search for. All fields but the term may be left to the service.
  ///
  /// The service ignores parameters that it does not know, and then returns an unfiltered list: so
  /// values are checked before they are sent.
  public struct Search: Hashable, Sendable {
    /// The words to look for.
    public var term: String
    /// The kind of shop; music where not said.
    public var media: Media?
    /// The kind of result; songs where not said.
    public var entity: Entity?
    /// Where the words must be found; `nil`: anywhere.
    public var attribute: Attribute?
    /// The country in two letters; `nil`: the client's.
    public var country: String?
    /// The language of the answer; `nil`: the client's.
    public var language: Language?
    /// How many results, 1 … 200; `nil`: the service's 50.
    public var limit: Int?
    /// How many results to skip. Works, though it is not documented.
    public var offset: Int?
    /// The version of the answer's form; `nil`: the service's newest, 2.
    public var version: Int?
    /// Whether to include what is explicit; `nil`: yes.
    public var includesExplicit: Bool?

    /// Makes a search for songs.
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

    /// The search for what follows `results`; `nil` where there are none.
    ///
    /// A page may be shorter than asked for and not be the last: the service leaves out what it does
    /// not sell in a country. Only an empty one ends the list.
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
  /// White space, and what cannot be seen at all.
  fileprivate var isSeparating: Bool {
    isWhitespace
      || unicodeScalars.allSatisfy {
        [.control, .format, .unassigned, .surrogate].contains($0.properties.generalCategory)
      }
  }
}

extension ITunes {
  /// The kind of shop. The set is open.
  public struct Media: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
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
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
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
    /// Mixes: playlists that users once published in the store.
    public static let mix = Entity(rawValue: "mix")
  }

  /// Where a term must be found. The set is open.
  public struct Attribute: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// In a song's name.
    public static let song = Attribute(rawValue: "songTerm")
    /// In an artist's name.
    public static let artist = Attribute(rawValue: "artistTerm")
    /// In an album's name.
    public static let album = Attribute(rawValue: "albumTerm")
    /// In a composer's name.
    public static let composer = Attribute(rawValue: "composerTerm")
    /// In a mix's name.
    public static let mix = Attribute(rawValue: "mixTerm")
    /// The term is a genre's id.
    public static let genre = Attribute(rawValue: "genreIndex")
    /// The term is a rating.
    public static let rating = Attribute(rawValue: "ratingIndex")
  }

  /// The language of the answer. The service has two; names of things stay in their country's.
  public struct Language: RawRepresentable, Hashable, Sendable {
    /// The service's word: language and country.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// English; the service's default.
    public static let english = Language(rawValue: "en_us")
    /// Japanese.
    public static let japanese = Language(rawValue: "ja_jp")
  }

  /// The order of what a look-up lists.
  public struct Sort: RawRepresentable, Hashable, Sendable {
    /// The service's word.
    public let rawValue: String

    /// Takes the service's word.
    public init(rawValue: String) { self.rawValue = rawValue }

    /// The newest first. Affects albums.
    public static let recent = Sort(rawValue: "recent")
    /// The most popular first.
    public static let popular = Sort(rawValue: "popular")
  }
}
