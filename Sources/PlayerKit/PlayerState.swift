/// The five public states of playback.
///
/// It is derived from the facts in ``PlayerStatus`` and so never contradicts them.
public enum PlayerState: String, Sendable, Hashable, CaseIterable {
  /// Nothing is loaded: at the beginning, after the end, after a failure, after `unload()`.
  case initial = "init"
  /// A track is being loaded, sought in or rebuffered, and would then be paused.
  case load
  /// A track is being loaded, sought in or rebuffered, and would then play.
  case loadToPlay
  /// The track sounds.
  case play
  /// The track is ready and silent: paused, or suppressed.
  case pause
}
