import Foundation
import PlayerKit
import PlayerKitServiceSimulator
import PlayerKitServicesTesting
import PlayerKitSpotify
import PlayerKitSystem
import PlayerKitTesting
import TestSupport
import Testing

@Suite("Spotify Connect", .tags(.local), .timeLimit(.minutes(3)))
struct ConnectContractTests {
  @Test(
    "passes the contract of backends",
    arguments: BackendContract.checks,
    SpotifyTrackEnd.allCases
  )
  func keepsTheContract(check: BackendContract.Check, end: SpotifyTrackEnd) async throws {
    try await check.run(on: ConnectHarness { $0.end = end })
  }

  @Test("passes it also if the state lags behind", arguments: BackendContract.checks)
  func keepsTheContractLate(check: BackendContract.Check) async throws {
    try await check.run(
      on: ConnectHarness(tolerance: .seconds(1)) { $0.playbackLag = .milliseconds(700) }
    )
  }
}

/// The contract's tracks at a simulated Spotify, one for each player.
private struct ConnectHarness: BackendHarness {
  let manualClock = ManualClock()
  let tracks: BackendContractTracks
  /// Positions are interpolated between two answers.
  let tolerance: Duration
  private let change: @Sendable (inout SpotifySettings) -> Void
  private let benches = Locked<[ObjectIdentifier: ConnectBench]>([:])

  init(
    tolerance: Duration = .milliseconds(320),
    _ change: @escaping @Sendable (inout SpotifySettings) -> Void
  ) {
    self.tolerance = tolerance
    let host = SpotifyWithoutServer { Date() }
    let ids = host.playableTracks(2)
    self.change = { settings in
      settings.trackLengths = [ids[0]: .seconds(1), ids[1]: .seconds(30)]
      change(&settings)
    }
    tracks = BackendContractTracks(
      short: SpotifyTrack(id: ids[0]),
      long: SpotifyTrack(id: ids[1]),
      missing: SpotifyTrack(id: "0000000000000000000000"),
      garbage: SpotifyTrack(id: host.landmarks.trackOfNoMarket ?? "")
    )
  }

  var clock: any PlaybackClock { manualClock }

  func makePlayer() -> any Player {
    let bench = ConnectBench(clock: manualClock, change)
    benches.withLock { $0[ObjectIdentifier(bench.account)] = bench }
    return bench.makePlayer()
  }

  func wait(
    for what: String,
    of player: any Player,
    until condition: @escaping @Sendable (PlayerStatus) -> Bool
  ) async throws {
    try await wait(what, until: { condition(player.status) }) { "\(player.state)" }
  }

  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await wait(what, until: { condition(recorder.entries) }) { "\(recorder.entries)" }
  }

  func pass(_ time: Duration) async throws {
    let end = manualClock.now + time
    await settle()
    while let next = manualClock.nextDeadline, next <= end {
      manualClock.advance(to: next)
      await settle()
    }
    manualClock.advance(to: end)
    await settle()
  }

  func useControls(of player: any Player, _ use: RemoteUse) async throws -> Bool {
    guard let account = (player as? SpotifyConnectPlayer)?.account,
      let host = benches.withLock({ $0[ObjectIdentifier(account)] })?.host
    else { return false }
    switch use {
    case .controls(.play): host.use(.play)
    case .controls(.pause): host.use(.pause)
    case .controls(.seek(let anchor)): host.use(.seek(anchor.position))
    case .controls(.volume(let volume)): host.use(.volume(Int(volume * 100)))
    case .takeover: host.use(.takeOver)
    default: return false
    }
    return true
  }

  private func settle() async {
    for bench in benches.withLock({ Array($0.values) }) { await bench.settle() }
  }

  private func wait(
    _ what: String,
    until condition: () -> Bool,
    lastSeen: () -> String
  ) async throws {
    let end = manualClock.now + .seconds(600)
    await settle()
    while !condition() {
      guard let next = manualClock.nextDeadline, next <= end else {
        throw WaitFailure.sequenceEnded(what: what, lastSeen: lastSeen())
      }
      manualClock.advance(to: next)
      await settle()
    }
  }
}
