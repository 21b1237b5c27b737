import MusicCatalog
import PlayerKit

/// Finds the previews of Apple's songs in one catalog after another.
public struct AppleMusicPreviewFinder: PreviewFinder {
  private let catalogs: [any AppleMusicPreviewCatalog]

  /// Asks the first catalog; a later one only where those before it lack a credential.
  ///
  /// - Parameter catalogs: such as an `AppleMusicClient`, then an `ITunesSearchClient`, which needs
  ///   no token.
  public init(catalogs: [any AppleMusicPreviewCatalog]) {
    self.catalogs = catalogs
  }

  /// Previews of Apple Music.
  public var playerType: PlayerType { .appleMusicPreview }

  /// The song's id and storefront.
  public func key(of track: any Track) -> PreviewKey? {
    (track as? any AppleMusicPlayable).map {
      PreviewKey(id: $0.appleMusicID, storefront: $0.appleMusicStorefront)
    }
  }

  /// What the track knows.
  public func knownPreview(of track: any Track) -> Preview? {
    (track as? any AppleMusicPlayable)?.knownPreview
  }

  /// Asks the catalogs.
  public func preview(of track: any Track) async throws -> Preview? {
    guard let key = key(of: track) else { return nil }
    var missing = CatalogError(.missingCredential, "There is no catalog to ask.")
    for catalog in catalogs {
      do {
        return try await catalog.preview(ofSong: key.id, storefront: key.storefront)
      } catch let error as CatalogError where error.code == .missingCredential {
        missing = error
      }
    }
    throw missing
  }
}

/// A catalog that knows the previews of Apple's songs.
public protocol AppleMusicPreviewCatalog: Sendable {
  /// The preview of a song.
  ///
  /// - Parameters:
  ///   - id: The song's id.
  ///   - storefront: Whose id it is; `nil`: the catalog's own storefront.
  /// - Returns: `nil` where the song is there and has none.
  /// - Throws: `CatalogError`; `notFound` where there is no such song, `missingCredential` where
  ///   the catalog can't be asked for want of one.
  func preview(ofSong id: String, storefront: String?) async throws -> Preview?
}
