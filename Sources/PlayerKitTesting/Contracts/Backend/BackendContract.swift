import PlayerKit

/// The contract of ``PlayerKit/PlayerBackend``, as checks that any test framework can run.
///
/// ```swift
/// @Test(arguments: BackendContract.checks)
/// func keepsTheContract(check: BackendContract.Check) async throws {
///   try await check.run(on: MyHarness())
/// }
/// ```
///
/// Each check makes its own player, commands its backend, and unloads it. Each also verifies that
/// every load reported exactly one end, as its last report, that reports never overlapped, and that
/// each state change in the events starts from the previous state.
public enum BackendContract {
  /// One requirement of the contract.
  public typealias Check = ContractCheck<any BackendHarness>

  /// All checks.
  public static let checks: [Check] =
    states + commands + seeking + clips + ending + loads + following + output + capabilities
    + remote + events + observers + concurrency
}

extension ContractCheck where Harness == any BackendHarness {
  /// - Parameter needed: The required capabilities. The check skips players that lack one.
  init(
    _ description: String,
    needs needed: PlayerCapabilities = [],
    _ body: @escaping @Sendable (BackendFixture) async throws -> Void
  ) {
    self.init(description: description) { harness in
      try await cleaningUp(by: harness.cleanUp) {
        let fixture = BackendFixture(of: try await harness.makePlayer(), harness: harness)
        guard fixture.player.capabilities.isSuperset(of: needed) else { return }
        try await fixture.run(body)
      }
    }
  }
}
