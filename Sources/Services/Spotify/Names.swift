import MusicCatalog
import PlayerKit

extension CatalogService {
  /// The Spotify Web API.
  public static let spotify = CatalogService(rawValue: "spotify")
}

extension PlayerType {
  /// Plays the previews of Spotify's tracks, or of the same recordings elsewhere.
  public static let spotifyPreview = PlayerType(rawValue: "spotifyPreview")
}
