import Foundation
import PlayerKitServices

extension ITunes {
  /// A lookup of items by their ids, and of the items that belong to them if an entity is set.
  public struct LookUp: Hashable, Sendable {
    /// The ids and their kind.
    @nonexhaustive public enum Key: Hashable, Sendable {
      /// The store's ids of songs, albums or artists. One lookup may mix them.
      case ids([String])
      /// Artists by AllMusic's ids.
      case amgArtistIDs([String])
      /// Albums by AllMusic's ids.
      case amgAlbumIDs([String])
      /// Albums by barcodes of 8 … 14 digits. The service knows about two thirds, and accepts one
      /// per request.
      case upcs([String])
    }

    /// The ids and their kind.
    public var key: Key
    /// The items to include, such as an artist's albums or an album's songs; `nil` for none.
    public var entity: Entity?
    /// The country as a two-letter code; `nil` for the client's country.
    public var country: String?
    /// The maximum number of `entity` items per id, 1 … 200; `nil` for the service's 50.
    public var limit: Int?
    /// The order of the included items.
    public var sort: Sort?

    /// Creates a lookup.
    public init(
      _ key: Key,
      entity: Entity? = nil,
      country: String? = nil,
      limit: Int? = nil,
      sort: Sort? = nil
    ) {
      self.key = key
      self.entity = entity
      self.country = country
      self.limit = limit
      self.sort = sort
    }
  }

  /// The answer to a lookup.
  public struct LookUpResults: Hashable, Sendable {
    /// The requested items without duplicates, in the order of their ids. Items by AllMusic's album
    /// ids and by barcodes are in the service's order.
    public let items: [Item]
    /// The items that belong to them, in the service's order.
    public let children: [Item]
    /// The ids that the service does not have in this country. With several AllMusic albums, the
    /// service does not report which are missing, so none is listed.
    public let missing: [String]
    /// The members that could not be read. Their ids are in ``missing``.
    public let unreadable: [UnreadableMember]
  }
}

extension ITunes.LookUp {
  /// The number of ids per request without an entity. The service reportedly answers up to about
  /// 200, and fails at 500.
  static let chunk = 100
  /// The maximum number of results in one answer, including parents.
  static let resultsCap = 200

  /// Returns the JSON name of the key, and its ids in order without duplicates.
  func keys() throws(CatalogError) -> (name: String, ids: [String]) {
    let (name, ids): (String, [String]) =
      switch key {
      case .ids(let ids): ("id", ids)
      case .amgArtistIDs(let ids): ("amgArtistId", ids)
      case .amgAlbumIDs(let ids): ("amgAlbumId", ids)
      case .upcs(let ids): ("upc", ids)
      }
    guard !ids.isEmpty else { throw .iTunesArgument("there are no ids") }
    let lengths = name == "upc" ? 8...14 : 1...32
    guard ids.allSatisfy({ $0.isASCIIDigits && lengths.contains($0.utf8.count) }) else {
      throw .iTunesArgument("an id is not a number")
    }
    var seen: Set<String> = []
    return (name, ids.filter { seen.insert($0.withoutLeadingZeros).inserted })
  }

  /// The number of ids per request.
  ///
  /// With an entity, each id adds itself and up to `limit` items. All must fit, or the last ids
  /// would seem to be missing.
  var idsPerRequest: Int {
    if case .upcs = key { return 1 }
    guard entity != nil else { return Self.chunk }
    // Creating the parameters refuses a limit out of range.
    let limit = min(max(limit ?? 50, 1), Self.resultsCap)
    return max(1, Self.resultsCap / (1 + limit))
  }

  func parameters(
    name: String,
    ids: some Sequence<String>,
    country defaultCountry: String,
    language: ITunes.Language?
  ) throws(CatalogError) -> [URLQueryItem] {
    try ITunesQuery.check(limit: limit)
    for word in [entity?.rawValue, sort?.rawValue].compactMap(\.self) {
      try ITunesQuery.check(name: word)
    }
    return [
      (name, ids.joined(separator: ",")),
      ("country", try ITunesQuery.country(country ?? defaultCountry)),
      ("entity", entity?.rawValue),
      ("limit", limit.map(String.init)),
      ("sort", sort?.rawValue),
      ("lang", try ITunesQuery.language(language)),
    ].map { URLQueryItem(name: $0, value: $1) }
  }
}

extension String {
  /// The number without leading zeros, because `0123` and `123` are the same.
  var withoutLeadingZeros: String {
    let rest = drop { $0 == "0" }
    return String(rest.isEmpty ? suffix(1) : rest)
  }
}

/// Combines the answers of a lookup's requests: requested items, included items, missing ids. Pure.
struct ITunesLookUpSorter {
  private let lookUp: ITunes.LookUp
  private let asked: [String]
  private var found: [String: ITunes.Item] = [:]
  private var others: [ITunes.Item] = []
  private var children: [ITunes.Item] = []
  private var unreadable: [UnreadableMember] = []
  private var silent: [String] = []
  private var base = 0

  /// Creates a sorter. `asked` contains all ids of the lookup without duplicates.
  init(_ lookUp: ITunes.LookUp, asked: [String]) {
    self.lookUp = lookUp
    self.asked = asked
  }

  /// Adds the answer to the request for `ids`.
  mutating func add(_ results: ITunes.Results, to ids: ArraySlice<String>) {
    let wanted = Set(ids.map(\.withoutLeadingZeros))
    for item in results.items {
      switch lookUp.key {
      case .ids, .amgArtistIDs:
        let id = ownID(item).map(\.withoutLeadingZeros)
        if let id, wanted.contains(id), found[id] == nil {
          found[id] = item
        } else {
          children.append(item)
        }
      case .amgAlbumIDs, .upcs:
        if case .collection = item { others.append(item) } else { children.append(item) }
      }
    }
    if results.count == 0 { silent += ids }
    for var member in results.unreadable {
      member.index += base
      unreadable.append(member)
    }
    base += results.count
  }

  var results: ITunes.LookUpResults {
    let isNumbered =
      switch lookUp.key {
      case .ids, .amgArtistIDs: true
      case .amgAlbumIDs, .upcs: false
      }
    return ITunes.LookUpResults(
      items: asked.compactMap { found[$0.withoutLeadingZeros] } + others,
      children: children,
      missing: isNumbered ? asked.filter { found[$0.withoutLeadingZeros] == nil } : silent,
      unreadable: unreadable
    )
  }

  private func ownID(_ item: ITunes.Item) -> String? {
    if case .amgArtistIDs = lookUp.key {
      if case .artist(let artist) = item { artist.amgArtistID } else { nil }
    } else {
      item.id
    }
  }
}
