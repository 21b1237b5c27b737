import PlayerKit

/// A player without sound, for tests of an app or of a queue.
///
/// ```swift
/// let clock = ManualClock()
/// let player = FakePlayer(clock: clock)
/// player.play(FakeTrack("a"))
/// clock.advance(by: .seconds(1))
/// #expect(player.soundingTrack?.id == "a")
/// ```
///
/// Every track loads in 100 ms and plays for 60 s unless ``setMedia(_:for:)`` changes that. With a
/// ``ManualClock`` everything happens inside a command or an advance of the clock, on the calling
/// thread. Only observers run on their own threads. All methods may be called on any thread. The
/// player keeps all its loads until it is deallocated.
public final class FakePlayer: Player {
  /// The track type that the player is for. It plays tracks of any type.
  public let playerType: PlayerType
  /// The state and the events of the player.
  public let core: PlayerCore
  private let backend: FakePlayerBackend

  /// Makes a standalone player. Consecutive tracks are separated by the load time.
  ///
  /// - Parameters:
  ///   - playerType: The type of the tracks that it plays.
  ///   - clock: The clock, which tests replace.
  ///   - capabilities: The capabilities. Without a group, tracks never follow without a gap.
  ///   - lateness: The delays of look-ups, commands and reports. `nil` for none.
  ///   - media: Returns the script of a track that ``setMedia(_:for:)`` does not name. Called once
  ///     for each load.
  public convenience init(
    playerType: PlayerType = .url,
    clock: any PlaybackClock,
    capabilities: PlayerCapabilities = .all,
    lateness: Lateness? = nil,
    media: @escaping @Sendable (any Track) -> FakeMedia = { _ in FakeMedia() }
  ) {
    self.init(
      playerType: playerType,
      group: Group(clock: clock, lateness: lateness),
      capabilities: capabilities.subtracting(.gapless),
      media: media
    )
  }

  /// Makes a player that plays without gaps between its tracks and the tracks of its group.
  ///
  /// - Parameters:
  ///   - playerType: The type of the tracks that it plays.
  ///   - group: The players without gaps between them.
  ///   - capabilities: The capabilities.
  ///   - media: Returns the script of a track that ``setMedia(_:for:)`` does not name. Called once
  ///     for each load.
  public init(
    playerType: PlayerType = .url,
    group: Group,
    capabilities: PlayerCapabilities = .all,
    media: @escaping @Sendable (any Track) -> FakeMedia = { _ in FakeMedia() }
  ) {
    self.playerType = playerType
    backend = FakePlayerBackend(
      group: group,
      capabilities: capabilities,
      resolver: FakeResolver(playerType: playerType, group: group, defaultScript: media)
    )
    core = PlayerCore(backend: backend, clock: group.clock)
  }

  deinit {
    unload()
  }

  /// Sets the script of the track with this `id`, from its next load on.
  public func setMedia(_ media: FakeMedia, for trackID: String) {
    backend.resolver.setMedia(media, for: trackID)
  }

  // MARK: Recorded calls and state

  /// The tracks loaded so far, including preloaded ones, the oldest first.
  public var preparedTracks: [any Track] { backend.log.withLock { $0.tracks } }

  /// The commands received, the oldest first. There are none for a track that has ended.
  public var commands: [Command] { backend.log.withLock { $0.commands } }

  /// The currently playing track. Mute and volume have no influence. `nil` if there is
  /// none.
  public var soundingTrack: (any Track)? { backend.soundingTrack }

  /// Whether a track is currently playing. Mute and volume have no influence.
  public var isSounding: Bool { soundingTrack != nil }

  /// Returns the loads of the track with this `id`, the oldest first, for ``inject(_:of:)``.
  public func loads(of trackID: String) -> [LoadID] {
    backend.log.withLock { $0.loads(of: trackID) }
  }

  /// Reports an event that did not happen, to simulate a faulty player. Does not affect playback.
  ///
  /// The report arrives even if the load has ended, like a late report of a real player. Has no
  /// effect if the load is unknown.
  public func inject(_ report: LoadEvent, of load: LoadID) {
    backend.inject(report, of: load)
  }

  // MARK: Device controls

  /// Simulates a user of the device's own controls, and reports the action. Has no effect if
  /// nothing is loaded.
  public func useControls(_ action: RemoteAction) {
    guard let load = backend.currentLoad else { return }
    backend.perform(action, on: load)
    backend.inject(.remote(action), of: load)
  }

  /// Makes the device play another app's track, and reports that. Has no effect if nothing is
  /// loaded.
  public func takeOver(with track: ForeignTrack? = nil) {
    guard let load = backend.currentLoad else { return }
    backend.log.withLock { $0.recordTakeover(of: load) }
    backend.inject(.takenOver(by: track), of: load)
    backend.group.engine.unload(load)
  }

  /// Makes the device vanish, which silences it at once. The track fails as
  /// ``PlayerKit/PlayerError/Code/outputFailed``. Has no effect if nothing is loaded.
  public func loseDevice() {
    let error = PlayerError(.outputFailed, "The fake device is gone.")
    endLoad(with: .failed(error, followedBy: nil))
  }

  /// Silences the current load at once, then reports this end of it.
  func endLoad(with report: LoadEvent) {
    guard let load = backend.currentLoad else { return }
    backend.log.withLock { $0.recordTakeover(of: load) }
    backend.group.engine.drop(load)
    backend.inject(report, of: load)
  }

  /// The position of the currently playing track. `nil` if there is none.
  public var soundingPosition: Duration? {
    isSounding ? backend.group.engine.soundingPosition : nil
  }
}

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

extension FakePlayer {
  /// An engine that several fake players share, so that they can follow each other without a gap.
  /// Only one of them plays at a time: loading in one player supersedes the loads of the others.
  public final class Group: Sendable {
    let engine: FakeEngine
    let clock: any PlaybackClock

    let lateness: Lateness?

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - clock: The clock that drives the players.
    ///   - lateness: The delays. `nil` for none.
    ///   - network: Checks whether the network is lost. `nil` for no check.
    public init(
      clock: any PlaybackClock,
      lateness: Lateness? = nil,
      network: (any NetworkChecking)? = nil
    ) {
      self.clock = clock
      self.lateness = lateness
      engine = FakeEngine(clock: clock, lateness: lateness, network: network)
    }

    /// The currently playing load in one of the players. `nil` if there is none.
    public var soundingLoad: LoadID? { engine.soundingLoad }

    /// The current load and the next one.
    public var knownLoads: [LoadID] { engine.knownLoads }
  }
}
