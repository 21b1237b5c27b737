import PlayerKit
import PlayerKitSystem

/// Records what an engine or a player reports of its loads, and lets tests wait for reports.
///
/// Give ``sink(for:then:)`` to each load as its `onReport`. All methods may be called on any thread.
public final class ReportRecorder: Sendable {
  /// One report of one load.
  public struct Entry: Sendable, Equatable, CustomStringConvertible {
    /// The load.
    public let load: LoadID
    /// The report.
    public let report: LoadEvent

    /// The load and the report.
    public var description: String { "\(load) \(report)" }
  }

  private struct Calls {
    var underWay = 0
    var overlapped = false
  }

  private let recording = Recorded<Entry>()
  private let calls = Locked(Calls())

  /// Makes an empty recorder.
  public init() {}

  /// Returns a closure that records the reports of one load and passes each on to `next`.
  public func sink(
    for load: LoadID,
    then next: @escaping @Sendable (LoadEvent) -> Void = { _ in }
  ) -> @Sendable (LoadEvent) -> Void {
    { [self] report in
      enter()
      recording.append(Entry(load: load, report: report))
      next(report)
      leave()
    }
  }

  /// Records one report.
  func record(_ report: LoadEvent, of load: LoadID) {
    enter()
    recording.append(Entry(load: load, report: report))
    leave()
  }

  /// All reports of all loads, the oldest first.
  public var entries: [Entry] { recording.elements }

  /// The reports of one load, the oldest first.
  public func reports(of load: LoadID) -> [LoadEvent] { entries.reports(of: load) }

  /// Whether a report arrived during another one.
  public var reportsOverlapped: Bool { calls.withLock { $0.overlapped } }

  /// Waits until the entries meet `condition`, with a time limit in real time. Does not poll.
  ///
  /// - Throws: A ``WaitFailure`` that names `what` and shows the entries; `CancellationError`.
  @discardableResult
  public func wait(
    for what: String,
    timeout: Duration = .seconds(30),
    until condition: @escaping @Sendable ([Entry]) throws -> Bool
  ) async throws -> [Entry] {
    try await recording.wait(for: what, timeout: timeout, until: condition)
  }

  private func enter() {
    calls.withLock { calls in
      calls.overlapped = calls.overlapped || calls.underWay > 0
      calls.underWay += 1
    }
  }

  private func leave() {
    calls.withLock { $0.underWay -= 1 }
  }
}

extension Sequence where Element == ReportRecorder.Entry {
  /// Returns the reports of one load, in order.
  public func reports(of load: LoadID) -> [LoadEvent] {
    compactMap { $0.load == load ? $0.report : nil }
  }
}
