import PlayerKitSystem

/// Lets calls go in the order in which they came, as often as a ``RateLimit`` allows: the driver of
/// the state machine.
///
/// Share one among all transports that reach one service from one address or account. May be used
/// on any thread.
public final class RateLimiter: Sendable {
  private struct State {
    var machine: RateLimiterStateMachine
    var numbers = 0
    var waiters: [Int: Promise<Pass>] = [:]
    /// Of those who may go and have not heard of it yet.
    var passes: [Int: Pass] = [:]
    /// Wakes the line; there while somebody waits.
    var waker: Task<Void, Never>?

    /// Takes those whom the actions concern out of the line, to be told once the lock is open.
    mutating func settle(_ actions: [RateLimiterStateMachine.Action]) -> [Settled] {
      actions.compactMap { action in
        switch action {
        case .admit(let number, let pass):
          waiters.removeValue(forKey: number).map { turn in
            passes[number] = pass
            return (turn, .success(pass))
          }
        case .refuse(let number, let retryAfter):
          waiters.removeValue(forKey: number).map { ($0, .failure(refusal(retryAfter))) }
        }
      }
    }

    private func refusal(_ retryAfter: Duration) -> CatalogError {
      CatalogError(
        .rateLimited,
        "The service has to be left alone for longer than a call may wait.",
        retryAfter: retryAfter
      )
    }
  }

  private typealias Settled = (turn: Promise<Pass>, result: Result<Pass, any Error>)

  private let state: Locked<State>
  private let clock: any CatalogClock

  /// Makes a limiter with a full bucket.
  public init(_ limit: RateLimit, clock: any CatalogClock = SystemCatalogClock()) {
    state = Locked(State(machine: RateLimiterStateMachine(limit)))
    self.clock = clock
  }

  /// How many calls wait for their turn.
  public var waiting: Int { state.withLock { $0.waiters.count } }

  /// Waits for a call's turn. When the call is over, ``finished(_:)`` has to be told.
  ///
  /// - Throws: ``CatalogError/Code/rateLimited`` with ``CatalogError/retryAfter`` where the turn
  ///   would come too late; `CancellationError`, and then the place in the line is given up.
  public func waitForTurn() async throws -> Pass {
    try Task.checkCancellation()
    let turn = Promise<Pass>()
    let now = clock.uptime
    let (number, settled) = state.withLock { state in
      state.numbers += 1
      state.waiters[state.numbers] = turn
      let actions = state.machine.enter(state.numbers, now: now)
      return (state.numbers, state.settle(actions))
    }
    Self.tell(settled)
    wakeLine()
    do {
      let pass = try await turn.value()
      state.withLock { $0.passes[number] = nil }
      return pass
    } catch {
      leave(number)
      // It may have been let go while it was canceled.
      if let pass = state.withLock({ $0.passes.removeValue(forKey: number) }) { finished(pass) }
      throw error
    }
  }

  /// Tells that the service served a call.
  public func served(_ pass: Pass) {
    state.withLock { $0.machine.served(pass) }
  }

  /// Tells that the service refused a call as one too many: all pause.
  ///
  /// - Parameter asked: how long the service wants to be left alone; `nil` where it does not say.
  ///   Heeded up to ``RateLimit/longestRequestedPause``.
  /// - Returns: how long the pause is from now.
  @discardableResult
  public func throttled(_ pass: Pass, asked: Duration? = nil) -> Duration {
    let now = clock.uptime
    let (pause, settled) = state.withLock { state in
      let (pause, actions) = state.machine.throttled(pass, asked: asked, now: now)
      return (pause, state.settle(actions))
    }
    Self.tell(settled)
    return pause
  }

  /// Tells that a call is over, whatever came of it: where only so many may be under way, the next may go. Once for
  /// each pass.
  public func finished(_ pass: Pass) {
    let now = clock.uptime
    let (settled, waker) = state.withLock { state -> ([Settled], Task<Void, Never>?) in
      let before = state.machine.nextTurn
      let settled = state.settle(state.machine.finished(now: now))
      guard state.machine.nextTurn != before else { return (settled, nil) }
      // It may be due earlier.
      defer { state.waker = nil }
      return (settled, state.waker)
    }
    waker?.cancel()
    Self.tell(settled)
    wakeLine()
  }

  private func leave(_ number: Int) {
    let waker = state.withLock { state -> Task<Void, Never>? in
      state.machine.leave(number)
      state.waiters[number] = nil
      guard state.machine.nextTurn == nil else { return nil }
      defer { state.waker = nil }
      return state.waker
    }
    waker?.cancel()
  }

  // MARK: The line

  /// Sees to it that a task wakes the line while somebody waits. It may wake too early, never too
  /// late: turns are put off, and brought forward only where a call is over.
  private func wakeLine() {
    state.withLock { state in
      guard state.waker == nil, state.machine.nextTurn != nil else { return }
      state.waker = Task { [weak self, clock] in
        while let wait = self?.advance() {
          guard (try? await clock.sleep(for: wait)) != nil else { return }
        }
      }
    }
  }

  /// Lets go who may.
  ///
  /// - Returns: how long until the next turn; `nil` where nobody waits, or the task is not needed.
  private func advance() -> Duration? {
    let now = clock.uptime
    let (wait, settled) = state.withLock { state -> (Duration?, [Settled]) in
      // Who cancelled this task has put another in its place, or none.
      guard !Task.isCancelled else { return (nil, []) }
      let settled = state.settle(state.machine.advance(now: now))
      let wait = state.machine.nextTurn.map { $0 - now }
      if wait == nil { state.waker = nil }
      return (wait, settled)
    }
    Self.tell(settled)
    return wait
  }

  private static func tell(_ settled: [Settled]) {
    for (turn, result) in settled { turn.finish(result) }
  }
}
