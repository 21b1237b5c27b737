/// A command of a ``PlayerCore`` or a queue to a ``PlayerBackend``. Commands come one at a time, in
/// the order in which they were issued.
///
/// A command names its load. It may come while the backend still resolves that load's track; it
/// then applies as soon as the track is opened.
@nonexhaustive public enum PlaybackCommand: Sendable {
  /// Resolve the track and open it, or its clip. The load named by `replacing` is no longer wanted:
  /// it must fall silent at once and end as ``LoadEvent/superseded``. Only a backend with
  /// ``PlayerCapabilities/clip`` gets a clip.
  case open(LoadRequest, replacing: LoadID?)
  /// Resolve the track ahead of time, and play it after the load `after` without a gap, replacing
  /// any earlier preload. Only a backend with a ``PlayerBackend/gaplessGroup`` gets it.
  case preload(LoadRequest, after: LoadID)
  /// Begin the preloaded track now, replacing the load `after`, which must fall silent in any case.
  case beginPreloaded(LoadID, after: LoadID, isPlaying: Bool)
  /// Cancel the preload; it ends as ``LoadEvent/superseded``.
  case cancelPreload(LoadID)
  /// Play or pause the load.
  case setPlaying(Bool, LoadID)
  /// Seek to a position. A later seek replaces an earlier one, which is then not reported.
  case seek(Duration, SeekID, LoadID)
  /// Report the position by a ``LoadEvent/position(_:)``.
  case measure(LoadID)
  /// Release the load: it must fall silent at once and report ``LoadEvent/released``.
  case release(LoadID)
  /// Apply output settings.
  case apply(OutputSettings)
}

/// The results of one input to the playback state machine.
package struct PlaybackEffects: Sendable {
  /// The changes for the observers, in order.
  package var changes: [PlaybackChange] = []
  /// The commands for the driver, in order.
  package var commands: [PlaybackCommand] = []

  package init() {}

  mutating func append(_ other: PlaybackEffects) {
    changes += other.changes
    commands += other.commands
  }
}
