import Foundation
import MusicCatalog

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
  /// How many bytes a term may have in UTF-8. Longer ones name nothing, and some would not even
  /// pass the proxies on the way, encoded three times as long.
  public static let maximumTermBytes = 1000

  func parameters(
    country defaultCountry: String,
    language defaultLanguage: ITunes.Language?
  ) throws(CatalogError) -> [ITunesQuery.Parameter] {
    let words = term.split(whereSeparator: \.isSeparating).joined(separator: " ")
    guard !words.isEmpty else { throw .iTunesArgument("the term is empty") }
    guard words.utf8.count <= Self.maximumTermBytes else {
      throw .iTunesArgument("the term is longer than \(Self.maximumTermBytes) bytes")
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
    ].compactMap(ITunesQuery.Parameter.init)
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
