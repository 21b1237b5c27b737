import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

/// The contract as it runs on real players: in real time, with a harness's default implementations.
@Suite("A fake player in real time", .tags(.local), .timeLimit(.minutes(3)))
struct RealTimeContractTests {
  @Test("keeps the contract of backends", arguments: BackendContract.checks)
  func keepsTheContract(check: BackendContract.Check) async throws {
    try await check.run(on: RealTimeHarness())
  }
}

private struct RealTimeHarness: BackendHarness {
  var tracks: BackendContractTracks { FakePlayerHarness.tracks }

  func makePlayer() -> any Player {
    FakePlayer(clock: SystemPlaybackClock(), media: FakePlayerHarness.script)
  }
}
