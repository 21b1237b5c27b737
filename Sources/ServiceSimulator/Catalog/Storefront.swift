/// A territory of the invented store.
struct Storefront: Sendable, Hashable {
  /// Lower case: `us`.
  let id: String
  let index: Int
  let name: String
  let defaultLanguageTag: String
  let supportedLanguageTags: [String]
  let explicitContentPolicy: String
  /// As iTunes spells the country: `USA`.
  let countryCode: String
  let currency: String
  /// Some storefronts list no genres at all.
  var listsGenres = true

  static let all: [Storefront] = [
    Storefront(
      id: "us",
      index: 0,
      name: "United States",
      defaultLanguageTag: "en-US",
      supportedLanguageTags: ["en-US", "es-MX"],
      explicitContentPolicy: "allowed",
      countryCode: "USA",
      currency: "USD"
    ),
    Storefront(
      id: "gb",
      index: 1,
      name: "United Kingdom",
      defaultLanguageTag: "en-GB",
      supportedLanguageTags: ["en-GB"],
      explicitContentPolicy: "allowed",
      countryCode: "GBR",
      currency: "GBP"
    ),
    Storefront(
      id: "de",
      index: 2,
      name: "Germany",
      defaultLanguageTag: "de-DE",
      supportedLanguageTags: ["de-DE", "en-GB"],
      explicitContentPolicy: "allowed",
      countryCode: "DEU",
      currency: "EUR"
    ),
    Storefront(
      id: "fr",
      index: 3,
      name: "France",
      defaultLanguageTag: "fr-FR",
      supportedLanguageTags: ["fr-FR", "en-GB"],
      explicitContentPolicy: "opt-in",
      countryCode: "FRA",
      currency: "EUR"
    ),
    Storefront(
      id: "jp",
      index: 4,
      name: "Japan",
      defaultLanguageTag: "ja",
      supportedLanguageTags: ["ja", "en-US"],
      explicitContentPolicy: "allowed",
      countryCode: "JPN",
      currency: "JPY"
    ),
    Storefront(
      id: "br",
      index: 5,
      name: "Brazil",
      defaultLanguageTag: "pt-BR",
      supportedLanguageTags: ["pt-BR", "en-GB"],
      explicitContentPolicy: "prohibited",
      countryCode: "BRA",
      currency: "BRL"
    ),
    Storefront(
      id: "lu",
      index: 6,
      name: "Luxembourg",
      defaultLanguageTag: "en-GB",
      supportedLanguageTags: ["en-GB", "fr-FR", "de-DE"],
      explicitContentPolicy: "allowed",
      countryCode: "LUX",
      currency: "EUR",
      listsGenres: false
    ),
  ]

  /// Nil for a country without a store, and for anything not in lower case.
  static func named(_ id: String) -> Storefront? {
    all.first { $0.id == id }
  }
}

/// Some storefronts.
struct Storefronts: OptionSet, Sendable {
  let rawValue: UInt8

  static let none: Storefronts = []

  static func only(_ id: String) -> Storefronts {
    guard let storefront = Storefront.named(id) else { return .none }
    return Storefronts(rawValue: 1 << UInt8(storefront.index))
  }

  static func except(_ id: String) -> Storefronts {
    Storefronts(rawValue: (1 << UInt8(Storefront.all.count)) - 1).subtracting(only(id))
  }

  func holds(_ storefront: Storefront) -> Bool {
    rawValue & (1 << UInt8(storefront.index)) != 0
  }
}
