import Locking

/// Turns look-ups of single things that are issued at once into few requests for many.
///
/// The first look-up opens a window; what is asked for until it ends goes out as one request. A
/// request that is full goes out at once. Equal keys share an answer, also one that is under way.
/// Each caller gets its own value or its own error:
///
/// - a key that the answer lacks: ``CatalogError/Code/notFound``, for its callers alone;
/// - a request that fails: its error, for the callers of its keys alone;
/// - a request that the service refuses for what may be one key's fault (see
///   ``mayBeOneKeysFault(_:)``) is split in halves, which are sent anew, until the bad key stands
///   alone: the others survive. How often is bounded; past the bound the rest fail by that error.
///
/// A cancelled caller leaves at once. What nobody else wants is not sent any more, and a request that
/// nobody waits for is cancelled. Nothing is kept: a later look-up asks again. All methods may be
/// called on any thread; no lock is held while the fetch runs.
public final class LookupCollector<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Machine = LookupStateMachine<Key, Value>
  private typealias Caller = CheckedContinuation<Value, any Error>

  private struct State {
    var machine: Machine
    var callers: [Machine.Waiter: Caller] = [:]
    var callersSeen = 0
    /// The timers of batches that gather, and the fetches of those under way.
    var windows: [Machine.BatchID: Task<Void, Never>] = [:]
    var fetches: [Machine.BatchID: Task<Void, Never>] = [:]

    mutating func callers(
      of outcomes: [Machine.Outcome]
    ) -> [(Caller, Result<Value, any Error>)] {
      outcomes.compactMap { outcome in
        callers.removeValue(forKey: outcome.waiter).map { ($0, outcome.result) }
      }
    }
  }

  private let state: Locked<State>
  private let window: Duration
  private let service: CatalogService?
  private let clock: any CatalogClock
  private let isOneKeysFault: @Sendable (any Error) -> Bool
  private let fetch: @Sendable ([Key]) async throws -> [Key: Value]

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - batchSize: How many keys a request may have; at least one.
  ///   - window: How long the first look-up of a request waits for others.
  ///   - splitLimit: How many times one request and its halves are split; each time costs two more.
  ///     One bad key among 300 takes 9.
  ///   - service: What ``CatalogError/service`` is where a key is not found.
  ///   - clock: Measures the window.
  ///   - isOneKeysFault: Whether a failed request may have failed for one key alone.
  ///   - fetch: Gets the values of 1 to `batchSize` different keys. Called any number of times at
  ///     once; its task is cancelled when nobody waits any more. May leave keys out, and give more.
  public init(
    batchSize: Int,
    window: Duration = .milliseconds(5),
    splitLimit: Int = 20,
    service: CatalogService? = nil,
    clock: any CatalogClock = SystemCatalogClock(),
    isOneKeysFault: @escaping @Sendable (any Error) -> Bool = LookupCollector.mayBeOneKeysFault,
    fetch: @escaping @Sendable ([Key]) async throws -> [Key: Value]
  ) {
    state = Locked(State(machine: Machine(batchSize: batchSize, splitLimit: splitLimit)))
    self.window = window
    self.service = service
    self.clock = clock
    self.isOneKeysFault = isOneKeysFault
    self.fetch = fetch
  }

  /// Looks up one thing.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` where the service does not have it; what the fetch
  ///   threw; `CancellationError` as soon as the calling task is cancelled.
  public func value(for key: Key) async throws -> Value {
    try Task.checkCancellation()
    let waiter = state.withLock { state in
      state.callersSeen += 1
      return state.callersSeen
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { caller in
        ask(key, by: waiter, caller)
        // The handler ran before there was anything to take out.
        if Task.isCancelled { leave(waiter) }
      }
    } onCancel: {
      leave(waiter)
    }
  }

  /// How many keys wait for their request to be sent. For tests.
  package var gatheredCount: Int { state.withLock { $0.machine.gatheredCount } }

  // MARK: - Inputs

  private func ask(
    _ key: Key,
    by waiter: Machine.Waiter,
    _ caller: Caller
  ) {
    let (asked, full) = state.withLock { state in
      state.callers[waiter] = caller
      return state.machine.ask(key, by: waiter)
    }
    switch asked {
    case .joined: break
    case .opened(let id): open(id)
    }
    if let full { send(full) }
  }

  private func leave(_ waiter: Machine.Waiter) {
    let (caller, tasks) = state.withLock { state -> (Caller?, [Task<Void, Never>?]) in
      let caller = state.callers.removeValue(forKey: waiter)
      switch state.machine.left(waiter) {
      case .nothing:
        return (caller, [])
      case .abandoned(let id):
        let window = state.windows.removeValue(forKey: id)
        return (caller, [window, state.fetches.removeValue(forKey: id)])
      }
    }
    for task in tasks { task?.cancel() }
    caller?.resume(throwing: CancellationError())
  }

  // MARK: - Actions

  private func open(_ id: Machine.BatchID) {
    let task = Task {
      do {
        try await clock.sleep(for: window)
      } catch {
        // It went out full, or nobody wants anything of it any more.
        return
      }
      if let batch = state.withLock({ $0.machine.windowPassed(id) }) { send(batch) }
    }
    let isOver = state.withLock { state in
      guard state.machine.isGathering(id) else { return true }
      state.windows[id] = task
      return false
    }
    if isOver { task.cancel() }
  }

  private func send(_ batch: Machine.Batch) {
    let task = Task { await run(batch) }
    let (window, isOver) = state.withLock { state in
      let window = state.windows.removeValue(forKey: batch.id)
      guard state.machine.isFlying(batch.id) else { return (window, true) }
      state.fetches[batch.id] = task
      return (window, false)
    }
    window?.cancel()
    if isOver { task.cancel() }
  }

  private func run(_ batch: Machine.Batch) async {
    do {
      finish(batch.id, with: try await fetch(batch.keys))
    } catch {
      let mayBeOneKey = isOneKeysFault(error)
      fail(batch.id, with: error, mayBeOneKey: mayBeOneKey)
    }
  }

  private func finish(_ id: Machine.BatchID, with values: [Key: Value]) {
    let resumptions = state.withLock { [service] state in
      state.fetches[id] = nil
      return state.callers(
        of: state.machine.answered(id, values: values) { Self.notFound($0, in: service) }
      )
    }
    for (caller, result) in resumptions { caller.resume(with: result) }
  }

  private func fail(_ id: Machine.BatchID, with error: any Error, mayBeOneKey: Bool) {
    let (resumptions, halves) = state.withLock { state in
      state.fetches[id] = nil
      let (outcomes, halves) = state.machine.failed(id, with: error, mayBeOneKey: mayBeOneKey)
      return (state.callers(of: outcomes), halves)
    }
    for (caller, result) in resumptions { caller.resume(with: result) }
    for half in halves { send(half) }
  }
}

extension LookupCollector {
  /// Whether `error` is a ``CatalogError/Code/badRequest`` that does not blame a parameter other than
  /// `ids` or a filter: what one bad key among many gives.
  public static func mayBeOneKeysFault(_ error: any Error) -> Bool {
    guard let error = error as? CatalogError, error.code == .badRequest else { return false }
    let blamed = error.details.compactMap(\.parameter)
    return blamed.isEmpty || blamed.contains { $0.hasPrefix("id") || $0.hasPrefix("filter") }
  }

  private static func notFound(_ key: Key, in service: CatalogService?) -> CatalogError {
    CatalogError(
      .notFound,
      "There is no \(String(describing: key).prefix(64)) in this catalog.",
      service: service
    )
  }
}
