/// Hears what a ``Player`` does. Every method has an empty default.
///
/// An observer is held weakly and called on the isolation that it was added from, in the order in
/// which things happened, which is the same for all. All events of a turn carry the same status.
/// It may command the player, and add and remove observers, from inside any of these.
///
/// A view model of the main actor says where it conforms, unless its module is isolated to the main
/// actor by default, or infers isolated conformances; nothing needs to be `Sendable`:
///
/// ```swift
/// @MainActor final class Model: @MainActor PlayerObserver { … }
/// ```
public protocol PlayerObserver: AnyObject {
  /// Any change, before the method of that change.
  func player(_ player: any Player, didEmit event: PlayerEvent)

  /// The state changed.
  func player(_ player: any Player, didChangeStateFrom old: PlayerState, status: PlayerStatus)

  /// Another track was loaded, or the same one anew.
  func player(
    _ player: any Player,
    didChangeTrack track: (any Track)?,
    reason: TransitionReason,
    status: PlayerStatus
  )

  /// The position jumped.
  func player(
    _ player: any Player,
    didJump jump: PositionDiscontinuity,
    status: PlayerStatus
  )

  /// The track failed.
  func player(_ player: any Player, didFailWith error: PlayerError, status: PlayerStatus)

  /// Playback ended or was unloaded; a failure is told by `didFailWith` instead.
  func player(
    _ player: any Player,
    didEnd reason: PlayerStatus.EndReason,
    status: PlayerStatus
  )

  /// Playback waits for bytes, or no longer does.
  func player(_ player: any Player, didChangeBuffering isBuffering: Bool, status: PlayerStatus)

  /// The stream told another title, or something else about itself; `nil`: another track is loaded,
  /// which has told nothing yet.
  func player(
    _ player: any Player,
    didChangeMetadata metadata: StreamMetadata?,
    status: PlayerStatus
  )

  /// Volume, mute, rate or another setting of the output changed.
  func player(
    _ player: any Player,
    didChangeSettings settings: OutputSettings,
    status: PlayerStatus
  )

  /// The observer is more than 1,000 turns behind. Of those, it hears only transitions, failures,
  /// ends, jumps of the position and completed seeks, as one turn; in place of all else comes this
  /// status, behind them.
  func player(_ player: any Player, didFallBehind status: PlayerStatus)

  /// Closes each turn: all that changed together. The place to redraw.
  func player(_ player: any Player, didFinishTurn events: [PlayerEvent])

  /// While playing, at the interval that the observer asked for.
  func player(_ player: any Player, didReach position: PlaybackPosition)
}

extension PlayerObserver {
  /// Does nothing.
  public func player(_ player: any Player, didEmit event: PlayerEvent) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didChangeStateFrom old: PlayerState,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didChangeTrack track: (any Track)?,
    reason: TransitionReason,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didJump jump: PositionDiscontinuity,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didFailWith error: PlayerError,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didEnd reason: PlayerStatus.EndReason,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didChangeBuffering isBuffering: Bool,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didChangeMetadata metadata: StreamMetadata?,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(
    _ player: any Player,
    didChangeSettings settings: OutputSettings,
    status: PlayerStatus
  ) {}
  /// Does nothing.
  public func player(_ player: any Player, didFallBehind status: PlayerStatus) {}
  /// Does nothing.
  public func player(_ player: any Player, didFinishTurn events: [PlayerEvent]) {}
  /// Does nothing.
  public func player(_ player: any Player, didReach position: PlaybackPosition) {}
}
