import MusicCatalog

extension CatalogService {
  /// ListenBrainz.
  public static let listenBrainz = CatalogService(rawValue: "listenbrainz")
}
