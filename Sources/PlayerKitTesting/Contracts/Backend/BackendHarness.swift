import PlayerKit

/// Provides ``BackendContract`` with players, whose backends it checks, and with tracks to play.
public protocol BackendHarness: ContractHarness {
  /// The tracks to play.
  var tracks: BackendContractTracks { get }

  /// The clock of the players. Default: the system's monotonic clock.
  var clock: any PlaybackClock { get }

  /// Makes an idle player whose backend is checked. Each check calls this at least once. Do not
  /// keep the player: one check verifies what happens when it is released.
  func makePlayer() async throws -> any Player

  /// Called at the start of a check with the `player` that commands the backend. Default: does
  /// nothing.
  func willCheck(_ player: any Player)

  /// Lets the player's time pass until its status meets `condition`. Default: waits in real time,
  /// without polling.
  ///
  /// - Throws: A ``WaitFailure`` that names `what` if the status never meets it.
  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws

  /// Simulates another user of the player's device. Default: there is no device.
  ///
  /// - Returns: Whether the player's device has such controls. If not, the checks skip them.
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

  /// Returns `false`: there is no device.
  public func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool { false }
}

/// An action of another user at the player's device.
public enum RemoteUse: Sendable, Hashable {
  /// Uses the device's controls.
  case controls(RemoteAction)
  /// Makes the device play something else.
  case takeover
}

/// The tracks that ``BackendContract`` plays.
public struct BackendContractTracks: Sendable {
  /// A seekable track of about 1 s.
  public let short: any Track
  /// A seekable track of at least 20 s.
  public let long: any Track
  /// A track that does not exist.
  public let missing: any Track
  /// A track whose bytes are not audio.
  public let garbage: any Track

  /// Makes a set of tracks.
  public init(short: any Track, long: any Track, missing: any Track, garbage: any Track) {
    self.short = short
    self.long = long
    self.missing = missing
    self.garbage = garbage
  }
}
