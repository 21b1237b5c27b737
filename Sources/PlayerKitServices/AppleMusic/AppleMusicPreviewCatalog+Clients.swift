import MusicCatalog

extension AppleMusicClient: AppleMusicPreviewCatalog {
  /// Looks the song up; look-ups at about the same time go out as one request.
  public func preview(ofSong id: String, storefront: String?) async throws -> Preview? {
    let client = storefront.map { self.in(storefront: $0, language: language) } ?? self
    return Preview(of: try await client.song(id))
  }
}

extension ITunesSearchClient: AppleMusicPreviewCatalog {
  /// Looks the song up: one of the twenty requests a minute that the service allows.
  public func preview(ofSong id: String, storefront: String?) async throws -> Preview? {
    let found = try await lookUp(ITunes.LookUp(.ids([id]), country: storefront))
    for case .song(let song) in found.items {
      return Preview(of: song)
    }
    throw CatalogError(.notFound, "There is no such song in this store.", service: .iTunes)
  }
}
