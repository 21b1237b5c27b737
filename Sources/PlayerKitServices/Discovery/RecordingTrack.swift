import PlayerKit

/// A recording known only by its description, from a service without audio. Any service that has
/// the recording can play it; see ``SameRecordingResolver``.
public struct RecordingTrack: Track, StorableTrack, Hashable, Codable {
  /// The metadata of the recording.
  public let metadata: TrackMetadata

  /// The type name in stores.
  public static var storedType: String { "recording" }

  /// Makes a track of a description.
  public init(_ metadata: TrackMetadata) {
    self.metadata = metadata
  }

  /// The ISRC or the MusicBrainz id, otherwise artist and title.
  public var id: String {
    let details = metadata.details
    return details.isrc ?? details.musicBrainz?.recording
      ?? "\(metadata.artist ?? "") – \(metadata.title ?? "")"
  }

  /// `sameRecording`: any service that has the recording.
  public var playerTypes: [PlayerType] { [.sameRecording] }
}
