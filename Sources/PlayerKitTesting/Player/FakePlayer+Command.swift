import PlayerKit

extension FakePlayer {
  /// What a ``FakePlayer`` was told to do, as a test can compare it. Tracks go by their `id`.
  public enum Command: Sendable, Hashable {
    /// Load it in place of anything else.
    case load(String, at: Duration, isPlaying: Bool)
    /// Let it sound, or pause it.
    case setPlaying(Bool, String)
    /// Go to a position of it.
    case seek(Duration, String)
    /// Give it back.
    case unload(String)
    /// Take over volume, mute and rate.
    case apply(OutputSettings)
    /// Have it follow without a gap.
    case preload(String)
    /// Begin now what was to follow.
    case beginPreloaded(String, isPlaying: Bool)
    /// Not to have it follow.
    case cancelPreload(String)
  }
}
