import PlayerKitSystem

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

  private struct State {
    var machine: Machine
    var callers: [Machine.Waiter: Promise<Value>] = [:]
    var callersSeen = 0
    /// The timers of batches that gather, and the fetches of those under way.
    var windows: [Machine.BatchID: Task<Void, Never>] = [:]
    var fetches: [Machine.BatchID: Task<Void, Never>] = [:]

    /// Takes out those whom the outcomes concern, to be told once the lock is open.
    mutating func settle(_ outcomes: [Machine.Outcome]) -> [Settled] {
      outcomes.compactMap { outcome in
        callers.removeValue(forKey: outcome.waiter).map { ($0, outcome.result) }
      }
    }
  }

  private typealias Settled = (caller: Promise<Value>, result: Result<Value, any Error>)

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
    let caller = Promise<Value>()
    let (waiter, opened, full) = state.withLock { state in
      state.callersSeen += 1
      state.callers[state.callersSeen] = caller
      let (opened, full) = state.machine.ask(key, by: state.callersSeen)
      return (state.callersSeen, opened, full)
    }
    if let opened { open(opened) }
    if let full { send(full) }
    do {
      return try await caller.value()
    } catch {
      leave(waiter)
      throw error
    }
  }

  /// How many keys wait for their request to be sent. For tests.
  package var gatheredCount: Int { state.withLock { $0.machine.gatheredCount } }

  /// How many callers wait for their answer. For tests.
  package var callerCount: Int { state.withLock { $0.callers.count } }

  private func leave(_ waiter: Machine.Waiter) {
    let tasks = state.withLock { state -> [Task<Void, Never>?] in
      state.callers[waiter] = nil
      guard let id = state.machine.left(waiter) else { return [] }
      return [state.windows.removeValue(forKey: id), state.fetches.removeValue(forKey: id)]
    }
    for task in tasks { task?.cancel() }
  }

  private func open(_ id: Machine.BatchID) {
    let task = Task {
      // Cancelled: it went out full, or nobody wants anything of it any more.
      guard (try? await clock.sleep(for: window)) != nil else { return }
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
    let result = await Result(of: { try await fetch(batch.keys) })
    let mayBeOneKey = if case .failure(let error) = result { isOneKeysFault(error) } else { false }
    let (settled, halves) = state.withLock { [service] state -> ([Settled], [Machine.Batch]) in
      state.fetches[batch.id] = nil
      switch result {
      case .success(let values):
        let outcomes = state.machine.answered(batch.id, values: values) {
          Self.notFound($0, in: service)
        }
        return (state.settle(outcomes), [])
      case .failure(let error):
        let (outcomes, halves) =
          state.machine.failed(batch.id, with: error, mayBeOneKey: mayBeOneKey)
        return (state.settle(outcomes), halves)
      }
    }
    for (caller, result) in settled { caller.finish(result) }
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
