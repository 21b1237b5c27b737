import PlayerKit
import PlayerKitTesting
import TestSupport
import Testing

@Suite("The fake engine", .tags(.local))
struct FakeEngineContractTests {
  @Test("keeps the contract of engines", arguments: AudioEngineContract.checks)
  func keepsTheContract(check: AudioEngineContract.Check) async throws {
    try await check.run(on: FakeEngineHarness())
  }

  @Test("keeps it also if nothing takes time", arguments: AudioEngineContract.checks)
  func keepsTheContractAtOnce(check: AudioEngineContract.Check) async throws {
    try await check.run(on: FakeEngineHarness(latency: .zero))
  }

  @Test(
    "keeps it also if it is slow",
    arguments: AudioEngineContract.checks,
    [Lateness(seed: 1), Lateness()]
  )
  func keepsTheContractLate(check: AudioEngineContract.Check, lateness: Lateness) async throws {
    try await check.run(on: FakeEngineHarness(lateness: lateness))
  }

  @Test("uses checks with unique names")
  func checksHaveNames() {
    let names = AudioEngineContract.checks.map(\.description)
    #expect(Set(names).count == names.count)
  }
}
