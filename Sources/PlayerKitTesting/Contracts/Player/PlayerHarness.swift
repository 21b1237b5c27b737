import PlayerKit

/// What ``PlayerContract`` needs to know of a player to check it.
public protocol PlayerHarness: ContractHarness {
  /// What to play.
  var tracks: PlayerContractTracks { get }

  /// What the players live by. Default: the system's monotonic clock.
  var clock: any PlaybackClock { get }

  /// Makes a player at rest. Called at least once for each check, and sometimes again. The harness
  /// must not keep the player: a check verifies what happens when it goes away.
  func makePlayer() async throws -> any Player

  /// Lets the player's time pass until `condition` holds of its status. Default: waits in real time,
  /// without polling.
  ///
  /// - Throws: ``WaitFailure`` that names `what` where it never does.
  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws
}

extension PlayerHarness {
  /// The system's monotonic clock.
  public var clock: any PlaybackClock { SystemPlaybackClock() }

  /// Waits in real time, for at most 30 s.
  public func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await player.wait(for: what, until: condition)
  }
}

/// The tracks that ``PlayerContract`` plays.
public struct PlayerContractTracks: Sendable {
  /// A track of about 1 s that can be played and sought in.
  public let short: any Track
  /// A track of at least 20 s that can be played and sought in.
  public let long: any Track
  /// A track that is not there.
  public let missing: any Track
  /// A track of bytes that are no audio.
  public let garbage: any Track

  /// Makes a set of tracks.
  public init(short: any Track, long: any Track, missing: any Track, garbage: any Track) {
    self.short = short
    self.long = long
    self.missing = missing
    self.garbage = garbage
  }
}
