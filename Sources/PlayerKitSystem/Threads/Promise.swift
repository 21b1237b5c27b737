/// A value set once, from any thread. Any number of tasks can wait for it, before or after it is
/// set.
///
/// A canceled task stops waiting. Other tasks and the work are unaffected.
package final class Promise<Value: Sendable>: Sendable {
  private typealias Waiter = CheckedContinuation<Value, any Error>

  private struct State {
    var result: Result<Value, any Error>?
    var waiters: [Int: Waiter] = [:]
    var waitersSeen = 0
  }

  private let state = Locked(State())

  package init() {}

  package func value() async throws -> Value {
    let number = state.withLock { state in
      state.waitersSeen += 1
      return state.waitersSeen
    }
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { waiter in
        let result = state.withLock { state in
          if state.result == nil { state.waiters[number] = waiter }
          return state.result
        }
        if let result { waiter.resume(with: result) }
        // If the task was already canceled, the handler ran before the waiter was stored.
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
  }

  /// Sets the outcome. A second call has no effect.
  package func finish(_ result: Result<Value, any Error>) {
    let waiters = state.withLock { state -> [Waiter] in
      guard state.result == nil else { return [] }
      state.result = result
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(with: result) }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.resume(throwing: CancellationError())
  }
}

/// Runs work once, even if several callers request it at the same time.
///
/// The work runs in its own task. A canceled caller stops waiting, but the work continues, even
/// without callers.
package final class Coalescer<Value: Sendable>: Sendable {
  private let current = Locked<Promise<Value>?>(nil)

  package init() {}

  /// Joins the running work, or starts it.
  package func run(_ work: @escaping @Sendable () async throws -> Value) async throws -> Value {
    try Task.checkCancellation()
    let fresh = Promise<Value>()
    let joined = current.withLock { current in
      if let current { return current }
      current = fresh
      return fresh
    }
    if joined === fresh {
      Task {
        let result = await Result(of: work)
        // Later callers start the work again: this outcome may be out of date for them.
        current.withLock { $0 = nil }
        fresh.finish(result)
      }
    }
    return try await joined.value()
  }
}

extension Result where Failure == any Error, Success: Sendable {
  /// Runs the work and captures its outcome.
  package init(of work: () async throws -> Success) async {
    do {
      self = .success(try await work())
    } catch {
      self = .failure(error)
    }
  }
}
