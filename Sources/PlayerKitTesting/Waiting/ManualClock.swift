import Foundation
import PlayerKit
import PlayerKitSystem

/// A clock that moves only when a test advances it. It serves players and services alike.
///
/// Timers fire one at a time inside ``advance(by:)`` and ``advance(to:)``, on the advancing thread.
/// The clock holds no lock then: a timer may read the clock, schedule, cancel and advance. All
/// methods may be called on any thread. If the order of timers matters, advance from one thread at
/// a time.
///
/// A clock made with `skipsWaits` needs no advances: each wait ends at once and moves the clock to
/// its end. It is for clients of services, which pause and retry. Players need a clock that waits.
public final class ManualClock: PlaybackClock {
  private struct Timer {
    let deadline: MonotonicInstant
    let number: Int
    let body: @Sendable () -> Void

    /// Sorts by deadline, then by the order of scheduling.
    static func precedes(_ a: Timer, _ b: Timer) -> Bool {
      (a.deadline, a.number) < (b.deadline, b.number)
    }
  }

  private struct State {
    var now: MonotonicInstant
    /// The total time that the machine has been asleep.
    var asleep = Duration.zero
    var timers: [Int: Timer] = [:]
    var timersScheduled = 0
    /// The calls of ``waitForTimer(timeout:)`` that wait.
    var watchers: [AsyncStream<Void>.Continuation] = []

    var first: Timer? { timers.values.min(by: Timer.precedes) }

    /// Removes and returns the first timer due at `target`, and moves to its deadline. If there is
    /// none, moves to `target`.
    mutating func step(towards target: MonotonicInstant) -> Timer? {
      guard let timer = first, timer.deadline <= target else {
        now = max(now, target)
        return nil
      }
      timers[timer.number] = nil
      now = max(now, timer.deadline)
      return timer
    }
  }

  private let state: Locked<State>
  private let origin: Date
  private let skipsWaits: Bool

  /// Makes a clock whose current time is `start`.
  ///
  /// - Parameters:
  ///   - start: The first value of ``now``.
  ///   - dateOfOrigin: The date at the clock's origin. If `start` is not zero, the clock's first
  ///     date is later by as much.
  ///   - skipsWaits: Whether each wait ends at once and advances the clock. Then
  ///     ``schedule(at:_:)`` moves the clock to the deadline and calls the body before it returns.
  public init(
    start: MonotonicInstant = MonotonicInstant(sinceOrigin: .zero),
    dateOfOrigin: Date = ManualClock.dateOfOrigin,
    skipsWaits: Bool = false
  ) {
    state = Locked(State(now: start))
    origin = dateOfOrigin
    self.skipsWaits = skipsWaits
  }

  /// The current time. While a timer fires: its deadline, unless the clock had already passed it.
  public var now: MonotonicInstant { state.withLock { $0.now } }

  /// The time since the clock's origin, with the time of ``suspend(for:)``.
  public var uptime: Duration { state.withLock { $0.now.sinceOrigin + $0.asleep } }

  /// The calendar date at the origin of a clock made without another one: 2026-01-01 00:00 UTC.
  public static let dateOfOrigin = Date(timeIntervalSince1970: 1_767_225_600)

  /// The calendar date. It moves with the clock, and on its own in ``suspend(for:)``.
  public var date: Date { origin.addingTimeInterval(uptime / .seconds(1)) }

  /// Simulates sleep of the machine: the calendar date and ``uptime`` move on, but ``now`` and the
  /// timers do not.
  public func suspend(for duration: Duration) {
    state.withLock { $0.asleep += max(.zero, duration) }
  }

  /// The earliest deadline of the pending timers. `nil` if there are none.
  public var nextDeadline: MonotonicInstant? { state.withLock { $0.first?.deadline } }

  /// The number of pending timers.
  public var pendingTimers: Int { state.withLock { $0.timers.count } }

  /// Calls `body` once, in the first advance that reaches `deadline`. If the deadline has passed,
  /// it is the next advance, never this call, unless the clock skips waits.
  public func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    if skipsWaits {
      advance(to: deadline)
      body()
      return ClockTimer {}
    }
    let (number, watchers) = state.withLock { state in
      state.timersScheduled += 1
      let number = state.timersScheduled
      state.timers[number] = Timer(deadline: deadline, number: number, body: body)
      defer { state.watchers = [] }
      return (number, state.watchers)
    }
    for watcher in watchers { watcher.yield() }
    return ClockTimer { [weak self] in self?.cancel(number) }
  }

  /// Advances by `duration` and fires the timers that become due. A zero duration fires the timers
  /// that are already due.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Advances to `target` and fires the timers that become due, including timers scheduled
  /// meanwhile. If `target` has passed, fires the timers due by then and does not move the clock.
  public func advance(to target: MonotonicInstant) {
    while let timer = state.withLock({ $0.step(towards: target) }) {
      timer.body()
    }
  }

  /// Advances from deadline to deadline until `condition` is true, for at most `limit`.
  ///
  /// - Returns: Whether the condition is true. `false` if the limit is reached or no timer is left.
  @discardableResult
  public func advance(within limit: Duration = .seconds(3600), until condition: () -> Bool) -> Bool
  {
    let end = now + limit
    while !condition() {
      guard let deadline = nextDeadline, deadline <= end else { return false }
      advance(to: deadline)
    }
    return true
  }

  /// Waits until a timer is pending, for example because a task sleeps on this clock. Returns at
  /// once if there is one.
  ///
  /// - Parameter timeout: The time limit in real time, reached only if something is broken.
  /// - Throws: ``WaitFailure``; `CancellationError`.
  public func waitForTimer(timeout: Duration = .seconds(30)) async throws {
    let (stream, watcher) = AsyncStream.makeStream(of: Void.self)
    let isPending = state.withLock { state in
      if state.timers.isEmpty { state.watchers.append(watcher) }
      return !state.timers.isEmpty
    }
    if isPending { return try Task.checkCancellation() }
    try await waitUntil("a timer", in: stream, timeout: timeout) { _ in true }
  }

  /// Waits until a timer is pending, as ``waitForTimer(timeout:)`` does, and advances to the first
  /// deadline. So it wakes the task whose sleep ends first.
  ///
  /// - Returns: How far the clock advanced.
  @discardableResult
  public func wakeNext(timeout: Duration = .seconds(30)) async throws -> Duration {
    try await waitForTimer(timeout: timeout)
    let (now, deadline) = state.withLock { ($0.now, $0.first?.deadline) }
    // A canceled task takes its timer away.
    guard let deadline else { return .zero }
    advance(to: deadline)
    return max(deadline - now, .zero)
  }

  private func cancel(_ number: Int) {
    // Freeing the captures of the body may run code, so this happens outside the lock.
    let removed = state.withLock { $0.timers.removeValue(forKey: number) }
    _ = consume removed
  }
}
