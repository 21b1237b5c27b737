import PlayerKitServices

/// What is refused before anything is sent.
enum SpotifyChecks {
  static func invalid(_ message: String) -> CatalogError { .spotify(.invalidArgument, message) }

  /// The identity of a thing in the catalog: letters and digits. One that is not would spoil a whole
  /// list of them.
  @discardableResult
  static func identity(_ id: String) throws -> String {
    let isPlain = id.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
    guard isPlain, !id.isEmpty, id.utf8.count <= RequestBounds.identity else {
      throw invalid("An identity at Spotify is made of letters and digits.")
    }
    return id
  }

  /// The name of a user, of which only little is known.
  static func user(_ id: String) throws {
    guard id.contains(where: { !$0.isWhitespace }), id != ".", id != "..",
      id.utf8.count <= RequestBounds.identity
    else { throw invalid("No user is called this.") }
  }

  /// Identities as addresses: `spotify:track:…`.
  static func uris(_ uris: [String]) throws {
    for uri in uris { try self.uri(uri) }
  }

  /// An identity as an address: `spotify:track:…`.
  static func uri(_ uri: String) throws {
    let isWhole = uri.split(separator: ":", omittingEmptySubsequences: false).count >= 3
    guard uri.hasPrefix("spotify:"), isWhole, !uri.contains(","),
      !uri.contains(where: \.isWhitespace), uri.utf8.count <= 1_000
    else { throw invalid("An address at Spotify looks like spotify:track:….") }
  }

  /// A country as ISO 3166 writes it: two letters.
  static func market(_ market: String?) throws {
    guard let market else { return }
    let isCountry = market == "from_token" || market.utf8.count == 2
    guard isCountry, market.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else {
      throw invalid("A market is a country of two letters.")
    }
  }

  static func limit(_ limit: Int?, atMost maximum: Int) throws {
    guard let limit else { return }
    guard (1...maximum).contains(limit) else {
      throw invalid("This limit is 1 … \(maximum), not \(limit).")
    }
  }

  static func offset(_ offset: Int?) throws {
    guard let offset else { return }
    guard offset >= 0 else { throw invalid("An offset is not negative.") }
  }

  /// A time as the service counts it.
  static func milliseconds(_ duration: Duration) throws -> Int {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    guard duration >= .zero, !overflows, whole < Int64.max - 1_000 else {
      throw invalid("A position is not negative, and not endless.")
    }
    return Int(whole + attoseconds / 1_000_000_000_000_000)
  }
}

/// The bounds that the service keeps.
enum SpotifyLimits {
  /// What every app may have of a search or of an artist's albums in one page.
  static let smallPage = 10
  /// What most lists hold in a page at most.
  static let page = 50
  /// What recommendations give at most, and playlists take at once.
  static let many = 100
  /// How far a search goes.
  static let searchDepth = 1_000
  /// How many addresses one request to the library holds.
  static let library = 40
  /// How many seeds recommendations take.
  static let seeds = 5
}
