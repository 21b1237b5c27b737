import Locking
import PlayerKit

@testable import PlayerKitMPV

/// Remembers the reports of all loads of a test, in order, and waits for what is to come.
final class ReportLog: Sendable {
  struct Line: Sendable, Equatable {
    let load: LoadID
    let report: LoadReport
  }

  struct TimedOut: Error, CustomStringConvertible {
    let lines: [Line]
    var description: String { "not reported in time; so far: \(lines)" }
  }

  private struct State {
    var lines: [Line] = []
    var waiters: [Int: Waiter] = [:]
    var count = 0
  }

  private struct Waiter {
    let isMet: @Sendable ([Line]) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private let state = Locked(State())

  func makeLoad(
    _ id: LoadID,
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero,
    isPlaying: Bool = true
  ) -> EngineLoad {
    EngineLoad(
      id: id,
      source: source,
      clip: clip,
      position: position,
      isPlaying: isPlaying,
      album: AlbumContext()
    ) { report in
      self.add(Line(load: id, report: report))
    }
  }

  var lines: [Line] { state.withLock { $0.lines } }

  func reports(of load: LoadID) -> [LoadReport] {
    lines.filter { $0.load == load }.map(\.report)
  }

  /// The reports of a load from where it can sound. Whether its opening was told before hangs on how far it got.
  func reportsOnceOpen(of load: LoadID) -> [LoadReport] {
    reports(of: load).filter {
      if case .opened = $0 { false } else { true }
    }
  }

  func add(_ line: Line) {
    let met = state.withLock { state in
      state.lines.append(line)
      let met = state.waiters.filter { $0.value.isMet(state.lines) }
      for key in met.keys { state.waiters[key] = nil }
      return met.values.map(\.continuation)
    }
    for continuation in met { continuation.resume(returning: true) }
  }

  /// Waits until a load has reported something that `isWanted`, and gives it back.
  @discardableResult
  func wait(
    for load: LoadID,
    within limit: Duration = .seconds(10),
    until isWanted: @escaping @Sendable (LoadReport) -> Bool
  ) async throws -> LoadReport {
    let isFound: @Sendable (Line) -> Bool = { $0.load == load && isWanted($0.report) }
    try await wait(within: limit) { $0.contains(where: isFound) }
    guard let line = lines.first(where: isFound) else { throw TimedOut(lines: lines) }
    return line.report
  }

  /// Waits for the terminal report of a load.
  @discardableResult
  func end(of load: LoadID, within limit: Duration = .seconds(10)) async throws -> LoadReport {
    try await wait(for: load, within: limit) { $0.isTerminal }
  }

  func wait(
    within limit: Duration,
    until isMet: @escaping @Sendable ([Line]) -> Bool
  ) async throws {
    let timeout = Locked<Task<Void, Never>?>(nil)
    let isDone = await withCheckedContinuation { continuation in
      let key = state.withLock { state -> Int? in
        if isMet(state.lines) { return nil }
        state.count += 1
        state.waiters[state.count] = Waiter(isMet: isMet, continuation: continuation)
        return state.count
      }
      guard let key else { return continuation.resume(returning: true) }
      let task = Task {
        try? await Task.sleep(for: limit)
        let waiter = self.state.withLock { $0.waiters.removeValue(forKey: key) }
        waiter?.continuation.resume(returning: false)
      }
      timeout.withLock { $0 = task }
    }
    timeout.withLock { $0 }?.cancel()
    if !isDone { throw TimedOut(lines: lines) }
  }
}

extension LoadReport {
  var isBuffered: Bool { if case .buffered = self { true } else { false } }
  var isLoaded: Bool { if case .loaded = self { true } else { false } }
  var isStarted: Bool { if case .started = self { true } else { false } }
  var isPosition: Bool { if case .position = self { true } else { false } }
  var isSeekCompleted: Bool { if case .seekCompleted = self { true } else { false } }

  var failure: PlayerError? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  var anchor: PositionAnchor? {
    switch self {
    case .loaded(let media): media.anchor
    case .started(let anchor), .position(let anchor), .seekCompleted(_, let anchor): anchor
    case .liveEdge(let anchor): anchor
    case .opened, .buffering, .buffered, .duration, .metadata, .format, .suppressed, .remote,
      .ended,
      .failed,
      .superseded, .takenOver, .released:
      nil
    }
  }
}
