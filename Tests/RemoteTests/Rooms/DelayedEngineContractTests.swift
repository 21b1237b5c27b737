import PlayerKitTesting
import TestSupport
import Testing

@Suite("An engine that is heard later", .tags(.local))
struct DelayedEngineContractTests {
  @Test("keeps the contract of engines", arguments: AudioEngineContract.checks)
  func keepsTheContract(check: AudioEngineContract.Check) async throws {
    try await check.run(on: DelayedEngineHarness())
  }

  @Test("keeps it also where nothing takes time", arguments: AudioEngineContract.checks)
  func keepsTheContractAtOnce(check: AudioEngineContract.Check) async throws {
    try await check.run(on: DelayedEngineHarness(latency: .zero, delay: .milliseconds(200)))
  }
}
