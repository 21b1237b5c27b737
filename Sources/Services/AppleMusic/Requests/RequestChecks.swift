import Foundation
import PlayerKitServices

/// Validates calls before a request is sent.
enum RequestChecks {
  /// Returns the search term without surrounding spaces.
  static func term(_ term: String) throws -> String {
    let trimmed = term.trimmingSpaces
    guard !trimmed.isEmpty else { throw invalid("A search needs a term.") }
    guard trimmed.utf8.count <= RequestBounds.term else {
      throw invalid("A term has at most \(RequestBounds.term) bytes.")
    }
    return trimmed
  }

  /// Validates an id for a path or a list. A comma would split it in a list, and `..` would leave
  /// the path; other characters are encoded.
  static func identity(_ id: String) throws {
    guard !id.trimmingSpaces.isEmpty else { throw invalid("An identity is not empty.") }
    guard id.utf8.count <= RequestBounds.identity else {
      throw invalid("An identity has at most \(RequestBounds.identity) bytes.")
    }
    guard !id.contains(","), id != ".", id != ".." else {
      throw invalid("No identity of the service looks like this.")
    }
  }

  /// Validates the name of a type, relationship or view for a path or a list.
  static func name(_ name: String) throws {
    let isName = name.unicodeScalars.allSatisfy {
      $0.isASCIIAlphanumeric || $0 == "-" || $0 == "_"
    }
    guard isName, !name.isEmpty else {
      throw invalid("A type, relationship or view is named by letters, digits and hyphens.")
    }
  }

  /// Encodes the body of a request.
  static func body(_ value: some Encodable) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    do {
      return try encoder.encode(value)
    } catch {
      throw invalid("The body of the request cannot be written.")
    }
  }

  /// Returns the code of a storefront in lowercase.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if it is not two letters. Only the service
  ///   knows whether the storefront exists.
  static func storefront(_ code: String) throws -> String {
    guard code.isTwoLetterCode else {
      throw invalid("A storefront is named by two letters, such as us.")
    }
    return code.lowercased()
  }

  /// Returns the code of a recording or product in uppercase, without hyphens and spaces, as the
  /// service expects it.
  static func normalized(code: String) -> String {
    code.uppercased().filter { $0 != "-" && !$0.isWhitespace }
  }

  /// Returns a valid code of a recording or product: letters and digits.
  static func checked(code: String) throws -> String {
    let code = normalized(code: code)
    let isPlain = code.unicodeScalars.allSatisfy(\.isASCIIAlphanumeric)
    guard !code.isEmpty, code.utf8.count <= 32, isPlain else {
      throw invalid("An ISRC or UPC consists of letters and digits.")
    }
    return code
  }

  static func invalid(_ message: String) -> CatalogError { .appleMusic(.invalidArgument, message) }
}

extension CatalogError {
  static func appleMusic(_ code: Code, _ message: String) -> CatalogError {
    CatalogError(code, message, service: .appleMusic)
  }
}

extension String {
  /// The text without surrounding white space and line ends.
  fileprivate var trimmingSpaces: String {
    var text = Substring(self)
    while text.first?.isWhitespace == true { text = text.dropFirst() }
    while text.last?.isWhitespace == true { text = text.dropLast() }
    return String(text)
  }
}

/// The limits of the service by type name. Undocumented limits are set to values known to work.
enum RequestLimits {
  /// The maximum number of codes in a `filter[isrc]` or `filter[upc]`.
  static let codes = 25
  /// The maximum page size of a search group.
  static let search = 25
  /// The maximum page size of a chart, and the bound of its offsets.
  static let chart = 200
  /// The requested page size of a view. The service states no maximum.
  static let view = 25
  /// The maximum page size of the library.
  static let library = 100

  /// Returns the maximum number of ids in one request for resources of `type`.
  static func identities(_ type: String) -> Int {
    if type.hasPrefix("library-") { return 100 }
    return switch type {
    case "songs": 300
    case "albums", "music-videos": 100
    default: 25
    }
  }

  /// Returns the maximum page size of a relationship. `nil` if unknown.
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
