/// The seam behind which audio is decoded and sounds.
///
/// An engine plays one load at a time and knows at most one that is to follow. It may serve several
/// players: each load reports to its own `onReport`.
///
/// Threads: every method may be called on any thread, never blocks, and takes effect in the order of
/// the calls. Reports come serially on an executor of the engine's own, never under one of its locks.
/// Calls that name a load which is neither current nor next are ignored.
public protocol AudioEngine: AnyObject, Sendable {
  /// Loads a source in place of whatever is loaded, whose loads end as
  /// ``LoadReport/superseded``.
  func load(_ request: EngineLoad)

  /// Says what follows `current` without a gap; replaces what was said before, which ends as
  /// ``LoadReport/superseded``. `nil`: nothing does.
  ///
  /// Where `current` is no longer the engine's load, `next` ends as ``LoadReport/superseded``.
  func setNext(_ next: EngineLoad?, after current: LoadID)

  /// Lets the load sound, or pauses it. Also for a load that is not ready yet.
  func setPlaying(_ isPlaying: Bool, load: LoadID)

  /// Goes to a position; a later seek replaces an earlier one that is not settled, which then is
  /// not reported. A position past the end is the end.
  func seek(to position: Duration, id: SeekID, load: LoadID)

  /// Asks where the current load is; the answer is a ``LoadReport/position(_:)``. Of a load that is
  /// not ready, or has ended: no effect.
  func measure(_ load: LoadID)

  /// Gives the load back; it and what was to follow it fall silent and report
  /// ``LoadReport/released`` and ``LoadReport/superseded``.
  func unload(_ load: LoadID)

  /// Sets what holds for all loads, this one and later ones.
  func setOutput(_ settings: OutputSettings)

  /// Ends the engine: silence, every load ``LoadReport/released``, resources freed. Returns when
  /// done. Calls after it are ignored but for ``load(_:)`` and ``setNext(_:after:)``, whose loads
  /// end as ``LoadReport/superseded``. May be called again.
  func close() async
}

/// One source for an engine to play.
public struct EngineLoad: Sendable {
  /// Its identity, in every call and report.
  public let id: LoadID
  /// Where the bytes are.
  public let source: MediaSource
  /// Where playback begins.
  public let position: Duration
  /// Whether to sound as soon as possible. Without meaning for a load that follows another.
  public let isPlaying: Bool
  /// How it stands to its neighbours in the queue.
  public let album: AlbumContext
  /// Called with each report, serially; must not block.
  public let onReport: @Sendable (LoadReport) -> Void

  /// Makes a load.
  public init(
    id: LoadID,
    source: MediaSource,
    position: Duration = .zero,
    isPlaying: Bool,
    album: AlbumContext = AlbumContext(),
    onReport: @escaping @Sendable (LoadReport) -> Void
  ) {
    self.id = id
    self.source = source
    self.position = position
    self.isPlaying = isPlaying
    self.album = album
    self.onReport = onReport
  }
}
