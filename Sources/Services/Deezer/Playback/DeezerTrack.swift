import MusicCatalog
import PlayerKit
import ServiceKit

/// A track that says itself which one of Deezer's it is.
///
/// It is a protocol so that an app's own model can conform; ``DeezerTrack`` is ready-made.
public protocol DeezerPlayable: Track {
  /// The track's id at Deezer.
  var deezerID: String { get }
}

extension DeezerPlayable {
  /// Played by ``DeezerPreviewPlayer``.
  public var playerTypes: [PlayerType] { [.deezerPreview] }
}

/// A track of Deezer, to be played as its preview.
public struct DeezerTrack: DeezerPlayable, Hashable {
  /// The track's id at Deezer.
  public let deezerID: String
  /// The recording's international code, where known.
  public let isrc: String?
  /// What to show.
  public let metadata: TrackMetadata

  /// The track's id.
  public var id: String { deezerID }

  /// Makes a track of an id.
  public init(id: String, isrc: String? = nil, metadata: TrackMetadata = TrackMetadata()) {
    deezerID = id
    self.isrc = isrc
    self.metadata = metadata
  }

  /// Makes a track of one that Deezer described. Its preview is asked for again when its turn comes:
  /// the address that Deezer gave expires.
  public init(_ track: Deezer.Track) {
    self.init(
      id: track.id,
      isrc: track.isrc,
      metadata: TrackMetadata(
        title: track.title,
        artist: track.artist?.name,
        album: track.album?.title,
        duration: track.duration.flatMap(\.ifPlausible),
        albumID: track.album?.id,
        discNumber: track.diskNumber,
        trackNumber: track.trackPosition
      )
    )
  }
}

extension DeezerTrack: StorableTrack {
  private enum CodingKeys: String, CodingKey {
    case deezerID = "id"
    case isrc, metadata
  }

  /// The name under which stores keep it.
  public static var storedType: String { "deezer" }
}

extension MediaAddress {
  /// The preview that a track of Deezer names, which expires.
  init?(of track: Deezer.Track) {
    self.init(at: track.previewURL, expiration: track.previewExpiry)
  }
}
