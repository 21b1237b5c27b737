import Foundation
import PlayerKitServices

extension ITunes {
  /// What to look up: things by their ids, and, where an entity is given, what belongs to them.
  public struct LookUp: Hashable, Sendable {
    /// The ids, and whose they are.
    @nonexhaustive public enum Key: Hashable, Sendable {
      /// The store's ids of songs, albums, artists, of different kinds in one look-up too.
      case ids([String])
      /// Artists by AllMusic's ids.
      case amgArtistIDs([String])
      /// Albums by AllMusic's ids.
      case amgAlbumIDs([String])
      /// Albums by their bar codes, of 8 … 14 digits. The service knows about two thirds, and takes
      /// one with a request.
      case upcs([String])
    }

    /// The ids, and whose they are.
    public var key: Key
    /// What belongs to them: an artist's albums, an album's songs. `nil`: only the things
    /// themselves.
    public var entity: Entity?
    /// The country in two letters; `nil`: the client's.
    public var country: String?
    /// How many of `entity` for each id, 1 … 200; `nil`: the service's 50.
    public var limit: Int?
    /// The order of what belongs to them.
    public var sort: Sort?

    /// Makes a look-up.
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

  /// The answer to a look-up.
  public struct LookUpResults: Hashable, Sendable {
    /// The things that were asked for, in the order of their ids, each once; those by AllMusic's
    /// albums and by bar codes in the service's order.
    public let items: [Item]
    /// What belongs to them by the look-up's entity, in the service's order.
    public let children: [Item]
    /// The ids that the service has nothing for in this country. It does not say so of some of
    /// several AllMusic albums; then none of them is here.
    public let missing: [String]
    /// Members that could not be read. Their ids are among ``missing``.
    public let unreadable: [UnreadableMember]
  }
}

extension ITunes.LookUp {
  /// How many ids one request carries where nothing belongs to them. The service is said to answer
  /// up to about 200, and to fail at 500.
  static let chunk = 100
  /// How many results one answer has at most, parents included.
  static let resultsCap = 200

  /// The key's name on the wire, and its ids, each once, in their order.
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

  /// How many ids a request carries.
  ///
  /// With an entity each id brings itself and up to `limit` others, and all of them must fit, else
  /// the last ids would look missing.
  var idsPerRequest: Int {
    if case .upcs = key { return 1 }
    guard entity != nil else { return Self.chunk }
    // A limit out of range is refused when its parameters are made.
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
  /// One form for `0123` and `123`, which are the same number.
  var withoutLeadingZeros: String {
    let rest = drop { $0 == "0" }
    return String(rest.isEmpty ? suffix(1) : rest)
  }
}

/// Puts the answers of a look-up's requests together: what was asked for, what belongs to it, what
/// is missing. Pure.
struct ITunesLookUpSorter {
  private let lookUp: ITunes.LookUp
  private let asked: [String]
  private var found: [String: ITunes.Item] = [:]
  private var others: [ITunes.Item] = []
  private var children: [ITunes.Item] = []
  private var unreadable: [UnreadableMember] = []
  private var silent: [String] = []
  private var base = 0

  /// `asked`: all ids of the look-up, each once.
  init(_ lookUp: ITunes.LookUp, asked: [String]) {
    self.lookUp = lookUp
    self.asked = asked
  }

  /// Takes the answer to the request for `ids`.
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
