import PlayerKit

/// A player that behaves like one, without sound: for tests of an app, or of a queue.
///
/// ```swift
/// let clock = ManualClock()
/// let player = FakePlayer(clock: clock)
/// player.play(FakeTrack("a"))
/// clock.advance(by: .seconds(1))
/// #expect(player.soundingTrack?.id == "a")
/// ```
///
/// Every track loads in 100 ms and plays for 60 s unless ``setMedia(_:for:)`` says otherwise. With a
/// ``ManualClock`` everything happens inside a command or inside an advance of the clock, on the
/// thread that called, except that observers are called on theirs. All methods may be called on any
/// thread. It remembers all its loads until it is freed.
public final class FakePlayer: Player {
  /// The type of the tracks that it is for. It plays tracks of any type that it is given.
  public let playerType: PlayerType
  /// The state and the events.
  public let core: PlayerCore
  private let backend: FakePlayerBackend

  /// Makes a player by itself: tracks follow each other with the delay of loading.
  ///
  /// - Parameters:
  ///   - capabilities: What it can do; without a group, nothing follows without a gap.
  ///   - lateness: How late it finds tracks, does what it is told, and reports; `nil`: on time.
  ///   - media: How tracks play that ``setMedia(_:for:)`` does not name; asked once for each load.
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

  /// Makes a player that hands over without a gap to itself and to all of its group.
  ///
  /// - Parameters:
  ///   - capabilities: What it can do.
  ///   - media: How tracks play that ``setMedia(_:for:)`` does not name; asked once for each load.
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

  /// Scripts how the track of this `id` plays, from its next load on.
  public func setMedia(_ media: FakeMedia, for trackID: String) {
    backend.resolver.setMedia(media, for: trackID)
  }

  // MARK: What it did and does

  /// The tracks loaded so far, the oldest first, also those that were to follow another.
  public var preparedTracks: [any Track] { backend.log.withLock { $0.tracks } }

  /// What it was told to do, the oldest first. A command for a track that is over is no more told.
  public var commands: [Command] { backend.log.withLock { $0.commands } }

  /// The track that sounds at this moment; mute and volume make no difference. `nil`: silence.
  public var soundingTrack: (any Track)? { backend.soundingTrack }

  /// Whether anything sounds at this moment; mute and volume make no difference.
  public var isSounding: Bool { soundingTrack != nil }

  /// The loads of the track of this `id`, the oldest first: for ``inject(_:of:)``.
  public func loads(of trackID: String) -> [LoadID] {
    backend.log.withLock { $0.loads(of: trackID) }
  }

  /// Misbehaves: reports of a load what did not happen. Changes nothing of what it plays.
  ///
  /// Of a load that is over, whoever commanded it hears it all the same, as from a player that
  /// tells of an end too late. For a load never seen: does nothing.
  public func inject(_ report: LoadEvent, of load: LoadID) {
    backend.inject(report, of: load)
  }

  // MARK: Its device

  /// Does what somebody else does with the controls of the device, and says so. With nothing loaded:
  /// does nothing.
  public func useControls(_ action: RemoteAction) {
    guard let load = backend.currentLoad else { return }
    backend.perform(action, on: load)
    backend.inject(.remote(action), of: load)
  }

  /// Has the device play something of somebody else's, and says so. With nothing loaded: does nothing.
  public func takeOver(with track: ForeignTrack? = nil) {
    guard let load = backend.currentLoad else { return }
    backend.log.withLock { $0.recordTakeover(of: load) }
    backend.inject(.takenOver(by: track), of: load)
    backend.group.engine.unload(load)
  }
}
