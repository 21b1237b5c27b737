import PlayerKitSystem
import PlayerKitServices

/// Asks equal questions only once if they come at the same time, because a page is often needed for
/// its media and its title at once.
///
/// A cancelled caller leaves at once without affecting others. The last caller to leave cancels the
/// lookup and waits for its end.
final class SharedLookups<Question: Hashable & Sendable, Answer: Sendable>: Sendable {
  private struct Lookup {
    let number: Int
    let answer = Promise<Answer>()
    var waiters = 0
    var task: Task<Void, Never>?
  }

  private struct State {
    var seen = 0
    var lookups: [Question: Lookup] = [:]
  }

  private let state = Locked(State())

  /// The number of callers that wait for an answer.
  var waiting: Int {
    state.withLock { $0.lookups.values.reduce(0) { $0 + $1.waiters } }
  }

  /// Returns the answer of a running lookup, or else of `ask`.
  func answer(
    to question: Question,
    by ask: @escaping @Sendable () async throws -> Answer
  ) async throws -> Answer {
    try Task.checkCancellation()
    let lookup = join(question, ask)
    do {
      return try await lookup.answer.value()
    } catch {
      if let abandoned = leave(question, lookup.number) {
        abandoned.cancel()
        await abandoned.value
      }
      throw error
    }
  }

  private func join(
    _ question: Question,
    _ ask: @escaping @Sendable () async throws -> Answer
  ) -> Lookup {
    state.withLock { state in
      var lookup = state.lookups[question] ?? start(question, ask, &state)
      lookup.waiters += 1
      state.lookups[question] = lookup
      return lookup
    }
  }

  /// Starts a lookup. Creating the task does not run `ask` here.
  private func start(
    _ question: Question,
    _ ask: @escaping @Sendable () async throws -> Answer,
    _ state: inout State
  ) -> Lookup {
    state.seen += 1
    var lookup = Lookup(number: state.seen)
    lookup.task = Task { [answer = lookup.answer, number = lookup.number] in
      let result = await Result(of: ask)
      self.state.withLock { state in
        if state.lookups[question]?.number == number { state.lookups[question] = nil }
      }
      answer.finish(result)
    }
    return lookup
  }

  /// - Returns: The task of a lookup without waiting callers.
  private func leave(_ question: Question, _ number: Int) -> Task<Void, Never>? {
    state.withLock { state -> Task<Void, Never>? in
      guard state.lookups[question]?.number == number else { return nil }
      state.lookups[question]?.waiters -= 1
      guard state.lookups[question]?.waiters == 0 else { return nil }
      return state.lookups.removeValue(forKey: question)?.task
    }
  }
}
