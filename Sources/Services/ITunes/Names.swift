import MusicCatalog
import PlayerKit

extension CatalogService {
  /// The iTunes Search API.
  public static let iTunes = CatalogService(rawValue: "itunes")
  /// The Apple Music API, whose ids the store shares.
  public static let appleMusic = CatalogService(rawValue: "appleMusic")
}

extension PlayerType {
  /// Plays the previews of Apple Music and the iTunes Store.
  public static let appleMusicPreview = PlayerType(rawValue: "appleMusicPreview")
}
