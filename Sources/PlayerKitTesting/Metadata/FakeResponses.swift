import PlayerKit
import PlayerKitSystem

/// The scripted answers of a fake, which can be held or delayed.
final class FakeResponses<Answer: Sendable>: Sendable {
  private struct State {
    var answers: [String: Result<Answer, PlayerError>] = [:]
    var isHolding = false
    var questions = 0
    /// The requests on hold, in order.
    var held: [(question: Int, waiter: CheckedContinuation<Void, Never>)] = []
    /// The requests that wait for the clock.
    var late: [Int: CheckedContinuation<Void, Never>] = [:]
    var delays: Delays
  }

  /// The ids of the requested tracks, and of the tracks whose requests were canceled.
  let asked = Recorded<String>()
  let cancelled = Recorded<String>()

  private let clock: (any PlaybackClock)?
  private let state: Locked<State>

  init(lateness: Lateness?, clock: (any PlaybackClock)?, salt: UInt64) {
    self.clock = clock
    state = Locked(State(delays: Delays(lateness, salt: salt)))
  }

  deinit {
    state.withLock { state in
      for held in state.held { held.waiter.resume() }
      for waiter in state.late.values { waiter.resume() }
    }
  }

  func set(_ answer: Result<Answer, PlayerError>, for id: String) {
    state.withLock { $0.answers[id] = answer }
  }

  /// Holds all further requests.
  func hold() {
    state.withLock { $0.isHolding = true }
  }

  /// Answers the oldest request on hold. Has no effect if there is none.
  func release() {
    let waiter = state.withLock { $0.held.isEmpty ? nil : $0.held.removeFirst().waiter }
    waiter?.resume()
  }

  /// Answers all requests on hold, and further ones without holding them.
  func releaseAll() {
    let waiters = state.withLock { state in
      state.isHolding = false
      defer { state.held = [] }
      return state.held.map(\.waiter)
    }
    for waiter in waiters { waiter.resume() }
  }

  /// Returns the scripted answer. `nil` if there is none.
  func answer(_ id: String) async throws -> Answer? {
    let (question, delay, fails) = state.withLock { state in
      state.questions += 1
      return (state.questions, state.delays.next(), state.delays.nextFails())
    }
    try await withTaskCancellationHandler {
      await withCheckedContinuation { wait($0, question, id, delay) }
      try Task.checkCancellation()
    } onCancel: {
      cancelled.append(id)
      end(question)
    }
    if fails { throw PlayerError(.timedOut, "The fake is scripted to fail so.") }
    return try state.withLock { $0.answers[id] }?.get()
  }

  private func wait(
    _ waiter: CheckedContinuation<Void, Never>,
    _ question: Int,
    _ id: String,
    _ delay: Duration
  ) {
    let isLate = delay > .zero && clock != nil
    let waits = state.withLock { state in
      if Task.isCancelled { return false }
      if state.isHolding {
        state.held.append((question, waiter))
      } else if isLate {
        state.late[question] = waiter
      }
      return state.isHolding || isLate
    }
    if isLate, let clock {
      _ = clock.schedule(at: clock.now + delay) { [weak self] in
        self?.state.withLock { $0.late.removeValue(forKey: question) }?.resume()
      }
    }
    asked.append(id)
    if !waits { waiter.resume() }
  }

  private func end(_ question: Int) {
    let waiters = state.withLock { state in
      let held = state.held.filter { $0.question == question }.map(\.waiter)
      state.held.removeAll { $0.question == question }
      return held + [state.late.removeValue(forKey: question)].compactMap(\.self)
    }
    for waiter in waiters { waiter.resume() }
  }
}
