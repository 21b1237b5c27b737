import PlayerKit

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
