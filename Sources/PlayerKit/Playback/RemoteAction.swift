/// An action of someone else with the controls of the device that plays a load, such as the buttons
/// of a speaker. The load continues; otherwise the player reports ``LoadEvent/takenOver(by:)``.
@nonexhaustive public enum RemoteAction: Sendable, Hashable {
  /// They resumed playback.
  case play
  /// They paused.
  case pause
  /// They seeked.
  case seek(PositionAnchor)
  /// They set the volume, from 0 to 1.
  case volume(Double)
  /// They muted or unmuted the device.
  case mute(Bool)
  /// They asked for the next track. A queue goes to its next entry; a lone player ignores it.
  case next
  /// They asked for the previous track. A queue does the same as ``QueuePlayer/previous()``; a lone
  /// player ignores it.
  case previous
}

/// A track that someone else played on a device, replacing the queue's track. No entry of a queue
/// represents it.
public struct ForeignTrack: Sendable, Hashable {
  /// The service's id of the track; `nil` if unknown.
  public var id: String?
  /// The metadata to display.
  public var metadata: TrackMetadata

  /// Creates a description.
  public init(id: String? = nil, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
  }
}

/// The reason for a change of an output setting.
@nonexhaustive public enum SettingsReason: Sendable, Hashable {
  /// A command of the app.
  case user
  /// Someone used the controls of the device.
  case remote
  /// The current entry changed, and the old or the new one has its own rate.
  case entry
  /// A restored queue replaced the previous one.
  case restored
}
