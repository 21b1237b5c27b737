/// Plays the tracks that a ``MediaResolver`` resolves, on an ``AudioEngine`` that it may share.
///
/// Players that share an engine can follow each other without a gap, even across services. An
/// engine plays one load at a time: loading in one player ends the other player's load as
/// ``LoadEvent/superseded``.
public final class EnginePlayer<Resolver: MediaResolver>: Player {
  /// The state and the events.
  public let core: PlayerCore
  private let backend: EngineBackend

  /// Creates a player on `engine`, which it retains and does not close.
  ///
  /// - Parameter resolver: Finds the media of the tracks.
  /// - Parameter engine: The engine, which the player keeps alive and does not close.
  /// - Parameter clock: The engine's clock.
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

  /// The type of tracks that this player plays.
  public var playerType: PlayerType { backend.resolver.playerType }
}
