import PlayerKit

/// What every ``PlayerKit/AudioEngine`` keeps, as checks that any test framework can run.
///
/// ```swift
/// @Test(arguments: AudioEngineContract.checks)
/// func keepsTheContract(check: AudioEngineContract.Check) async throws {
///   try await check.run(on: MyHarness())
/// }
/// ```
///
/// Each check makes an engine of its own and closes it. Besides what it is named for, each verifies
/// that every load reported one end, as its last report, and that reports came one at a time.
public enum AudioEngineContract {
  /// One thing an engine keeps.
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
