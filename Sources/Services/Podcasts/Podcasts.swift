import PlayerKit
import PlayerKitServices

extension CatalogService {
  /// Podcasts, each on its own server.
  public static let podcasts = CatalogService(rawValue: "podcasts")
}

extension PlayerType {
  /// Plays episodes of podcasts.
  public static let podcast = PlayerType(rawValue: "podcast")
}
