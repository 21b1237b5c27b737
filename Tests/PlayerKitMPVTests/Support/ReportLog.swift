import PlayerKit
import PlayerKitSystem

@testable import PlayerKitMPV

/// Records the reports of all loads of a test, in order, and waits for reports.
final class ReportLog: Sendable {
  struct Line: Sendable, Equatable {
    let load: LoadID
    let report: LoadEvent
  }

  struct TimedOut: Error, CustomStringConvertible {
    let lines: [Line]
    var description: String { "not reported in time; so far: \(lines)" }
  }

  private struct State {
    var lines: [Line] = []
    var waiters: [Int: Waiter] = [:]
    var reactions: [Reaction] = []
    var count = 0
  }

  private struct Waiter {
    let isMet: @Sendable ([Line]) -> Bool
    let continuation: CheckedContinuation<Bool, Never>
  }

  private struct Reaction {
    let isWanted: @Sendable (Line) -> Bool
    let body: @Sendable () -> Void
  }

  private let state = Locked(State())

  func makeLoad(
    _ id: LoadID,
    _ source: MediaSource,
    clip: Clip? = nil,
    at position: Duration = .zero,
    rate: Double? = nil,
    isPlaying: Bool = true
  ) -> EngineLoad {
    EngineLoad(
      id: id,
      source: source,
      clip: clip,
      position: position,
      rate: rate,
      isPlaying: isPlaying,
      album: AlbumContext()
    ) { report in
      self.add(Line(load: id, report: report))
    }
  }

  var lines: [Line] { state.withLock { $0.lines } }

  func reports(of load: LoadID) -> [LoadEvent] {
    lines.filter { $0.load == load }.map(\.report)
  }

  /// The reports of a load once it can sound. Whether its opening was reported before depends on
  /// its progress.
  func reportsOnceOpen(of load: LoadID) -> [LoadEvent] {
    reports(of: load).filter {
      if case .opened = $0 { false } else { true }
    }
  }

  func add(_ line: Line) {
    let (met, due) = state.withLock { state in
      state.lines.append(line)
      let met = state.waiters.filter { $0.value.isMet(state.lines) }
      for key in met.keys { state.waiters[key] = nil }
      let due = state.reactions.filter { $0.isWanted(line) }
      state.reactions.removeAll { $0.isWanted(line) }
      return (met.values.map(\.continuation), due)
    }
    for reaction in due { reaction.body() }
    for continuation in met { continuation.resume(returning: true) }
  }

  /// Runs a closure when a load reports an event that `isWanted`, on the engine's thread, before
  /// libmpv continues.
  func once(
    _ load: LoadID,
    _ isWanted: @escaping @Sendable (LoadEvent) -> Bool,
    _ body: @escaping @Sendable () -> Void
  ) {
    let reaction = Reaction(isWanted: { $0.load == load && isWanted($0.report) }, body: body)
    state.withLock { $0.reactions.append(reaction) }
  }

  /// Waits until a load has reported an event that `isWanted`, and returns it.
  @discardableResult
  func wait(
    for load: LoadID,
    until isWanted: @escaping @Sendable (LoadEvent) -> Bool
  ) async throws -> LoadEvent {
    let isFound: @Sendable (Line) -> Bool = { $0.load == load && isWanted($0.report) }
    try await wait { $0.contains(where: isFound) }
    guard let line = lines.first(where: isFound) else { throw TimedOut(lines: lines) }
    return line.report
  }

  /// Waits for the terminal report of a load.
  @discardableResult
  func end(of load: LoadID) async throws -> LoadEvent {
    try await wait(for: load) { $0.isTerminal }
  }

  /// Waits until the reports fulfill a condition. The limit of a minute is reached only if
  /// something is broken.
  func wait(until isMet: @escaping @Sendable ([Line]) -> Bool) async throws {
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
        try? await Task.sleep(for: .seconds(60))
        let waiter = self.state.withLock { $0.waiters.removeValue(forKey: key) }
        waiter?.continuation.resume(returning: false)
      }
      timeout.withLock { $0 = task }
    }
    timeout.withLock { $0 }?.cancel()
    if !isDone { throw TimedOut(lines: lines) }
  }
}

extension LoadEvent {
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

extension PositionAnchor {
  /// Whether playback has begun at a place requested at an instant: it has advanced by no more than
  /// the time since then.
  func isFrom(_ place: Duration, asked instant: MonotonicInstant) -> Bool {
    let late = position - place
    return late > .milliseconds(-10) && late < (self.instant - instant) + Stage.maximumLead
  }
}
