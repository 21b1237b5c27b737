import MusicCatalog
import PlayerKit
import ServiceKit

extension DeezerTrack: StorableTrack {
  private enum Key: String, CodingKey {
    case id, isrc, metadata
  }

  /// The name under which stores keep it.
  public static var storedType: String { "deezer" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: Key.self)
    self.init(
      id: try values.decode(String.self, forKey: .id),
      isrc: try values.decodeIfPresent(String.self, forKey: .isrc),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata)
    )
  }

  /// Writes all of it.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: Key.self)
    try values.encode(deezerID, forKey: .id)
    try values.encodeIfPresent(isrc, forKey: .isrc)
    try values.encode(metadata, forKey: .metadata)
  }
}
