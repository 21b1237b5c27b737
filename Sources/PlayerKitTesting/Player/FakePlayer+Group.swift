import PlayerKit

extension FakePlayer {
  /// What several fake players share so that they can follow each other without a gap, as real ones
  /// share an engine: one of them plays at a time, and who loads supersedes the others.
  public final class Group: Sendable {
    let engine: FakeEngine
    let clock: any PlaybackClock

    let lateness: Lateness?

    /// Makes a group.
    ///
    /// - Parameters:
    ///   - clock: What it lives by.
    ///   - lateness: How late it is; `nil`: on time.
    ///   - network: Who knows whether the network is gone; `nil`: nobody.
    public init(
      clock: any PlaybackClock,
      lateness: Lateness? = nil,
      network: (any NetworkChecking)? = nil
    ) {
      self.clock = clock
      self.lateness = lateness
      engine = FakeEngine(clock: clock, lateness: lateness, network: network)
    }

    /// The load of one of its players that sounds at this moment; `nil`: silence.
    public var soundingLoad: LoadID? { engine.soundingLoad }

    /// The loads that it has: the current one, and the one that is to follow.
    public var knownLoads: [LoadID] { engine.knownLoads }
  }
}
