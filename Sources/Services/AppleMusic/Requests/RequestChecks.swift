import MusicCatalog

/// What is refused before anything is sent.
enum RequestChecks {
  /// A limit of a page.
  static func limit(_ limit: Int?, atMost maximum: Int?) throws {
    guard let limit else { return }
    guard limit >= 1 else { throw invalid("A limit is at least 1, not \(limit).") }
    if let maximum, limit > maximum {
      throw invalid("This limit is at most \(maximum), not \(limit).")
    }
  }

  /// An offset into a list.
  static func offset(_ offset: Int?, below bound: Int? = nil) throws {
    guard let offset else { return }
    guard offset >= 0 else { throw invalid("An offset is not negative.") }
    if let bound, offset >= bound { throw invalid("This offset is below \(bound).") }
  }

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
    let isName = name.utf8.allSatisfy {
      (0x61...0x7A).contains($0) || (0x41...0x5A).contains($0) || (0x30...0x39).contains($0)
        || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_")
    }
    guard isName, !name.isEmpty else {
      throw invalid("A type, relationship or view is named by letters, digits and hyphens.")
    }
  }

  static func invalid(_ message: String) -> CatalogError {
    CatalogError(.invalidArgument, message, service: .appleMusic)
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
    let lower = code.lowercased()
    guard lower.utf8.count == 2, lower.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) else {
      throw CatalogError(
        .invalidArgument,
        "A storefront is named by two letters, such as us.",
        service: .appleMusic
      )
    }
    return lower
  }
}
