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
public final class FakePlayer: CoreBackedPlayer {
  /// The type of the tracks that it is for. It plays tracks of any type that it is given.
  public let playerType: PlayerType
  /// The state and the events.
  public let core: PlayerCore
  private let backend: FakePlayerBackend
  private let preloads: Bool

  /// Makes a player by itself: tracks follow each other with the delay of loading.
  ///
  /// - Parameters:
  ///   - canClip: Whether it can play parts of tracks.
  ///   - lateness: How late it finds tracks, does what it is told, and reports; `nil`: on time.
  ///   - media: How tracks play that ``setMedia(_:for:)`` does not name; asked once for each load.
  public convenience init(
    playerType: PlayerType = .url,
    clock: any PlaybackClock,
    canClip: Bool = true,
    lateness: Lateness? = nil,
    media: @escaping @Sendable (any Track) -> FakeMedia = { _ in FakeMedia() }
  ) {
    self.init(
      playerType: playerType,
      group: Group(clock: clock, lateness: lateness),
      canClip: canClip,
      preloads: false,
      media: media
    )
  }

  /// Makes a player that hands over without a gap to itself and to all of its group.
  ///
  /// - Parameters:
  ///   - canClip: Whether it can play parts of tracks.
  ///   - media: How tracks play that ``setMedia(_:for:)`` does not name; asked once for each load.
  public convenience init(
    playerType: PlayerType = .url,
    group: Group,
    canClip: Bool = true,
    media: @escaping @Sendable (any Track) -> FakeMedia = { _ in FakeMedia() }
  ) {
    self.init(
      playerType: playerType,
      group: group,
      canClip: canClip,
      preloads: true,
      media: media
    )
  }

  private init(
    playerType: PlayerType,
    group: Group,
    canClip: Bool,
    preloads: Bool,
    media: @escaping @Sendable (any Track) -> FakeMedia
  ) {
    self.playerType = playerType
    self.preloads = preloads
    backend = FakePlayerBackend(
      group: group,
      canClip: canClip,
      resolver: FakeResolver(playerType: playerType, group: group, defaultScript: media)
    )
    core = PlayerCore(backend: backend, clock: group.clock)
  }

  deinit {
    unload()
  }

  /// Scripts how the track of this `id` plays, from its next load on.
  public func setMedia(_ media: FakeMedia, for trackID: String) {
    backend.setMedia(media, for: trackID)
  }

  // MARK: What it did and does

  /// The tracks loaded so far, the oldest first, also those that were to follow another.
  public var preparedTracks: [any Track] { backend.preparedTracks }

  /// What it was told to do, the oldest first. A command for a track that is over is no more told.
  public var commands: [Command] { backend.commands }

  /// The track that sounds at this moment; mute and volume make no difference. `nil`: silence.
  public var soundingTrack: (any Track)? { backend.soundingTrack }

  /// Whether anything sounds at this moment; mute and volume make no difference.
  public var isSounding: Bool { soundingTrack != nil }

  /// The loads of the track of this `id`, the oldest first: for ``inject(_:of:)``.
  public func loads(of trackID: String) -> [LoadID] { backend.loads(of: trackID) }

  /// Misbehaves: reports of a load what did not happen. Changes nothing of what it plays.
  ///
  /// Of a load that is over, the listener of the load hears it all the same, as from a player that
  /// tells of an end too late. For a load never seen: does nothing.
  public func inject(_ report: LoadReport, of load: LoadID) {
    backend.inject(report, of: load, for: core)
  }

  // MARK: Player

  /// Loads a track in place of what is loaded.
  public func prepare(_ request: LoadRequest) {
    core.prepare(backend.remember(request))
  }

  /// What follows without a gap; `nil` for a player that was made without a group.
  public var preloading: (any Preloading)? {
    preloads ? FakePreloading(core: core, backend: backend) : nil
  }
}
