/// Plays one track at a time.
///
/// An app can use a player by itself, or give it to a ``QueuePlayer`` and leave it alone from then
/// on. To write one for another service, resolve tracks for ``EnginePlayer``, or compose a
/// ``PlayerCore``.
public protocol Player: PlaybackControls {
  /// Everything about playback now.
  var status: PlayerStatus { get }

  /// The type of the tracks that it is for.
  var playerType: PlayerType { get }

  /// Loads a track in place of what is loaded, whose load ends as ``LoadReport/superseded``.
  ///
  /// The way a queue loads: with an id of its own and a sink for the reports.
  func prepare(_ request: LoadRequest)

  /// Carries out a command for one load; where that load is not the player's any more: no effect.
  ///
  /// The way a queue commands: what it says to a track never reaches the one behind it.
  func control(_ command: LoadCommand, of load: LoadID)

  /// Gives the track back and falls silent; the state becomes ``PlayerState/initial``. With nothing
  /// loaded: no effect.
  func unload()

  /// What follows without a gap; `nil` where the player is not ``PlayerCapabilities/gapless``.
  var preloading: (any Preloading)? { get }

  /// What it can do. Constant; read when the player is added to a queue. Default:
  /// ``PlayerCapabilities/whole``.
  var capabilities: PlayerCapabilities { get }

  /// Where the observers' events come from.
  var events: EventSource<PlayerEvent> { get }
}

extension Player {
  /// None: tracks follow each other with the delay of loading.
  public var preloading: (any Preloading)? { nil }

  /// The ``status``: a player has nothing beside its playback.
  public var playback: PlayerStatus { status }

  /// It plays whole tracks, one by one.
  public var capabilities: PlayerCapabilities { .whole }

  /// Loads a track in place of what is loaded, and leaves it paused.
  public func prepare(_ track: any Track, at position: Duration = .zero) {
    prepare(
      LoadRequest(track: track, position: position, wantsToPlay: false, album: AlbumContext())
    )
  }

  /// Loads a track in place of what is loaded, and plays it as soon as it is ready.
  public func play(_ track: any Track, at position: Duration = .zero) {
    prepare(LoadRequest(track: track, position: position, wantsToPlay: true, album: AlbumContext()))
  }
}

/// What a ``Player`` is to load.
public struct LoadRequest: Sendable {
  /// The identity of the attempt, in every report.
  public let id: LoadID
  /// The track.
  public let track: any Track
  /// The part of the track to play; `nil`: all of it. Positions, seeks and the duration count from
  /// its start.
  public let clip: Clip?
  /// Where playback begins; below 0 means 0.
  public let position: Duration
  /// Whether to play as soon as it is ready. Without meaning for what is preloaded.
  public let wantsToPlay: Bool
  /// How it stands to its neighbors in the queue.
  public let album: AlbumContext
  /// Called with each report, serially, never under a lock; must not block.
  public let onReport: @Sendable (LoadReport) -> Void

  /// Makes a request; with a fresh id and without a listener where none is given.
  public init(
    id: LoadID = .unique(),
    track: any Track,
    clip: Clip? = nil,
    position: Duration = .zero,
    wantsToPlay: Bool,
    album: AlbumContext,
    onReport: @escaping @Sendable (LoadReport) -> Void = { _ in }
  ) {
    self.id = id
    self.track = track
    self.clip = clip
    self.position = max(.zero, position)
    self.wantsToPlay = wantsToPlay
    self.album = album
    self.onReport = onReport
  }
}

/// A command for one load of a ``Player``.
@nonexhaustive public enum LoadCommand: Sendable, Hashable {
  /// Play, or pause.
  case setPlaying(Bool)
  /// Go to a position; the id names the request in the reports.
  case seek(Duration, SeekID)
  /// Say where the load is, by a ``LoadReport/position(_:)``; asked where the position as
  /// extrapolated cannot be right.
  case measure
  /// Give the load back, and fall silent.
  case unload
}
