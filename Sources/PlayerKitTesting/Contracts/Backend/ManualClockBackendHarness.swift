import PlayerKit
import PlayerKitSystem

/// A harness for players that use a ``ManualClock``. Only the checks move its time.
public struct ManualClockBackendHarness: BackendHarness {
  /// The clock of the players.
  public let manualClock = ManualClock()
  /// The tracks to play.
  public let tracks: BackendContractTracks
  /// The largest accepted error of a position.
  public let tolerance: Duration
  private let isResolvedLater: Bool
  private let make: @Sendable (ManualClock) -> any Player
  /// For each player under test, whether it has carried out all its commands.
  private let areAtRest = Locked<[@Sendable () -> Bool]>([])

  /// Makes a harness.
  ///
  /// - Parameters:
  ///   - tracks: The tracks to play.
  ///   - tolerance: The largest accepted error of a position. Use more than zero for late players.
  ///   - isResolvedLater: Whether tracks load on other tasks. If so, the clock waits for them.
  ///   - make: Makes an idle player that uses the given clock.
  public init(
    tracks: BackendContractTracks,
    tolerance: Duration = .milliseconds(1),
    isResolvedLater: Bool = false,
    make: @escaping @Sendable (ManualClock) -> any Player
  ) {
    self.tracks = tracks
    self.tolerance = tolerance
    self.isResolvedLater = isResolvedLater
    self.make = make
  }

  /// The manual clock.
  public var clock: any PlaybackClock { manualClock }

  /// Makes a player.
  public func makePlayer() -> any Player {
    make(manualClock)
  }

  /// Keeps track of the player: the clock waits until it has carried out all its commands.
  public func willCheck(_ player: any Player) {
    guard isResolvedLater else { return }
    areAtRest.withLock { $0.append { [weak core = player.core] in core?.isAtRest ?? true } }
  }

  /// Moves the clock from deadline to deadline.
  public func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await advance(until: { condition(player.status) }, what) { "\(player.state)" }
  }

  /// Moves the clock from deadline to deadline.
  public func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await advance(until: { condition(recorder.entries) }, what) { "\(recorder.entries)" }
  }

  private func advance(
    until condition: () -> Bool,
    _ what: String,
    lastSeen: () -> String
  ) async throws {
    let realTime = SystemPlaybackClock()
    let limit = realTime.now + .seconds(30)
    let end = manualClock.now + .seconds(3600)
    while !condition() {
      // Other threads finish their pending work before time moves on.
      let isAtRest = areAtRest.withLock { $0 }.allSatisfy { $0() }
      if isAtRest, let next = manualClock.nextDeadline, next <= end {
        manualClock.advance(to: next)
        continue
      }
      guard isResolvedLater, realTime.now < limit else {
        throw WaitFailure.sequenceEnded(what: what, lastSeen: lastSeen())
      }
      await Task.yield()
    }
  }

  /// Operates the controls of a ``FakePlayer``. Returns `false` for other players.
  public func useControls(of player: any Player, _ use: RemoteUse) -> Bool {
    guard let player = player as? FakePlayer else { return false }
    switch use {
    case .controls(let action): player.useControls(action)
    case .takeover: player.takeOver(with: ForeignTrack(id: "foreign"))
    }
    return true
  }

  /// Moves the clock.
  public func pass(_ time: Duration) async throws {
    manualClock.advance(by: time)
  }
}
