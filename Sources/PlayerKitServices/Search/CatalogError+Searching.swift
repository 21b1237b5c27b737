extension CatalogError {
  /// The error of a ``SearchableCatalog`` for a kind that it cannot search.
  public static func notSearchable(
    _ kind: MusicLink.Kind,
    at service: CatalogService
  ) -> CatalogError {
    CatalogError(
      .invalidArgument,
      "Things of the kind \(kind.rawValue) are not searched for.",
      service: service
    )
  }

  /// The error of a ``SearchableCatalog`` for the contents of an item that has none.
  public static func nothingInside(
    _ kind: MusicLink.Kind,
    at service: CatalogService
  ) -> CatalogError {
    CatalogError(.invalidArgument, "There is nothing inside of \(kind.rawValue).", service: service)
  }
}

extension CatalogError {
  /// The error of a service whose user cannot mark items of a kind.
  public static func notChangeable(
    _ kind: MusicLink.Kind,
    at service: CatalogService
  ) -> CatalogError {
    CatalogError(
      .invalidArgument,
      "Things of the kind \(kind.rawValue) cannot be marked.",
      service: service
    )
  }
}

extension [MusicLink] {
  /// Returns the ids of songs.
  ///
  /// - Throws: ``CatalogError/Code/invalidArgument`` if there is something else among them.
  package func ids(at service: CatalogService) throws(CatalogError) -> [String] {
    guard allSatisfy({ $0.kind == .song && $0.service == service }) else {
      throw CatalogError(
        .invalidArgument,
        "A playlist of this service takes only its songs.",
        service: service
      )
    }
    return map(\.id)
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// Returns all elements.
  public func collected() async throws -> [Element] {
    var members: [Element] = []
    for try await member in self { members.append(member) }
    return members
  }
}
