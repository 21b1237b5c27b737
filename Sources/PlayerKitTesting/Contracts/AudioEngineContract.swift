import PlayerKit

/// The contract of ``PlayerKit/AudioEngine``, as checks that any test framework can run.
///
/// ```swift
/// @Test(arguments: AudioEngineContract.checks)
/// func keepsTheContract(check: AudioEngineContract.Check) async throws {
///   try await check.run(on: MyHarness())
/// }
/// ```
///
/// Each check makes its own engine and closes it. Each also verifies that every load reported
/// exactly one end, as its last report, and that reports never overlapped.
public enum AudioEngineContract {
  /// One requirement of the contract.
  public typealias Check = ContractCheck<any AudioEngineHarness>

  /// All checks.
  public static let checks: [Check] =
    loading + replacing + following + skipping + playing + seeking + clips + closing
}

extension ContractCheck where Harness == any AudioEngineHarness {
  init(_ description: String, _ body: @escaping @Sendable (EngineFixture) async throws -> Void) {
    self.init(description: description) { harness in
      try await cleaningUp(by: harness.cleanUp) {
        let fixture = EngineFixture(engine: try await harness.makeEngine(), harness: harness)
        try await fixture.run(body)
      }
    }
  }
}
