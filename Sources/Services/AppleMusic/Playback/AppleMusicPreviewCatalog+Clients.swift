import MusicCatalog
import PlayerKit
import PlayerKitITunes
import ServiceKit

extension AppleMusicClient: AppleMusicPreviewCatalog {
  /// Looks the song up; look-ups at about the same time go out as one request.
  public func preview(ofSong id: String, storefront: String?) async throws -> MediaAddress? {
    let client = storefront.map { self.in(storefront: $0, language: language) } ?? self
    return MediaAddress(of: try await client.song(id))
  }
}
