import PlayerKitTesting
import TestSupport
import Testing

@testable import PlayerKitRooms

@Suite("An engine with a delayed output", .tags(.local))
struct DelayedEngineContractTests {
  @Test(
    "passes the contract of engines, also if loads and seeks take no time",
    arguments: AudioEngineContract.checks,
    [true, false]
  )
  func keepsTheContract(check: AudioEngineContract.Check, takesTime: Bool) async throws {
    let delay = Duration.milliseconds(takesTime ? 1_100 : 200)
    let harness = FakeEngineHarness(
      latency: takesTime ? .milliseconds(50) : .zero,
      tolerance: delay
    ) {
      DelayedEngine($0, output: FakeOutput(delay: delay), clock: $1)
    }
    try await check.run(on: harness)
  }
}
