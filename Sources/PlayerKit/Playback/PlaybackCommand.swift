/// What a ``PlayerCore`` asks of its ``PlayerBackend``. Commands come in the order in which they were
/// issued.
public enum PlaybackCommand: Sendable {
  /// Find out how the track is to be opened, then call ``PlayerCore/resolved(_:)``, or report the
  /// failure. What `replacing` names is no longer wanted: it must fall silent at once, and end.
  case resolve(LoadID, any Track, replacing: LoadID?)
  /// Open it, or the part of it that the clip is, in place of anything else. Where the clip is `nil`,
  /// all of it. Only who ``PlayerBackend/canClip`` gets one.
  case open(LoadID, any Track, clip: Clip?, at: Duration, isPlaying: Bool)
  /// Begin now what was handed over ahead of time, in place of the load that it was to follow.
  case beginPreloaded(LoadID, after: LoadID, isPlaying: Bool)
  /// Let it sound, or pause it.
  case setPlaying(Bool, LoadID)
  /// Go to a position.
  case seek(Duration, SeekID, LoadID)
  /// Say where it is, by a ``LoadReport/position(_:)``.
  case measure(LoadID)
  /// Give it back: it must fall silent at once, and report ``LoadReport/released``.
  case release(LoadID)
  /// Take over volume, mute and rate.
  case apply(OutputSettings)
}
