import Foundation
import MusicCatalog

extension AppleMusicClient: AppleMusicPreviewCatalog {
  /// Looks the song up; look-ups at about the same time go out as one request.
  public func preview(ofSong id: String, storefront: String?) async throws -> Preview? {
    let client = storefront.map { self.in(storefront: $0, language: language) } ?? self
    let song = try await client.song(id)
    return song.previews?.lazy.compactMap(\.url).compactMap(URL.init(preview:)).first
      .map { Preview(url: $0) }
  }
}

extension ITunesSearchClient: AppleMusicPreviewCatalog {
  /// Looks the song up: one of the twenty requests a minute that the service allows.
  public func preview(ofSong id: String, storefront: String?) async throws -> Preview? {
    let found = try await lookUp(ITunes.LookUp(.ids([id]), country: storefront))
    for case .song(let song) in found.items {
      return song.previewURL.map { Preview(url: $0) }
    }
    throw CatalogError(.notFound, "There is no such song in this store.", service: .iTunes)
  }
}

extension URL {
  fileprivate init?(preview text: String) {
    self.init(string: text)
  }
}
