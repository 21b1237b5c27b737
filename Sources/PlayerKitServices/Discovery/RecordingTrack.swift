import PlayerKit

/// A recording that is known by its description alone, as services name it that have no audio: played by
/// whichever service has it, see ``SameRecordingResolver``.
public struct RecordingTrack: Track, StorableTrack, Hashable, Codable {
  /// What is known of it.
  public let metadata: TrackMetadata

  /// The name under which stores keep it.
  public static var storedType: String { "recording" }

  /// Makes a track of a description.
  public init(_ metadata: TrackMetadata) {
    self.metadata = metadata
  }

  /// Its code or its MusicBrainz id, else its names.
  public var id: String {
    let details = metadata.details
    return details.isrc ?? details.musicBrainz?.recording
      ?? "\(metadata.artist ?? "") – \(metadata.title ?? "")"
  }

  /// The same recording, wherever it is.
  public var playerTypes: [PlayerType] { [.sameRecording] }
}
