import PlayerKit

/// Checks players that live by a ``ManualClock``: no time passes but what the checks let pass.
public struct ManualClockPlayerHarness: PlayerHarness {
  /// The clock that the players get.
  public let manualClock = ManualClock()
  /// What to play.
  public let tracks: PlayerContractTracks
  private let isResolvedLater: Bool
  private let make: @Sendable (ManualClock) -> any Player

  /// Makes a harness.
  ///
  /// - Parameters:
  ///   - tracks: What to play.
  ///   - isResolvedLater: Whether loading goes on by itself, on other tasks, so that time must wait
  ///     for it.
  ///   - make: Makes a player at rest that lives by the clock.
  public init(
    tracks: PlayerContractTracks,
    isResolvedLater: Bool = false,
    make: @escaping @Sendable (ManualClock) -> any Player
  ) {
    self.tracks = tracks
    self.isResolvedLater = isResolvedLater
    self.make = make
  }

  /// The manual one.
  public var clock: any PlaybackClock { manualClock }

  /// 1 ms: nothing is late on a manual clock.
  public var tolerance: Duration { .milliseconds(1) }

  /// Makes a player.
  public func makePlayer() -> any Player {
    make(manualClock)
  }

  /// Moves the clock from deadline to deadline.
  public func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    let limit = ContinuousClock.now + .seconds(30)
    while !manualClock.advance(until: { condition(player.status) }) {
      guard isResolvedLater, ContinuousClock.now < limit else {
        throw WaitFailure.sequenceEnded(what: what, lastSeen: "\(player.state)")
      }
      await Task.yield()
    }
  }

  /// Moves the clock.
  public func pass(_ time: Duration) async throws {
    manualClock.advance(by: time)
  }
}
