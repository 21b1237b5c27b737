extension DiscoverySource {
  /// The first search result with the name of `artist`. A search lists the best known artist first.
  package func match<Found>(
    _ artist: ArtistReference,
    among found: [Found],
    name: (Found) -> String?
  ) -> Found? {
    let wanted = artist.nameKey
    return found.first { name($0).map(ArtistReference.key) == wanted }
  }

  /// Returns the results of the body. Empty if the service does not have the item or rejects the
  /// question as invalid.
  package func nothingIfUnknown<Found>(
    _ body: () async throws -> [Found]
  ) async throws -> [Found] {
    do {
      return try await body()
    } catch let error as CatalogError
      where [.notFound, .invalidArgument].contains(error.code)
    {
      return []
    }
  }
}
