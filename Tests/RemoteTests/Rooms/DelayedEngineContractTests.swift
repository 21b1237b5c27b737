import PlayerKitTesting
import TestSupport
import Testing

@Suite("An engine with a delayed output", .tags(.local))
struct DelayedEngineContractTests {
  @Test("passes the contract of engines", arguments: AudioEngineContract.checks)
  func keepsTheContract(check: AudioEngineContract.Check) async throws {
    try await check.run(on: DelayedEngineHarness())
  }

  @Test("passes it also without a delay", arguments: AudioEngineContract.checks)
  func keepsTheContractAtOnce(check: AudioEngineContract.Check) async throws {
    try await check.run(on: DelayedEngineHarness(latency: .zero, delay: .milliseconds(200)))
  }
}
