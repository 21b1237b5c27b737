/// A player of whatever a ``MediaResolver`` finds, on an ``AudioEngine`` that it may share.
///
/// Players that share an engine can follow each other without a gap, whatever their services. An
/// engine plays one load at a time: who loads ends the other's load as ``LoadEvent/superseded``.
public final class EnginePlayer<Resolver: MediaResolver>: Player {
  /// The state and the events.
  public let core: PlayerCore
  private let backend: EngineBackend

  /// Makes a player on `engine`, which it keeps alive and does not close.
  ///
  /// - Parameter clock: the engine's clock.
  public init(
    resolver: Resolver,
    engine: any AudioEngine,
    clock: any PlaybackClock = SystemPlaybackClock()
  ) {
    backend = EngineBackend(resolver: resolver, engine: engine)
    core = PlayerCore(backend: backend, clock: clock)
  }

  deinit {
    unload()
  }

  /// The type of the tracks that it is for.
  public var playerType: PlayerType { backend.resolver.playerType }
}
