import PlayerKit

/// What every ``PlayerKit/Player`` keeps, as checks that any test framework can run.
///
/// ```swift
/// @Test(arguments: PlayerContract.checks)
/// func keepsTheContract(check: PlayerContract.Check) async throws {
///   try await check.run(on: MyHarness())
/// }
/// ```
///
/// Each check makes a player of its own and unloads it. Besides what it is named for, each verifies
/// that every load that it began reported one end, as its last report, that reports came one at a
/// time, and that the events tell one story: each state follows from the one before.
public enum PlayerContract {
  /// One thing a player keeps.
  public struct Check: Sendable, CustomStringConvertible {
    /// What is kept, as a sentence.
    public let description: String
    private let needed: PlayerCapabilities
    private let body: @Sendable (PlayerBench) async throws -> Void

    /// - Parameter needed: without it, nothing is asked of a player.
    init(
      _ description: String,
      needs needed: PlayerCapabilities = [],
      _ body: @escaping @Sendable (PlayerBench) async throws -> Void
    ) {
      self.description = description
      self.needed = needed
      self.body = body
    }

    /// Runs the check on a player that `harness` makes. Cleans up, also where the check fails.
    ///
    /// - Throws: ``ContractViolation``; ``WaitFailure`` where something did not come; what the
    ///   harness throws.
    public func run(on harness: some PlayerHarness) async throws {
      try await cleaningUp(by: harness.cleanUp) {
        let bench = PlayerBench(player: try await harness.makePlayer(), harness: harness)
        guard bench.player.capabilities.isSuperset(of: needed) else { return }
        try await bench.run(body).get()
      }
    }
  }

  /// All checks.
  public static let checks: [Check] =
    states + commands + seeking + clips + ending + loads + following + output + capabilities
    + remote + events + observers + concurrency
}
