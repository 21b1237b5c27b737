import PlayerKit

/// What every ``PlayerKit/PlayerBackend`` keeps, below a player, as checks that any test framework can run.
///
/// ```swift
/// @Test(arguments: BackendContract.checks)
/// func keepsTheContract(check: BackendContract.Check) async throws {
///   try await check.run(on: MyHarness())
/// }
/// ```
///
/// Each check makes a player of its own, commands its backend, and unloads it. Besides what it is named for, each verifies
/// that every load that it began reported one end, as its last report, that reports came one at a
/// time, and that the events tell one story: each state follows from the one before.
public enum BackendContract {
  /// One thing a player keeps.
  public typealias Check = ContractCheck<any BackendHarness>

  /// All checks.
  public static let checks: [Check] =
    states + commands + seeking + clips + ending + loads + following + output + capabilities
    + remote + events + observers + concurrency
}

extension ContractCheck where Harness == any BackendHarness {
  /// - Parameter needed: without it, nothing is asked of a player.
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
