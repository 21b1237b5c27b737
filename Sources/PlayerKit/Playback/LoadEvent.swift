/// What a player or engine says about one load.
///
/// The same words go from an engine to a player and from a player to a queue. For one load they
/// come serially, in this order: for a load handed over ahead of time, ``opened(isLive:)``,
/// ``loaded(_:)`` or ``failed(_:followedBy:)`` may come before ``started(_:)``; for an ordinary one
/// there is neither ``opened`` nor ``started``. Exactly one of the last five (``ended``,
/// ``failed``, ``superseded``, ``released``, ``takenOver``) comes, as the last.
@nonexhaustive public enum LoadEvent: Sendable, Equatable {
  /// The first bytes of a load handed over ahead of time are here. It can't sound yet.
  ///
  /// - Parameter isLive: whether it has no end, as far as the server has told.
  case opened(isLive: Bool)
  /// The track can sound, and does if that is wanted. Again after ``buffering`` `false` is not
  /// needed.
  case loaded(LoadedMedia)
  /// A load handed over ahead of time became audible now, following the one before without a gap.
  case started(PositionAnchor)
  /// The position as measured; comes when it begins or ceases to move, or was corrected.
  case position(PositionAnchor)
  /// A live stream continues where the station is now, after a long pause or a loss. Or a stream
  /// passed over parts that its server does not have, and continues after them.
  case liveEdge(PositionAnchor)
  /// Playback waits for bytes (`true`), or goes on (`false`).
  case buffering(Bool)
  /// The request to seek is settled at this position.
  case seekCompleted(SeekID, PositionAnchor)
  /// The length was found or corrected; `nil` where there is none, as in a live stream.
  case duration(Duration?)
  /// The stream says something new about itself, at the position that is heard now.
  case metadata(StreamMetadata)
  /// What comes in, what goes out and what is done in between is known, or has changed.
  case format(SoundFormat)
  /// Something outside holds back the sound (`nil`: no longer).
  case suppressed(SuppressionReason?)
  /// The bytes are there up to this position. As often as it is known; the core tells observers at
  /// most once a second.
  case buffered(Duration)
  /// Somebody used the controls of the device. No answer to a command.
  case remote(RemoteAction)

  /// The track played to its end; `followedBy` is the load that now follows without a gap.
  case ended(followedBy: LoadID?)
  /// The load failed; `followedBy` is the load that now follows without a gap. The backend names
  /// the track and the player type in the error (``PlayerError/attributed(to:playerType:)``).
  case failed(PlayerError, followedBy: LoadID?)
  /// Another load took the engine or the player.
  case superseded
  /// The load was given back on request (`unload`): it is silent.
  case released
  /// Somebody had the device play something else. It is not commanded any more, so that this goes
  /// on.
  case takenOver(by: ForeignTrack?)

  /// Whether nothing follows this report.
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

/// What is known of a track once it can sound.
public struct LoadedMedia: Sendable, Equatable {
  /// Where playback stands, or begins.
  public var anchor: PositionAnchor
  /// The length; `nil` where there is none, or none is known.
  public var duration: Duration?
  /// Whether seeking is possible.
  public var isSeekable: Bool

  /// Makes a description of loaded media.
  public init(anchor: PositionAnchor, duration: Duration?, isSeekable: Bool) {
    self.anchor = anchor
    self.duration = duration
    self.isSeekable = isSeekable
  }
}
