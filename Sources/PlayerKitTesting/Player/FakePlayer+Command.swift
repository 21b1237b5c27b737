import PlayerKit

extension FakePlayer {
  /// A command to a ``FakePlayer``, for comparisons in tests. Tracks are identified by their `id`.
  public enum Command: Sendable, Hashable {
    /// Load the track. Replaces anything loaded.
    case load(String, at: Duration, isPlaying: Bool)
    /// Play or pause the track.
    case setPlaying(Bool, String)
    /// Seek in the track.
    case seek(Duration, String)
    /// Unload the track.
    case unload(String)
    /// Apply volume, mute and rate.
    case apply(OutputSettings)
    /// Queue the track to follow without a gap.
    case preload(String)
    /// Begin the preloaded track now.
    case beginPreloaded(String, isPlaying: Bool)
    /// Cancel the preloaded track.
    case cancelPreload(String)
  }
}
