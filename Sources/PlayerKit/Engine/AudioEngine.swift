/// Decodes and outputs audio.
///
/// An engine plays one load at a time and knows at most one next load. Several players may share
/// it: each load reports to its own `onReport`.
///
/// Every method may be called on any thread, never blocks, and takes effect in the order of the
/// calls. Reports come serially on the engine's own executor, never under one of its locks. Calls
/// for any load but the current and the next one are ignored.
public protocol AudioEngine: AnyObject, Sendable {
  /// Loads a source, replacing the current and the next load, which end as
  /// ``LoadEvent/superseded``.
  func load(_ request: EngineLoad)

  /// Sets the load that follows `current` without a gap; `nil` for none. An earlier next load ends
  /// as ``LoadEvent/superseded``.
  ///
  /// If `current` is no longer the engine's load, `next` ends as ``LoadEvent/superseded``.
  func setNext(_ next: EngineLoad?, after current: LoadID)

  /// Starts the next load now. `current` ends as ``LoadEvent/superseded`` and falls silent, even if
  /// `next` is not, or no longer, its successor. Has no effect if `current` is not the engine's
  /// load.
  ///
  /// The next load is used as it was opened ahead of time. It reports ``LoadEvent/started(_:)``
  /// when it is at its beginning, paused or not.
  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool)

  /// Plays or pauses the load, even if it is not ready yet.
  func setPlaying(_ isPlaying: Bool, load: LoadID)

  /// Seeks to a position. A later seek replaces an unfinished one, which is then not reported. A
  /// position past the end of the track or clip is its end.
  func seek(to position: Duration, id: SeekID, load: LoadID)

  /// Requests the position of the current load, which is reported as ``LoadEvent/position(_:)``.
  /// Has no effect if the load is not ready or has ended.
  func measure(_ load: LoadID)

  /// Releases the load. It and the next load fall silent and report ``LoadEvent/released`` and
  /// ``LoadEvent/superseded``.
  func unload(_ load: LoadID)

  /// Sets the output settings for all loads, now and later.
  func setOutput(_ settings: OutputSettings)

  /// The check for a lost network. Constant. The default is `nil`, for none.
  var network: (any NetworkChecking)? { get }

  /// The inspector that finds titles and lengths of entries, for a queue created with the engine.
  /// The default is `nil`, for none.
  var inspector: (any MediaInspecting)? { get }

  /// Closes the engine: everything falls silent, every load ends as ``LoadEvent/released``, and all
  /// resources are freed. Returns when this is complete. Later calls are ignored, except for
  /// ``load(_:)`` and ``setNext(_:after:)``, whose loads end as ``LoadEvent/superseded``. It may be
  /// called again.
  func close() async
}

extension AudioEngine {
  /// No network check.
  public var network: (any NetworkChecking)? { nil }

  /// No inspector.
  public var inspector: (any MediaInspecting)? { nil }
}

/// A source for an engine to play.
public struct EngineLoad: Sendable {
  /// The identity of the load in all calls and reports.
  public let id: LoadID
  /// The source of the bytes.
  public let source: MediaSource
  /// The part of the source to play, exact to the sample if the format allows it; `nil` for the
  /// whole source. All positions and the duration count from its start.
  ///
  /// A clip that ends after the end of the source ends with it. One that begins there fails with
  /// ``PlayerError/Code/invalidClip``. If the source can't seek, everything before the clip is
  /// read, which takes as long as those bytes take to arrive.
  public let clip: Clip?
  /// The position where playback begins.
  public let position: Duration
  /// The speed of a next load, from its first sample on, as if ``AudioEngine/setOutput(_:)`` had
  /// set it at that moment; `nil` if the speed stays. Has no effect on other loads.
  public let rate: Double?
  /// Whether to play as soon as possible. Ignored for a next load.
  public let isPlaying: Bool
  /// How the track relates to its neighbors in the queue.
  public let album: AlbumContext
  /// Called serially with each report; must not block.
  public let onReport: @Sendable (LoadEvent) -> Void

  /// Creates a load.
  public init(
    id: LoadID,
    source: MediaSource,
    clip: Clip? = nil,
    position: Duration = .zero,
    rate: Double? = nil,
    isPlaying: Bool,
    album: AlbumContext,
    onReport: @escaping @Sendable (LoadEvent) -> Void
  ) {
    self.id = id
    self.source = source
    self.clip = clip
    self.position = position
    self.rate = rate
    self.isPlaying = isPlaying
    self.album = album
    self.onReport = onReport
  }
}
