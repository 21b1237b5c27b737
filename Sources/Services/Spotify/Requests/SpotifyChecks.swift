import PlayerKitServices

/// Validates calls before a request is sent.
enum SpotifyChecks {
  static func invalid(_ message: String) -> CatalogError { .spotify(.invalidArgument, message) }

  /// Validates the id of a catalog item: letters and digits. A malformed id would invalidate a
  /// whole list.
  @discardableResult
  static func identity(_ id: String) throws -> String {
    let isPlain = id.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
    guard isPlain, !id.isEmpty, id.utf8.count <= RequestBounds.identity else {
      throw invalid("An id of Spotify has only letters and digits.")
    }
    return id
  }

  /// Validates the id of a user. Its form is largely undocumented.
  static func user(_ id: String) throws {
    guard id.contains(where: { !$0.isWhitespace }), id != ".", id != "..",
      id.utf8.count <= RequestBounds.identity
    else { throw invalid("This is not a user name.") }
  }

  /// Validates URIs: `spotify:track:…`.
  static func uris(_ uris: [String]) throws {
    for uri in uris { try self.uri(uri) }
  }

  /// Validates a URI: `spotify:track:…`.
  static func uri(_ uri: String) throws {
    let isWhole = uri.split(separator: ":", omittingEmptySubsequences: false).count >= 3
    guard uri.hasPrefix("spotify:"), isWhole, !uri.contains(","),
      !uri.contains(where: \.isWhitespace), uri.utf8.count <= 1_000
    else { throw invalid("An address at Spotify looks like spotify:track:….") }
  }

  /// Validates a country in ISO 3166 form: two letters.
  static func market(_ market: String?) throws {
    guard let market else { return }
    let isCountry = market == "from_token" || market.utf8.count == 2
    guard isCountry, market.allSatisfy({ $0.isASCII && ($0.isLetter || $0 == "_") }) else {
      throw invalid("A market must be a country code of two letters.")
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
    guard offset >= 0 else { throw invalid("An offset must not be negative.") }
  }

  /// Returns a duration in the service's unit.
  static func milliseconds(_ duration: Duration) throws -> Int {
    let (seconds, attoseconds) = duration.components
    let (whole, overflows) = seconds.multipliedReportingOverflow(by: 1_000)
    guard duration >= .zero, !overflows, whole < Int64.max - 1_000 else {
      throw invalid("A position must not be negative or infinite.")
    }
    return Int(whole + attoseconds / 1_000_000_000_000_000)
  }
}

/// The limits of the service.
enum SpotifyLimits {
  /// The page size of searches and artists' albums that every app may use.
  static let smallPage = 10
  /// The maximum page size of most lists.
  static let page = 50
  /// The maximum number of recommendations, and of playlist items in a request.
  static let many = 100
  /// The maximum number of search results.
  static let searchDepth = 1_000
  /// The maximum number of URIs in one request to the library.
  static let library = 40
  /// The maximum number of seeds for recommendations.
  static let seeds = 5
}
