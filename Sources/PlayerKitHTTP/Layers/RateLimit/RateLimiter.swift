import PlayerKit
import PlayerKitSystem

/// Admits calls in order of arrival, at the rate that a ``RateLimit`` allows. Drives the state
/// machine.
///
/// Share one limiter among all transports that reach a service from one address or account. May be
/// used on any thread.
public final class RateLimiter: Sendable {
  private struct State {
    var machine: RateLimiterStateMachine
    var numbers = 0
    var waiters: [Int: Promise<Pass>] = [:]
    /// The passes of admitted calls that have not resumed yet.
    var passes: [Int: Pass] = [:]
    /// The task that admits waiting calls. Exists while calls wait.
    var waker: Task<Void, Never>?

    /// Removes the calls concerned by the actions. They are resumed after the lock is released.
    mutating func settle(_ actions: [RateLimiterStateMachine.Action]) -> [Settled] {
      actions.compactMap { action in
        switch action {
        case .admit(let number, let pass):
          waiters.removeValue(forKey: number).map { turn in
            passes[number] = pass
            return (turn, .success(pass))
          }
        case .refuse(let number, let retryAfter):
          waiters.removeValue(forKey: number).map {
            ($0, .failure(CatalogError.rateLimited(retryAfter)))
          }
        }
      }
    }
  }

  private typealias Settled = (turn: Promise<Pass>, result: Result<Pass, any Error>)

  private let state: Locked<State>
  private let clock: any PlaybackClock

  /// Makes a limiter that allows a full burst.
  public init(_ limit: RateLimit, clock: any PlaybackClock = SystemPlaybackClock()) {
    state = Locked(State(machine: RateLimiterStateMachine(limit)))
    self.clock = clock
  }

  /// The number of calls that wait for their turn.
  public var waiting: Int { state.withLock { $0.waiters.count } }

  /// Waits for a call's turn. The caller must call ``finished(_:)`` when the call is over.
  ///
  /// - Throws: ``CatalogError/Code/rateLimited`` with ``CatalogError/retryAfter`` if the turn would
  ///   come too late; `CancellationError`, which gives up the turn.
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
      // The call may have been admitted while it was canceled.
      if let pass = state.withLock({ $0.passes.removeValue(forKey: number) }) { finished(pass) }
      throw error
    }
  }

  /// Records that the service answered a call.
  public func served(_ pass: Pass) {
    state.withLock { $0.machine.served(pass) }
  }

  /// Records that the service throttled a call. All calls pause.
  ///
  /// - Parameter pass: The pass of the call.
  /// - Parameter asked: The pause that the service requests. `nil` if it requests none. Honored up
  ///   to ``RateLimit/longestRequestedPause``.
  /// - Returns: The length of the pause from now.
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

  /// Records that a call is over, regardless of its outcome, so the next call can start if
  /// concurrency is limited. Call it once for each pass.
  public func finished(_ pass: Pass) {
    let now = clock.uptime
    let (settled, waker) = state.withLock { state -> ([Settled], Task<Void, Never>?) in
      let before = state.machine.nextTurn
      let settled = state.settle(state.machine.finished(now: now))
      guard state.machine.nextTurn != before else { return (settled, nil) }
      // The next turn may now come earlier.
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

  // MARK: Waiting calls

  /// Makes sure that a task admits waiting calls. It may wake too early, but never too late: turns
  /// only move later, except when a call finishes.
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

  /// Admits all calls that are due.
  ///
  /// - Returns: The time until the next turn. `nil` if no call waits, or if the task is no longer
  ///   needed.
  private func advance() -> Duration? {
    let now = clock.uptime
    let (wait, settled) = state.withLock { state -> (Duration?, [Settled]) in
      // The code that canceled this task has replaced or removed it.
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
