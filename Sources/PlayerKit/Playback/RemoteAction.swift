/// What somebody else did with the controls of the device that plays a load, such as the buttons of
/// a speaker. The load goes on; where it does not, its player reports ``LoadEvent/takenOver(by:)``.
@nonexhaustive public enum RemoteAction: Sendable, Hashable {
  /// Went on.
  case play
  /// Paused.
  case pause
  /// Went to another position.
  case seek(PositionAnchor)
  /// Set the volume, from 0 to 1.
  case volume(Double)
  /// Muted the device, or no longer.
  case mute(Bool)
  /// Asked for the next track. A queue goes to its next entry; a player alone ignores it.
  case next
  /// Asked for the track before. A queue does as ``QueuePlayer/previous()``; a player alone ignores
  /// it.
  case previous
}

/// What somebody else had a device play in place of a track of ours. No entry of a queue stands for
/// it.
public struct ForeignTrack: Sendable, Hashable {
  /// The service's name of it; `nil` where unknown.
  public var id: String?
  /// What to show.
  public var metadata: TrackMetadata

  /// Makes a description of it.
  public init(id: String? = nil, metadata: TrackMetadata = TrackMetadata()) {
    self.id = id
    self.metadata = metadata
  }
}

/// Why a setting of the output changed.
@nonexhaustive public enum SettingsReason: Sendable, Hashable {
  /// A command of the app.
  case user
  /// Somebody used the controls of the device.
  case remote
  /// Another entry is current, which has a rate of its own, or has none.
  case entry
  /// A queue that was kept took the place of the one before.
  case restored
}
