/// A territory of the invented store.
struct Storefront: Sendable, Hashable {
  /// The lowercase id: `us`.
  let id: String
  let index: Int
  let name: String
  /// The first tag is the default.
  let supportedLanguageTags: [String]
  let explicitContentPolicy: String
  /// As iTunes spells the country: `USA`.
  let countryCode: String
  let currency: String

  var defaultLanguageTag: String { supportedLanguageTags[0] }
  /// Some storefronts list no genres at all.
  var listsGenres: Bool { id != "lu" }

  private static let table = [
    ("us", "United States", ["en-US", "es-MX"], "allowed", "USA", "USD"),
    ("gb", "United Kingdom", ["en-GB"], "allowed", "GBR", "GBP"),
    ("de", "Germany", ["de-DE", "en-GB"], "allowed", "DEU", "EUR"),
    ("fr", "France", ["fr-FR", "en-GB"], "opt-in", "FRA", "EUR"),
    ("jp", "Japan", ["ja", "en-US"], "allowed", "JPN", "JPY"),
    ("br", "Brazil", ["pt-BR", "en-GB"], "prohibited", "BRA", "BRL"),
    ("lu", "Luxembourg", ["en-GB", "fr-FR", "de-DE"], "allowed", "LUX", "EUR"),
  ]

  static let all = table.enumerated().map { index, row in
    Storefront(
      id: row.0,
      index: index,
      name: row.1,
      supportedLanguageTags: row.2,
      explicitContentPolicy: row.3,
      countryCode: row.4,
      currency: row.5
    )
  }

  /// Returns `nil` for a country without a store, and for ids that are not lowercase.
  static func named(_ id: String) -> Storefront? { all.first { $0.id == id } }
}

/// A set of storefronts.
struct Storefronts: OptionSet, Sendable {
  let rawValue: UInt8

  static let none: Storefronts = []

  static func only(_ ids: String...) -> Storefronts {
    let indices = ids.compactMap { Storefront.named($0)?.index }
    return Storefronts(rawValue: indices.reduce(0) { $0 | 1 << UInt8($1) })
  }

  static func except(_ id: String) -> Storefronts {
    Storefronts(rawValue: (1 << UInt8(Storefront.all.count)) - 1).subtracting(only(id))
  }

  func holds(_ storefront: Storefront) -> Bool {
    rawValue & (1 << UInt8(storefront.index)) != 0
  }
}
