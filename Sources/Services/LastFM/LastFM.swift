import MusicCatalog

extension CatalogService {
  /// Last.fm.
  public static let lastFM = CatalogService(rawValue: "lastfm")
}
