import MusicCatalog

extension CatalogService {
  /// MusicBrainz.
  public static let musicBrainz = CatalogService(rawValue: "musicbrainz")
}
