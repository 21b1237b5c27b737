/// One change of playback, with the status it belongs to.
public struct PlayerEvent: Sendable {
  /// What changed.
  public let change: PlaybackChange
  /// The status after the turn in which it changed. ``Player/status`` is this one or a newer one.
  public let status: PlayerStatus
}

/// What can change about playback.
@nonexhaustive public enum PlaybackChange: Sendable {
  /// Another track is loaded, or the same one anew. `reason` says why.
  case track((any Track)?, reason: TransitionReason)
  /// The position jumped.
  case discontinuity(PositionDiscontinuity)
  /// The wish to play changed.
  case wantsToPlay(Bool, reason: WantsToPlayReason)
  /// Something holds back the sound, something else does too, or nothing does any longer (`nil`).
  case suppression(SuppressionReason?)
  /// Playback waits for bytes, or no longer does.
  case buffering(Bool)
  /// The state changed.
  case state(from: PlayerState, to: PlayerState)
  /// The length was found, corrected, or became unknown.
  case duration(Duration?)
  /// The volume is lowered to this part of it, or no longer is (1).
  case ducking(Double)
  /// The stream said something new about itself, such as the title that plays now; `nil`: another
  /// track is loaded, which has said nothing yet.
  case metadata(StreamMetadata?)
  /// What comes in, what goes out, or what is done in between changed; `nil`: it is not known.
  case format(SoundFormat?)
  /// Volume, mute or rate changed.
  case settings(OutputSettings, reason: SettingsReason)
  /// A setting was changed that the player at hand cannot apply: it can do none of this. The setting
  /// stays, for the next player that can.
  case unsupported(PlayerCapabilities)
  /// Another player has the track, which can do this much.
  case capabilities(PlayerCapabilities)
  /// The bytes are there up to another position; `nil`: that is not known. At most once a second, and
  /// when all is there.
  case bufferedPosition(Duration?)
  /// A request to seek was settled at this position. Of several in a row, only the last is.
  case seekCompleted(Duration)
  /// The track failed.
  case failed(PlayerError)
  /// Playback ended or was unloaded; failures come as ``failed(_:)``.
  case ended(PlayerStatus.EndReason)
}

/// Why the current track changed.
@nonexhaustive public enum TransitionReason: String, Sendable, Hashable, CaseIterable {
  /// The track before came to its end.
  case auto
  /// The track came to its end and is repeated.
  case `repeat`
  /// A command chose the track.
  case userSelected
  /// An edit of the queue took the track before away, or replaced everything.
  case queueChanged
  /// The track before failed.
  case skippedAfterError
  /// A queue that was kept took the place of the one before.
  case restored
  /// Somebody asked for it at the device.
  case remote
  /// The entry stood for several, such as a playlist, and is now the first of them.
  case expanded
}

/// A jump of the position.
public struct PositionDiscontinuity: Sendable, Hashable {
  /// Why the position jumped.
  @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// One track followed another.
    case auto
    /// A request to seek.
    case seek
    /// The player came to rest somewhere else than the request to seek asked.
    case seekAdjusted
    /// The track was taken out of the queue.
    case removed
    /// The player corrected itself.
    case `internal`
    /// Somebody went there at the device.
    case remote
    /// A live stream continues where the station is now, after a long pause or a loss. Or a stream
    /// passed over parts that its server does not have.
    case liveEdge
  }

  /// The position before.
  public let from: Duration
  /// The position after.
  public let to: Duration
  /// Why.
  public let reason: Reason
}
