import PlayerKit
import PlayerKitSystem

/// A store in memory that fails on demand, and records its writes.
final class ScriptedStore: QueueStore {
  /// The contents of one write.
  struct Write: Sendable {
    let isComplete: Bool
    let entries: Int
    let removed: Int
    let chunks: Int
    let position: Duration
  }

  private struct State {
    var writes: [Write] = []
    var failure: QueueStoreError?
    var attempts = 0
    var gate: Gate?
  }

  /// Blocks writes that have begun, until it is opened.
  final class Gate: Sendable {
    private let (opened, opening) = AsyncStream.makeStream(of: Void.self)
    private let (reached, reaching) = AsyncStream.makeStream(of: Void.self)

    func open() {
      opening.finish()
    }

    /// Waits until a write has reached the gate.
    func wait() async {
      for await _ in reached { return }
    }

    fileprivate func pass() async {
      reaching.yield()
      for await _ in opened {}
    }
  }

  /// The number of writes, after each one, including failed ones.
  let attempts: AsyncStream<Int>
  private let continuation: AsyncStream<Int>.Continuation
  private let inner = MemoryQueueStore()
  private let state = Locked(State())

  init() {
    (attempts, continuation) = AsyncStream.makeStream()
  }

  /// The writes that did not fail.
  var writes: [Write] { state.withLock(\.writes) }

  /// The error of every call.
  var failure: QueueStoreError? {
    get { state.withLock(\.failure) }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Blocks every write that begins from now on.
  var gate: Gate? {
    get { state.withLock(\.gate) }
    set { state.withLock { $0.gate = newValue } }
  }

  func restore() async throws(QueueStoreError) -> StoredQueue? {
    if let failure { throw failure }
    return try await inner.restore()
  }

  func write(_ changes: QueueChanges) async throws(QueueStoreError) {
    defer {
      continuation.yield(
        state.withLock { state in
          state.attempts += 1
          return state.attempts
        }
      )
    }
    await gate?.pass()
    if let failure { throw failure }
    try await inner.write(changes)
    var entries = 0
    try? changes.forEachEntry { _ in entries += 1 }
    let orders = [changes.base, changes.shuffled]
    let write = Write(
      isComplete: changes.isComplete,
      entries: entries,
      removed: changes.removedEntries.count,
      chunks: orders.reduce(0) { $0 + $1.changed.count + $1.relabeled.count + $1.removed.count },
      position: changes.state.position
    )
    state.withLock { $0.writes.append(write) }
  }

  func close() async {}
}
