import PlayerKitSystem
import PlayerKit

/// One thing that a contract demands of what a harness makes.
public struct ContractCheck<Harness: Sendable>: Sendable, CustomStringConvertible {
  /// What is kept, as a sentence.
  public let description: String
  private let body: @Sendable (Harness) async throws -> Void

  init(description: String, body: @escaping @Sendable (Harness) async throws -> Void) {
    self.description = description
    self.body = body
  }

  /// Runs the check. Cleans up, also where the check fails.
  ///
  /// - Throws: ``ContractViolation``; ``WaitFailure`` where something did not come; what the harness,
  ///   or what it makes, throws where it must not.
  public func run(on harness: Harness) async throws { try await body(harness) }
}

/// An engine, a player, a resolver or a store did not do what its contract says.
public struct ContractViolation: Error, CustomStringConvertible {
  /// What was wrong.
  public let message: String

  /// What was wrong.
  public var description: String { message }

  init(_ message: String) {
    self.message = message
  }
}

/// What the contracts of engines and of players need to know of the time that they take.
public protocol ContractHarness: Sendable {
  /// By how much positions and instants may be off. Default: 0.15 s.
  var tolerance: Duration { get }

  /// Lets time pass until `condition` holds of what `recorder` has. Default: waits in real time, for
  /// at most 30 s, without polling.
  ///
  /// - Throws: ``WaitFailure`` that names `what` where it never does.
  func wait(
    for what: String,
    in recorder: ReportRecorder,
    until condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws

  /// Lets time pass. Default: real time.
  func pass(_ time: Duration) async throws

  /// Frees what the harness made for a check, such as engines; what was checked is closed, or
  /// unloaded, by then. Default: nothing.
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
  public func pass(_ time: Duration) async throws { try await Task.sleep(for: time) }

  /// Does nothing.
  public func cleanUp() async {}
}

/// Runs a check, then cleans up, also where the check failed.
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

/// What a check of an engine or a player needs around it.
protocol ContractFixture: Sendable {
  /// How time passes.
  var timing: any ContractHarness { get }
  var recorder: ReportRecorder { get }
  /// The loads that were begun, of which each must end.
  var issued: Locked<[LoadID]> { get }
  /// What happened, for a violation.
  var story: String { get }
}

extension ContractFixture {
  // MARK: Waiting

  func pass(_ time: Duration) async throws { try await timing.pass(time) }

  /// Waits for what the loads report.
  func wait(
    for what: String,
    untilReported condition: @escaping @Sendable ([ReportRecorder.Entry]) -> Bool
  ) async throws {
    try await timing.wait(for: what, in: recorder, until: condition)
  }

  /// Waits for the first report of a load that `pick` makes something of.
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

  /// How a load ended.
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

  /// What holds of all loads at the end of each check.
  func verifyLoads() async throws {
    // Whatever comes after an end comes soon.
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
