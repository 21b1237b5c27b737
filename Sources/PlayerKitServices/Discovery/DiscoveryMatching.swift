extension DiscoverySource {
  /// The first of what a search found whose name is that of `artist`. A search names the best known of
  /// several first.
  package func match<Found>(
    _ artist: ArtistReference,
    among found: [Found],
    name: (Found) -> String?
  ) -> Found? {
    let wanted = artist.nameKey
    return found.first { name($0).map(ArtistReference.key) == wanted }
  }

  /// What the body finds; nothing where the service does not have it, or takes the question for none.
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
