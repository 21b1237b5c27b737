/// The five states of playback.
///
/// The state is derived from the facts in ``PlayerStatus``, so it never contradicts them.
public enum PlayerState: String, Sendable, Hashable, CaseIterable {
  /// Nothing is loaded: at the beginning, after the end, after a failure, or after `unload()`.
  case initial = "init"
  /// A track is loading, seeking or rebuffering and would then be paused.
  case load
  /// A track is loading, seeking or rebuffering and would then play.
  case loadToPlay
  /// The track plays audibly.
  case play
  /// The track is ready but silent: paused or suppressed.
  case pause
}
