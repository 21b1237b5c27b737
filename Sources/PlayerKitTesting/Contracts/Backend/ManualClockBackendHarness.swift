import PlayerKitSystem
import PlayerKit

/// Checks players that live by a ``ManualClock``: no time passes but what the checks let pass.
public struct ManualClockBackendHarness: BackendHarness {
  /// The clock that the players get.
  public let manualClock = ManualClock()
  /// What to play.
  public let tracks: BackendContractTracks
  /// By how much positions may be off.
  public let tolerance: Duration
  private let isResolvedLater: Bool
  private let make: @Sendable (ManualClock) -> any Player
  /// Whether the players that are checked have carried out all that they were told.
  private let areAtRest = Locked<[@Sendable () -> Bool]>([])

  /// Makes a harness.
  ///
  /// - Parameters:
  ///   - tracks: What to play.
  ///   - tolerance: By how much positions may be off: more than nothing where players are late.
  ///   - isResolvedLater: Whether loading goes on by itself, on other tasks, so that time must wait
  ///     for it.
  ///   - make: Makes a player at rest that lives by the clock.
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

  /// The manual one.
  public var clock: any PlaybackClock { manualClock }

  /// Makes a player.
  public func makePlayer() -> any Player {
    make(manualClock)
  }

  /// Remembers it: time waits until it has carried out all that it was told.
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
    let limit = ContinuousClock.now + .seconds(30)
    let end = manualClock.now + .seconds(3600)
    while !condition() {
      // What another thread is about to do is done before time goes on.
      let isAtRest = areAtRest.withLock { $0 }.allSatisfy { $0() }
      if isAtRest, let next = manualClock.nextDeadline, next <= end {
        manualClock.advance(to: next)
        continue
      }
      guard isResolvedLater, ContinuousClock.now < limit else {
        throw WaitFailure.sequenceEnded(what: what, lastSeen: lastSeen())
      }
      await Task.yield()
    }
  }

  /// Uses the controls of a ``FakePlayer``.
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
