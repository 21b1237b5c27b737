import Foundation
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

extension Preview {
  /// The preview that a song of the Apple Music API names; `nil` where it names none.
  init?(of song: AppleMusic.Song) {
    guard let preview = song.previews?.lazy.compactMap(\.address).compactMap(Self.init(at:)).first
    else { return nil }
    self = preview
  }

  /// The preview that a song of the iTunes Store names; `nil` where it names none.
  init?(of song: ITunes.Song) {
    guard let preview = song.previewURL.flatMap(Self.init(at:)) else { return nil }
    self = preview
  }

  /// A service's word alone leads to no other place than a server.
  private init?(at url: URL) {
    guard ["http", "https"].contains(url.scheme?.lowercased()), url.host()?.isEmpty == false else {
      return nil
    }
    self.init(url: url)
  }
}
