/// What a ``PlayerCore`` or a queue asks of a ``PlayerBackend``. Commands come one at a time, in
/// the order in which they were issued.
///
/// A command names its load. It may come while the backend still looks for that load's track: then
/// it holds as soon as the track is opened.
@nonexhaustive public enum PlaybackCommand: Sendable {
  /// Find the track and open it, or the part of it that the clip is. The load that `replacing`
  /// names is no longer wanted: it must fall silent at once, and end as ``LoadEvent/superseded``.
  /// Only a backend that can play a ``PlayerCapabilities/clip`` gets one.
  case open(LoadRequest, replacing: LoadID?)
  /// Find the track ahead of time, and have it follow the load `after` without a gap, in place of
  /// what was to follow. Only a backend with a ``PlayerBackend/gaplessGroup`` gets it.
  case preload(LoadRequest, after: LoadID)
  /// Begin now what was to follow, in place of the load `after`, which must fall silent in any
  /// case.
  case beginPreloaded(LoadID, after: LoadID, isPlaying: Bool)
  /// Have the load not follow any more; it ends as ``LoadEvent/superseded``.
  case cancelPreload(LoadID)
  /// Let it sound, or pause it.
  case setPlaying(Bool, LoadID)
  /// Go to a position. A later seek replaces an earlier one, which is not reported then.
  case seek(Duration, SeekID, LoadID)
  /// Say where it is, by a ``LoadEvent/position(_:)``.
  case measure(LoadID)
  /// Give it back: it must fall silent at once, and report ``LoadEvent/released``.
  case release(LoadID)
  /// Take over volume, mute and rate.
  case apply(OutputSettings)
}

/// What one input of the playback state machine causes.
package struct PlaybackEffects: Sendable {
  /// What to tell observers, in this order.
  package var changes: [PlaybackChange] = []
  /// What the driver is to do, in this order.
  package var commands: [PlaybackCommand] = []

  package init() {}

  mutating func append(_ other: PlaybackEffects) {
    changes += other.changes
    commands += other.commands
  }
}
