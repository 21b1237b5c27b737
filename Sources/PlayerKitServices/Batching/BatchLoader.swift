import PlayerKit
import PlayerKitSystem

/// Combines concurrent lookups of single items into a few batch requests.
///
/// The first lookup opens a window. All keys requested until the window ends go out as one request.
/// A full request goes out at once. Callers with equal keys share a reply, even if the request is
/// already under way. Each caller gets its own value or its own error:
///
/// - If the reply lacks a key, only the callers of that key get ``CatalogError/Code/notFound``.
/// - If a request fails, only the callers of its keys get the error.
/// - If the service refuses a request, possibly because of one key (see ``mayBeOneKeysFault(_:)``),
///   the collector splits it in halves and sends them again until the bad key is alone. The other
///   keys succeed. The number of splits is limited; after that the remaining keys fail with the
///   error.
///
/// A canceled caller returns at once. Keys without a remaining caller are not sent, and a request
/// without a waiting caller is canceled. Nothing is cached: a later lookup sends a new request. All
/// methods may be called on any thread. No lock is held while the fetch runs.
public final class BatchLoader<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private typealias Machine = LookupStateMachine<Key, Value>

  private struct State {
    var machine: Machine
    var callers: [Machine.Waiter: Promise<Value>] = [:]
    var callersSeen = 0
    /// The window timers of gathering batches, and the running fetches.
    var windows: [Machine.BatchID: Task<Void, Never>] = [:]
    var fetches: [Machine.BatchID: Task<Void, Never>] = [:]

    /// Removes the callers of the outcomes. They are resumed after the lock is released.
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
  private let clock: any PlaybackClock
  private let isOneKeysFault: @Sendable (any Error) -> Bool
  private let fetch: @Sendable ([Key]) async throws -> [Key: Value]

  /// Makes a collector.
  ///
  /// - Parameters:
  ///   - batchSize: The maximum number of keys in a request; at least one.
  ///   - window: How long the first lookup of a request waits for others.
  ///   - splitLimit: How often one request and its halves may be split in total. Each split costs
  ///     two more requests. Isolating one bad key among 300 takes 9.
  ///   - service: The ``CatalogError/service`` of an error about a missing key.
  ///   - clock: Measures the window.
  ///   - isOneKeysFault: Whether a request may have failed because of a single key.
  ///   - fetch: Gets the values of 1 to `batchSize` different keys. Called concurrently any number
  ///     of times. Its task is canceled when no caller waits any more. It may omit keys and return
  ///     extra ones.
  public init(
    batchSize: Int,
    window: Duration = .milliseconds(5),
    splitLimit: Int = 20,
    service: CatalogService? = nil,
    clock: any PlaybackClock = SystemPlaybackClock(),
    isOneKeysFault: @escaping @Sendable (any Error) -> Bool = BatchLoader.mayBeOneKeysFault,
    fetch: @escaping @Sendable ([Key]) async throws -> [Key: Value]
  ) {
    state = Locked(State(machine: Machine(batchSize: batchSize, splitLimit: splitLimit)))
    self.window = window
    self.service = service
    self.clock = clock
    self.isOneKeysFault = isOneKeysFault
    self.fetch = fetch
  }

  /// Looks up one value.
  ///
  /// - Throws: ``CatalogError/Code/notFound`` if the service does not have it; any error of the
  ///   fetch; `CancellationError` as soon as the calling task is canceled.
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

  /// The number of keys waiting for their request to be sent. For tests.
  package var gatheredCount: Int { state.withLock { $0.machine.gatheredCount } }

  /// The number of callers waiting for a reply. For tests.
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
      // The task is canceled if the batch went out full or has no callers left.
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

extension BatchLoader {
  /// Whether `error` is a ``CatalogError/Code/badRequest`` that blames no parameter, or blames
  /// `ids` or a filter. One bad key among many causes such an error.
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
