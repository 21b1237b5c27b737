import PlayerKitServices

/// What is refused before anything is sent.
enum RequestChecks {
  /// The term of a search, without the spaces around it.
  static func term(_ term: String) throws -> String {
    let trimmed = term.trimmingSpaces
    guard !trimmed.isEmpty else { throw invalid("A search needs a term.") }
    guard trimmed.utf8.count <= RequestBounds.term else {
      throw invalid("A term has at most \(RequestBounds.term) bytes.")
    }
    return trimmed
  }

  /// One identity, for a path or a list. A comma would make two of one in a list, and `..` climb
  /// in a path; everything else is encoded.
  static func identity(_ id: String) throws {
    guard !id.trimmingSpaces.isEmpty else { throw invalid("An identity is not empty.") }
    guard id.utf8.count <= RequestBounds.identity else {
      throw invalid("An identity has at most \(RequestBounds.identity) bytes.")
    }
    guard !id.contains(","), id != ".", id != ".." else {
      throw invalid("No identity of the service looks like this.")
    }
  }

  /// A name of the service in a path or a list: of a type, a relationship or a view.
  static func name(_ name: String) throws {
    let isName = name.unicodeScalars.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_"
    }
    guard isName, !name.isEmpty else {
      throw invalid("A type, relationship or view is named by letters, digits and hyphens.")
    }
  }

  static func invalid(_ message: String) -> CatalogError { .appleMusic(.invalidArgument, message) }
}

extension CatalogError {
  static func appleMusic(_ code: Code, _ message: String) -> CatalogError {
    CatalogError(code, message, service: .appleMusic)
  }
}

extension String {
  /// Without white space and line ends at both ends.
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

/// The code of a storefront as paths hold it.
enum StorefrontID {
  /// The code in lower case.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` where it is not two letters. Whether there is
  ///   such a store, only the service knows.
  static func checked(_ code: String) throws -> String {
    guard code.isTwoLetterCode else {
      throw CatalogError.appleMusic(
        .invalidArgument,
        "A storefront is named by two letters, such as us."
      )
    }
    return code.lowercased()
  }
}

/// The codes of recordings and products.
enum CatalogCode {
  /// In upper case, without hyphens and spaces: as the service wants them.
  static func normalized(_ code: String) -> String {
    code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
  }

  /// A code that can be sent: letters and digits.
  static func checked(_ code: String) throws -> String {
    let code = normalized(code)
    let isPlain = code.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
    guard !code.isEmpty, code.utf8.count <= 32, isPlain else {
      throw RequestChecks.invalid("An ISRC or UPC consists of letters and digits.")
    }
    return code
  }
}

/// The bounds that the service keeps, by the names of its types. What is not documented is bounded
/// by what was seen to work.
enum RequestLimits {
  /// How many codes one `filter[isrc]` or `filter[upc]` holds.
  static let codes = 25
  /// How many members of one search group a page holds.
  static let search = 25
  /// How many members of one chart a page holds, and where its offsets end.
  static let chart = 200
  /// How many members a view is asked for; the service states no maximum.
  static let view = 25
  /// How many resources of the library a page holds.
  static let library = 100

  /// How many identities one request for resources of `type` holds.
  static func identities(_ type: String) -> Int {
    if type.hasPrefix("library-") { return 100 }
    return switch type {
    case "songs": 300
    case "albums", "music-videos": 100
    default: 25
    }
  }

  /// How many members a page of a relationship holds; `nil` where nothing is known.
  static func relationship(_ name: String, of type: String) -> Int? {
    switch (type, name) {
    case ("albums", "tracks"), ("library-albums", "tracks"), ("playlists", "tracks"): 300
    case ("library-playlists", "tracks"): 100
    case _ where type.hasPrefix("library-"): nil
    case ("artists", "albums"), ("artists", "music-videos"): 100
    case (_, "artists"), (_, "genres"), (_, "record-labels"), (_, "composers"): 10
    case ("artists", "playlists"), ("songs", "albums"), ("songs", "music-videos"): 10
    case ("curators", "playlists"), ("apple-curators", "playlists"): 10
    default: nil
    }
  }
}
