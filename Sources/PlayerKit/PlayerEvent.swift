/// A change of playback, with the resulting status.
public struct PlayerEvent: Sendable {
  /// The change.
  public let change: PlaybackChange
  /// The status after the turn of this change. ``Player/status`` is this one or a newer one.
  public let status: PlayerStatus
}

/// The kinds of playback changes.
@nonexhaustive public enum PlaybackChange: Sendable {
  /// Another track was loaded, or the same one again. `reason` is the cause.
  case track((any Track)?, reason: TransitionReason)
  /// The position jumped.
  case discontinuity(PositionDiscontinuity)
  /// ``PlayerStatus/wantsToPlay`` changed.
  case wantsToPlay(Bool, reason: WantsToPlayReason)
  /// Something suppresses the sound, something else does as well, or nothing does any more (`nil`).
  case suppression(SuppressionReason?)
  /// Playback began or stopped waiting for bytes.
  case buffering(Bool)
  /// The state changed.
  case state(from: PlayerState, to: PlayerState)
  /// The duration was found, corrected, or became unknown.
  case duration(Duration?)
  /// The volume is lowered to this factor, or no longer is (1).
  case ducking(Double)
  /// The stream sent new metadata about itself, such as the current title; `nil` if another track
  /// is loaded, which has not sent any yet.
  case metadata(StreamMetadata?)
  /// The input format, the output format or the processing in between changed; `nil` if unknown.
  case format(SoundFormat?)
  /// Volume, mute, rate or another output setting changed.
  case settings(OutputSettings, reason: SettingsReason)
  /// A setting changed that the current player cannot apply, because it lacks these capabilities.
  /// The setting stays for the next player that has them.
  case unsupported(PlayerCapabilities)
  /// Another player took over the track, with these capabilities.
  case capabilities(PlayerCapabilities)
  /// The track is buffered up to another position; `nil` if unknown. Reported at most once a
  /// second, and when everything is buffered.
  case bufferedPosition(Duration?)
  /// A seek completed at this position. Of several consecutive seeks only the last one completes.
  case seekCompleted(Duration)
  /// The track failed.
  case failed(PlayerError)
  /// Playback ended or the track was unloaded. Failures are reported as ``failed(_:)``.
  case ended(PlayerStatus.EndReason)
}

/// The reason for a change of the current track.
@nonexhaustive public enum TransitionReason: String, Sendable, Hashable, CaseIterable {
  /// The previous track ended.
  case auto
  /// The track ended and is repeated.
  case `repeat`
  /// A command selected the track.
  case userSelected
  /// An edit of the queue removed the previous track or replaced all entries.
  case queueChanged
  /// The previous track failed.
  case skippedAfterError
  /// A restored queue replaced the previous one.
  case restored
  /// Someone selected the track on the device.
  case remote
  /// The entry stood for several tracks, such as a playlist, and is now the first of them.
  case expanded
}

/// A jump of the position.
public struct PositionDiscontinuity: Sendable, Hashable {
  /// The reason for a jump of the position.
  @nonexhaustive public enum Reason: String, Sendable, Hashable, CaseIterable {
    /// One track followed another.
    case auto
    /// A seek was requested.
    case seek
    /// The player landed at another position than the seek requested.
    case seekAdjusted
    /// The track was removed from the queue.
    case removed
    /// The player corrected the position.
    case `internal`
    /// Someone seeked on the device.
    case remote
    /// A live stream resumed at the live edge after a long pause or a loss, or a stream skipped
    /// parts that its server does not have.
    case liveEdge
  }

  /// The position before the jump.
  public let from: Duration
  /// The position after the jump.
  public let to: Duration
  /// The reason for the jump.
  public let reason: Reason
}
