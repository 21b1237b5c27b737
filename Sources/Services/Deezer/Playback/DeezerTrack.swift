import PlayerKit
import PlayerKitServices

/// A track that knows its id at Deezer.
///
/// Conform an app's own model, or use ``DeezerTrack``.
public protocol DeezerPlayable: Track {
  /// The track's id at Deezer.
  var deezerID: String { get }
}

extension DeezerPlayable {
  /// ``DeezerPreviewPlayer`` plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.deezerPreview, .sameRecording] }
}

/// A track of Deezer, played as its preview.
public struct DeezerTrack: DeezerPlayable, Hashable {
  /// The track's id at Deezer.
  public let deezerID: String
  /// The metadata to show.
  public let metadata: TrackMetadata

  /// The track's id.
  public var id: String { deezerID }

  /// Creates a track from an id.
  public init(id: String, metadata: TrackMetadata = TrackMetadata()) {
    deezerID = id
    self.metadata = metadata
  }

  /// Creates a track from Deezer's data. Its preview is requested again before playback, because
  /// the address expires.
  public init(_ track: Deezer.Track) {
    self.init(id: track.id, metadata: TrackMetadata(track))
  }
}

extension DeezerTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case deezerID = "id"
    case metadata
    /// Written by earlier versions.
    case isrc
  }

  /// The type name in stores.
  public static var storedType: String { "deezer" }

  /// Decodes a stored track.
  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      id: try values.decode(String.self, forKey: .deezerID),
      metadata: try values.decode(TrackMetadata.self, forKey: .metadata)
        .with(storedISRC: try values.decodeIfPresent(String.self, forKey: .isrc))
    )
  }

  /// Encodes the track.
  public func encode(to encoder: any Encoder) throws {
    var values = encoder.container(keyedBy: CodingKeys.self)
    try values.encode(deezerID, forKey: .deezerID)
    try values.encode(metadata, forKey: .metadata)
  }
}

extension StreamURL {
  /// Creates the preview address of a track, with its expiry.
  init?(of track: Deezer.Track) {
    self.init(at: track.previewURL, expiration: track.previewExpiry)
  }
}
