extension CatalogError {
  /// What a ``SearchableCatalog`` throws that is asked for a kind that it can't look for.
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

  /// What a ``SearchableCatalog`` throws that is asked for what is inside of a thing that holds nothing.
  public static func nothingInside(
    _ kind: MusicLink.Kind,
    at service: CatalogService
  ) -> CatalogError {
    CatalogError(.invalidArgument, "There is nothing inside of \(kind.rawValue).", service: service)
  }
}

extension AsyncSequence where Self: Sendable, Element: Sendable {
  /// All members.
  public func collected() async throws -> [Element] {
    var members: [Element] = []
    for try await member in self { members.append(member) }
    return members
  }
}
