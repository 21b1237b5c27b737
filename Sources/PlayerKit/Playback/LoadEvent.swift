/// A report of a player or engine about a load.
///
/// Engines send the same reports to players as players send to queues. The reports of a load come
/// serially, in this order. For a load handed over ahead of time, ``opened(isLive:)``,
/// ``loaded(_:)`` or ``failed(_:followedBy:)`` may come before ``started(_:)``. An ordinary load
/// reports neither ``opened(isLive:)`` nor ``started(_:)``. The last report is exactly one of `ended`,
/// `failed`, `superseded`, `released` and `takenOver`.
@nonexhaustive public enum LoadEvent: Sendable, Equatable {
  /// The first bytes of a load handed over ahead of time have arrived. It can't play yet.
  ///
  /// - Parameter isLive: Whether it has no end, according to the server.
  case opened(isLive: Bool)
  /// The track can play, and does so if playing is wanted. It need not be sent again after
  /// `buffering` `false`.
  case loaded(LoadedMedia)
  /// A load handed over ahead of time became audible, following the previous one without a gap.
  case started(PositionAnchor)
  /// The measured position. Sent when it starts or stops moving, or was corrected.
  case position(PositionAnchor)
  /// A live stream resumed at the live edge after a long pause or a loss, or a stream skipped parts
  /// that its server does not have.
  case liveEdge(PositionAnchor)
  /// Playback began (`true`) or stopped (`false`) waiting for bytes.
  case buffering(Bool)
  /// A seek completed at this position.
  case seekCompleted(SeekID, PositionAnchor)
  /// The length was found or corrected; `nil` if there is none, as in a live stream.
  case duration(Duration?)
  /// The stream sent new metadata about itself, for the audible position.
  case metadata(StreamMetadata)
  /// The formats and the processing in between are known or have changed.
  case format(SoundFormat)
  /// Something outside suppresses the sound; `nil` if nothing does any more.
  case suppressed(SuppressionReason?)
  /// The track is buffered up to this position. It may be sent at any rate; the core notifies
  /// observers at most once a second.
  case buffered(Duration)
  /// Someone used the controls of the device. Never sent as an answer to a command.
  case remote(RemoteAction)

  /// The track played to its end. `followedBy` is the load that follows without a gap.
  case ended(followedBy: LoadID?)
  /// The load failed. `followedBy` is the load that follows without a gap. The backend adds the
  /// track and the player type to the error (``PlayerError/attributed(to:playerType:)``).
  case failed(PlayerError, followedBy: LoadID?)
  /// Another load replaced it in the engine or player.
  case superseded
  /// The load was released on request (`unload`): it is silent.
  case released
  /// Someone played something else on the device. The load gets no more commands, so that the other
  /// playback goes on.
  case takenOver(by: ForeignTrack?)

  /// Whether this is the last report of a load.
  public var isTerminal: Bool {
    switch self {
    case .ended, .failed, .superseded, .released, .takenOver: true
    case .opened, .loaded, .started, .position, .liveEdge, .buffering, .buffered, .seekCompleted,
      .duration,
      .metadata, .format, .suppressed, .remote:
      false
    }
  }
}

/// The properties of a track once it can play.
public struct LoadedMedia: Sendable, Equatable {
  /// The anchor of the current or first position.
  public var anchor: PositionAnchor
  /// The length; `nil` if there is none or it is unknown.
  public var duration: Duration?
  /// Whether seeking is possible.
  public var isSeekable: Bool

  /// Creates a description of loaded media.
  public init(anchor: PositionAnchor, duration: Duration?, isSeekable: Bool) {
    self.anchor = anchor
    self.duration = duration
    self.isSeekable = isSeekable
  }
}
