import PlayerKit

/// What ``BackendContract`` needs to know of a player to check its backend.
public protocol BackendHarness: ContractHarness {
  /// What to play.
  var tracks: BackendContractTracks { get }

  /// What the players live by. Default: the system's monotonic clock.
  var clock: any PlaybackClock { get }

  /// Makes a player at rest, whose backend is checked. Called at least once for each check, and sometimes again. The
  /// harness must not keep the player: a check verifies what happens when it goes away.
  func makePlayer() async throws -> any Player

  /// A check begins: `player` commands the backend that is checked. Default: does nothing.
  func willCheck(_ player: any Player)

  /// Lets the player's time pass until `condition` holds of its status. Default: waits in real time,
  /// without polling.
  ///
  /// - Throws: ``WaitFailure`` that names `what` where it never does.
  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws

  /// Does what somebody else does with the controls of a player's device. Default: there is no device.
  ///
  /// - Returns: whether the player has such controls; where not, the checks ask for nothing.
  func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool
}

extension BackendHarness {
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

  /// Does nothing.
  public func willCheck(_ player: any Player) {}

  /// A player without a device.
  public func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool { false }
}

/// What somebody else does at a player's device.
public enum RemoteUse: Sendable, Hashable {
  /// Uses its controls.
  case controls(RemoteAction)
  /// Has it play something else.
  case takeover
}

/// The tracks that ``BackendContract`` plays.
public struct BackendContractTracks: Sendable {
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
