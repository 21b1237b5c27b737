/// The seam behind which audio is decoded and sounds.
///
/// An engine plays one load at a time and knows at most one that is to follow. It may serve several
/// players: each load reports to its own `onReport`.
///
/// Threads: every method may be called on any thread, never blocks, and takes effect in the order
/// of the calls. Reports come serially on an executor of the engine's own, never under one of its
/// locks. Calls that name a load which is neither current nor next are ignored.
public protocol AudioEngine: AnyObject, Sendable {
  /// Loads a source in place of whatever is loaded, whose loads end as
  /// ``LoadEvent/superseded``.
  func load(_ request: EngineLoad)

  /// Says what follows `current` without a gap; replaces what was said before, which ends as
  /// ``LoadEvent/superseded``. `nil`: nothing does.
  ///
  /// Where `current` is no longer the engine's load, `next` ends as ``LoadEvent/superseded``.
  func setNext(_ next: EngineLoad?, after current: LoadID)

  /// Begins what was to follow `current` now. `current` ends as ``LoadEvent/superseded`` and falls
  /// silent, also where `next` is not what follows it (any more); where `current` is not the
  /// engine's load: no effect.
  ///
  /// What was opened ahead is used, nothing is opened anew. `next` reports
  /// ``LoadEvent/started(_:)`` when it stands at its beginning, paused or not.
  func playNext(_ next: LoadID, after current: LoadID, isPlaying: Bool)

  /// Lets the load sound, or pauses it. Also for a load that is not ready yet.
  func setPlaying(_ isPlaying: Bool, load: LoadID)

  /// Goes to a position; a later seek replaces an earlier one that is not settled, which then is
  /// not reported. A position past the end, of the clip where there is one, is the end.
  func seek(to position: Duration, id: SeekID, load: LoadID)

  /// Asks where the current load is; the answer is a ``LoadEvent/position(_:)``. Of a load that is
  /// not ready, or has ended: no effect.
  func measure(_ load: LoadID)

  /// Gives the load back; it and what was to follow it fall silent and report
  /// ``LoadEvent/released`` and ``LoadEvent/superseded``.
  func unload(_ load: LoadID)

  /// Sets what holds for all loads, this one and later ones.
  func setOutput(_ settings: OutputSettings)

  /// Who knows whether the network is gone. Constant. Default: `nil`, nobody.
  var network: (any NetworkChecking)? { get }

  /// Who looks into media for the titles and lengths of entries, for a queue that is made of the
  /// engine. Default: `nil`, nobody.
  var inspector: (any MediaInspecting)? { get }

  /// Ends the engine: silence, every load ``LoadEvent/released``, resources freed. Returns when
  /// done. Calls after it are ignored but for ``load(_:)`` and ``setNext(_:after:)``, whose loads
  /// end as ``LoadEvent/superseded``. May be called again.
  func close() async
}

extension AudioEngine {
  /// Nobody knows.
  public var network: (any NetworkChecking)? { nil }

  /// Nobody does.
  public var inspector: (any MediaInspecting)? { nil }
}

/// One source for an engine to play.
public struct EngineLoad: Sendable {
  /// Its identity, in every call and report.
  public let id: LoadID
  /// Where the bytes are.
  public let source: MediaSource
  /// The part of the source to play, exact to the sample where the format allows it; `nil`: all of
  /// it. All positions and the duration count from its start.
  ///
  /// A clip that ends behind the source's end ends with it. One that begins there fails with
  /// ``PlayerError/Code/invalidClip``. Of a source that can't seek, what comes before the clip is
  /// read, which takes as long as the bytes take to come.
  public let clip: Clip?
  /// Where playback begins.
  public let position: Duration
  /// The speed of a load that follows another, from its first sample on, as if
  /// ``AudioEngine/setOutput(_:)`` had set it at that moment; `nil` if the speed stays. Has no
  /// effect on other loads.
  public let rate: Double?
  /// Whether to sound as soon as possible. Without meaning for a load that follows another.
  public let isPlaying: Bool
  /// How it stands to its neighbors in the queue.
  public let album: AlbumContext
  /// Called with each report, serially; must not block.
  public let onReport: @Sendable (LoadEvent) -> Void

  /// Makes a load.
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
