import PlayerKitSystem
import PlayerKitServices

/// Asks equal questions that come at once a single time: a page is often looked at for its media and for
/// its title at the same moment.
///
/// A caller that is cancelled leaves at once and takes nobody along. The last one that leaves cancels the
/// look-up, and waits for its end.
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

  /// How many callers wait for an answer.
  var waiting: Int {
    state.withLock { $0.lookups.values.reduce(0) { $0 + $1.waiters } }
  }

  /// The answer to a question: that of a look-up under way, else that of `ask`.
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

  /// Making a task calls nothing: it runs elsewhere.
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

  /// - Returns: a look-up that nobody waits for any more.
  private func leave(_ question: Question, _ number: Int) -> Task<Void, Never>? {
    state.withLock { state -> Task<Void, Never>? in
      guard state.lookups[question]?.number == number else { return nil }
      state.lookups[question]?.waiters -= 1
      guard state.lookups[question]?.waiters == 0 else { return nil }
      return state.lookups.removeValue(forKey: question)?.task
    }
  }
}
