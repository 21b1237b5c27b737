import MusicCatalog
import PlayerKit

extension CatalogService {
  /// The Deezer API.
  public static let deezer = CatalogService(rawValue: "deezer")
}

extension PlayerType {
  /// Plays the previews of Deezer.
  public static let deezerPreview = PlayerType(rawValue: "deezerPreview")
}
