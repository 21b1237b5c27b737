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
  public struct Check: Sendable, CustomStringConvertible {
    /// What is kept, as a sentence.
    public let description: String
    private let body: @Sendable (EngineBench) async throws -> Void

    init(_ description: String, _ body: @escaping @Sendable (EngineBench) async throws -> Void) {
      self.description = description
      self.body = body
    }

    /// Runs the check on an engine that `harness` makes. Cleans up, also where the check fails.
    ///
    /// - Throws: ``ContractViolation``; ``WaitFailure`` where something did not come; what the
    ///   harness throws.
    public func run(on harness: some AudioEngineHarness) async throws {
      try await cleaningUp(by: harness.cleanUp) {
        let bench = EngineBench(engine: try await harness.makeEngine(), harness: harness)
        try await bench.run(body).get()
      }
    }
  }

  /// All checks.
  public static let checks: [Check] =
    loading + replacing + following + skipping + playing + seeking + clips + closing
}

/// An engine or a player did not do what its contract says.
public struct ContractViolation: Error, CustomStringConvertible {
  /// What was wrong.
  public let message: String

  /// What was wrong.
  public var description: String { message }

  init(_ message: String) {
    self.message = message
  }
}
