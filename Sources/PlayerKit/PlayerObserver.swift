/// Observes a ``Player``. Every method has an empty default.
///
/// An observer is held weakly and called on the isolation that it was added from. Events come in
/// the order in which they happened, which is the same for all observers. All events of a turn
/// carry the same status. An observer may command the player, and add and remove observers, inside
/// any of these methods.
///
/// A view model on the main actor conforms with `@MainActor` as below, unless its module is
/// isolated to the main actor by default or infers isolated conformances. Nothing needs to be
/// `Sendable`:
///
/// ```swift
/// @MainActor final class Model: @MainActor PlayerObserver { … }
/// ```
public protocol PlayerObserver: AnyObject {
  /// Called for every change, before the method for that change.
  func player(_ player: any Player, didEmit event: PlayerEvent)

  /// The state changed.
  func player(_ player: any Player, didChangeStateFrom old: PlayerState, status: PlayerStatus)

  /// Another track was loaded, or the same one again.
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

  /// Playback ended or the track was unloaded. Failures are reported by `didFailWith` instead.
  func player(
    _ player: any Player,
    didEnd reason: PlayerStatus.EndReason,
    status: PlayerStatus
  )

  /// Playback began or stopped waiting for bytes.
  func player(_ player: any Player, didChangeBuffering isBuffering: Bool, status: PlayerStatus)

  /// The stream sent new metadata about itself, such as another title; `nil` if another track is
  /// loaded, which has not sent any yet.
  func player(
    _ player: any Player,
    didChangeMetadata metadata: StreamMetadata?,
    status: PlayerStatus
  )

  /// Volume, mute, rate or another output setting changed.
  func player(
    _ player: any Player,
    didChangeSettings settings: OutputSettings,
    status: PlayerStatus
  )

  /// The observer lagged by more than 1,000 turns. It receives only their transitions, failures,
  /// ends, position jumps and completed seeks, as one turn, followed by this status.
  func player(_ player: any Player, didFallBehind status: PlayerStatus)

  /// Closes each turn, with all its changes. Redraw here.
  func player(_ player: any Player, didFinishTurn events: [PlayerEvent])

  /// Called during playback at the interval that the observer asked for.
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
