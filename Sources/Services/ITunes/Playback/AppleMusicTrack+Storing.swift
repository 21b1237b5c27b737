import Foundation
import MusicCatalog
import PlayerKit
import ServiceKit

extension AppleMusicTrack: StorableTrack {
  private enum Key: String, CodingKey {
    case id, storefront, isrc, metadata, preview
  }

  /// The name under which stores keep it.
  public static var storedType: String { "appleMusic" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try values.decode(String.self, forKey: .id),
      storefront: try values.decodeIfPresent(String.self, forKey: .storefront),
      isrc: try values.decodeIfPresent(String.self, forKey: .isrc),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata),
      preview: Preview(stored: try values.decodeIfPresent(URL.self, forKey: .preview))
    )
  }

  /// Writes all but a preview that expires.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(appleMusicID, forKey: .id)
    try values.encodeIfPresent(appleMusicStorefront, forKey: .storefront)
    try values.encodeIfPresent(isrc, forKey: .isrc)
    try values.encode(metadata, forKey: .metadata)
    try values.encodeIfPresent(knownPreview?.storedURL, forKey: .preview)
  }
}
