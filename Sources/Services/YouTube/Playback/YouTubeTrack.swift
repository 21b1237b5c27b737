import PlayerKit
import PlayerKitServices

/// A YouTube video as a track.
///
/// Conform an app's own model, or use ``YouTubeTrack``.
public protocol YouTubePlayable: Track {
  /// The video's id: 11 characters.
  var youTubeID: String { get }
}

extension YouTubePlayable {
  /// `YouTubePagePlayer` plays the track, or else another player plays the same recording.
  public var playerTypes: [PlayerType] { [.youTubePage, .sameRecording] }
}

/// A YouTube video.
public struct YouTubeTrack: YouTubePlayable, StorableTrack, Hashable {
  /// The type name in stores.
  public static var storedType: String { "youTube" }

  /// The video's id.
  public let youTubeID: String
  /// The metadata to show.
  public let metadata: TrackMetadata

  /// The video's id.
  public var id: String { youTubeID }

  /// Makes a track of an id, or of a link such as `https://youtu.be/ID`; `nil` if it has no id.
  public init?(_ text: String, metadata: TrackMetadata = TrackMetadata()) {
    if Self.isVideoID(text) {
      youTubeID = text
    } else if case .link(let link) = YouTubeLinks().recognize(LinkParts(text)), link.kind == .song {
      youTubeID = link.id
    } else {
      return nil
    }
    self.metadata = metadata
  }

  /// Makes a track of YouTube's data; `nil` if the id is invalid.
  public init?(_ video: YouTube.Video) {
    guard Self.isVideoID(video.id) else { return nil }
    youTubeID = video.id
    metadata = TrackMetadata(video)
  }

  /// Whether a text can be the id of a video.
  public static func isVideoID(_ text: String) -> Bool { YouTubeID.isVideo(text) }
}
