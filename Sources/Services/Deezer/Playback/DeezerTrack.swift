import PlayerKitServices
import PlayerKit

/// A track that says itself which one of Deezer's it is.
///
/// It is a protocol so that an app's own model can conform; ``DeezerTrack`` is ready-made.
public protocol DeezerPlayable: Track {
  /// The track's id at Deezer.
  var deezerID: String { get }
}

extension DeezerPlayable {
  /// Played by ``DeezerPreviewPlayer``, else the same recording elsewhere.
  public var playerTypes: [PlayerType] { [.deezerPreview, .sameRecording] }
}

/// A track of Deezer, to be played as its preview.
public struct DeezerTrack: DeezerPlayable, Hashable {
  /// The track's id at Deezer.
  public let deezerID: String
  /// What to show.
  public let metadata: TrackMetadata

  /// The track's id.
  public var id: String { deezerID }

  /// Makes a track of an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    deezerID = id
    self.metadata = metadata
  }

  /// Makes a track of one that Deezer described. Its preview is asked for again when its turn comes:
  /// the address that Deezer gave expires.
  public init(_ track: Deezer.Track) {
    self.init(id: track.id, metadata: TrackMetadata(track))
  }
}

extension DeezerTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case deezerID = "id"
    case metadata
    /// Of earlier versions.
    case isrc
  }

  /// The name under which stores keep it.
  public static var storedType: String { "deezer" }

  /// Reads a track that was stored.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .deezerID),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata)
        .with(storedISRC: try values.decodeIfPresent(String.self, forKey: .isrc))
    )
  }

  /// Writes what is to be kept.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(deezerID, forKey: .deezerID)
    try values.encode(metadata, forKey: .metadata)
  }
}

extension MediaAddress {
  /// The preview that a track of Deezer names, which expires.
  init?(of track: Deezer.Track) {
    self.init(at: track.previewURL, expiration: track.previewExpiry)
  }
}
