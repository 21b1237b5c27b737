import PlayerKit
import PlayerKitSystem

/// One requirement of a contract, as a check.
public struct ContractCheck<Harness: Sendable>: Sendable, CustomStringConvertible {
  /// The requirement, as a sentence.
  public let description: String
  private let body: @Sendable (Harness) async throws -> Void

  init(description: String, body: @escaping @Sendable (Harness) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Runs the check. Cleans up even if the check fails.
  ///
  /// - Throws: ``ContractViolation`` if the requirement is not met; ``WaitFailure`` if an expected
  ///   event does not occur; any unexpected error of the harness or the object under test.
  public func run(on harness: Harness) async throws { try await body(harness) }
}

/// An engine, a player, a resolver or a store violated its contract.
public struct ContractViolation: Error, CustomStringConvertible {
  /// The description of the violation.
  public let message: String

  /// The description of the violation.
  public var description: String { message }

  init(_ message: String) {
    self.message = message
  }
}

/// How time passes in the contracts of engines and players, and how to clean up.
public protocol ContractHarness: Sendable {
  /// The largest accepted error of positions and instants. Default: 0.15 s.
  var tolerance: Duration { get }

  /// Lets time pass until the entries of `recorder` meet `condition`. Default: waits in real time,
  /// for at most 30 s, without polling.
  ///
  /// - Throws: A ``WaitFailure`` that names `what` if they never do.
  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws

  /// Lets time pass. Default: real time.
  func pass(_ time: Duration) async throws

  /// Frees everything that the harness made for a check, such as engines. The object under test is
  /// already closed or unloaded. Default: does nothing.
  func cleanUp() async
}

extension ContractHarness {
  /// 0.15 s.
  public var tolerance: Duration { .milliseconds(150) }

  /// Waits in real time, for at most 30 s.
  public func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await recorder.wait(for: what, until: condition)
  }

  /// Waits in real time.
  public func pass(_ time: Duration) async throws {
    try await SystemPlaybackClock().sleep(for: time)
  }

  /// Does nothing.
  public func cleanUp() async {}
}

/// Runs a check, then cleans up even if the check failed.
func cleaningUp(
  by cleanUp: () async -> Void,
  after check: () async throws -> Void
) async throws {
  let outcome: Result<Void, any Error>
  do {
    outcome = .success(try await check())
  } catch {
    outcome = .failure(error)
  }
  await cleanUp()
  try outcome.get()
}

/// The surroundings of a check of an engine or a player.
protocol ContractFixture: Sendable {
  /// The source of time.
  var timing: any ContractHarness { get }
  var recorder: ReportRecorder { get }
  /// The loads that were begun. Each of them must end.
  var issued: Locked<[LoadID]> { get }
  /// A description of what happened, for a violation.
  var story: String { get }
}

extension ContractFixture {
  // MARK: Waiting

  func pass(_ time: Duration) async throws { try await timing.pass(time) }

  /// Waits until the recorded reports meet a condition.
  func wait(
    for what: String,
    untilReported condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await timing.wait(for: what, in: recorder, until: condition)
  }

  /// Waits for the first report of a load for which `pick` returns a value, and returns that value.
  func first<Found: Sendable>(
    _ what: String,
    of load: LoadID,
    _ pick: @escaping @Sendable (LoadEvent) -> Found?
  ) async throws -> Found {
    try await wait(
      for: "\(what) of load \(load)",
      untilReported: { $0.reports(of: load).contains { pick($0) != nil } }
    )
    guard let found = recorder.reports(of: load).lazy.compactMap(pick).first else {
      throw ContractViolation("no \(what)")
    }
    return found
  }

  /// Waits until a load ends, and returns how.
  func ending(of load: LoadID) async throws -> LoadEvent {
    try await first("the end", of: load) { $0.isTerminal ? $0 : nil }
  }

  // MARK: Expectations

  func expect(_ condition: Bool, _ message: @autoclosure () -> String) throws {
    guard !condition else { return }
    throw ContractViolation("\(message()); \(story); reports: \(recorder.entries)")
  }

  func expect<Value: Equatable>(_ actual: Value, is expected: Value, _ what: String) throws {
    try expect(actual == expected, "\(what): \(actual) instead of \(expected)")
  }

  func expect(_ actual: Duration, near expected: Duration, _ what: String) throws {
    let difference = max(actual, expected) - min(actual, expected)
    try expect(difference <= timing.tolerance, "\(what): \(actual) instead of \(expected)")
  }

  func expectEnding(of load: LoadID, _ expected: LoadEvent) async throws {
    try await expect(ending(of: load), is: expected, "the end of load \(load)")
  }

  /// Verifies what must hold for all loads at the end of each check.
  func verifyLoads() async throws {
    // A report after the end would arrive soon.
    try await pass(.milliseconds(20))
    for load in issued.withLock({ $0 }) {
      let reports = recorder.reports(of: load)
      try expect(reports.count { $0.isTerminal } == 1, "load \(load) did not end exactly once")
      try expect(reports.last?.isTerminal == true, "a report of load \(load) came after its end")
      try expect(reports.count { $0.loadedMedia != nil } <= 1, "load \(load) was loaded twice")
      try expect(reports.count { $0.start != nil } <= 1, "load \(load) started twice")
    }
    try expect(!recorder.reportsOverlapped, "a report came while another was under way")
  }
}
