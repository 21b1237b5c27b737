/// Runs equal work only once if several callers request it at the same time.
///
/// All callers get the same outcome. A canceled caller leaves at once without affecting the others.
/// When all have left, the work is canceled, and a later equal call starts it again.
package final class SingleFlight<Key: Hashable & Sendable, Value: Sendable>: Sendable {
  private struct Flight {
    let number: Int
    let outcome = Promise<Value>()
    var callers = 0
    var task: Task<Void, Never>?
  }

  private struct State {
    var flightsSeen = 0
    var flights: [Key: Flight] = [:]
  }

  private let waitsForCanceledWork: Bool
  private let state = Locked(State())

  /// - Parameter waitsForCanceledWork: Whether the last caller to leave waits until the canceled
  ///   work has ended.
  package init(waitsForCanceledWork: Bool = false) {
    self.waitsForCanceledWork = waitsForCanceledWork
  }

  /// The number of callers that wait for an outcome.
  package var waiting: Int {
    state.withLock { $0.flights.values.reduce(0) { $0 + $1.callers } }
  }

  /// Returns the outcome of running work with the same key, or else of `work`.
  package func value(
    for key: Key,
    by work: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    try Task.checkCancellation()
    let flight = join(key, work)
    do {
      return try await flight.outcome.value()
    } catch {
      if let abandoned = leave(key, flight.number) {
        abandoned.cancel()
        if waitsForCanceledWork { await abandoned.value }
      }
      throw error
    }
  }

  private func join(
    _ key: Key,
    _ work: @escaping @Sendable () async throws -> Value
  ) -> Flight {
    state.withLock { state in
      var flight = state.flights[key] ?? start(key, work, &state)
      flight.callers += 1
      state.flights[key] = flight
      return flight
    }
  }

  /// Creating a task under the lock is safe: it runs elsewhere.
  private func start(
    _ key: Key,
    _ work: @escaping @Sendable () async throws -> Value,
    _ state: inout State
  ) -> Flight {
    state.flightsSeen += 1
    var flight = Flight(number: state.flightsSeen)
    flight.task = Task { [outcome = flight.outcome, number = flight.number] in
      let result = await Result(of: work)
      self.state.withLock { state in
        if state.flights[key]?.number == number { state.flights[key] = nil }
      }
      outcome.finish(result)
    }
    return flight
  }

  /// - Returns: The task of work without waiting callers.
  private func leave(_ key: Key, _ number: Int) -> Task<Void, Never>? {
    state.withLock { state -> Task<Void, Never>? in
      guard state.flights[key]?.number == number else { return nil }
      state.flights[key]?.callers -= 1
      guard state.flights[key]?.callers == 0 else { return nil }
      return state.flights.removeValue(forKey: key)?.task
    }
  }
}
