import MusicCatalog
import PlayerKit
import ServiceKit

extension ITunesSearchClient: AppleMusicPreviewCatalog {
  /// Looks the song up: one of the twenty requests a minute that the service allows.
  public func preview(ofSong id: String, storefront: String?) async throws -> MediaAddress? {
    let found = try await lookUp(ITunes.LookUp(.ids([id]), country: storefront))
    for case .song(let song) in found.items {
      return MediaAddress(of: song)
    }
    throw CatalogError(.notFound, "There is no such song in this store.", service: .iTunes)
  }
}
