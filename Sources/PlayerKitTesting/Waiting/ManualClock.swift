import Foundation
import PlayerKitSystem
import PlayerKit

/// A clock whose time moves only when a test says so.
///
/// Timers fire inside ``advance(by:)`` and ``advance(to:)``, on the thread that advances, one after
/// another, under no lock: a timer may read the clock, schedule, cancel and advance. All methods may
/// be called on any thread; let one thread at a time advance where the order of timers matters.
public final class ManualClock: PlaybackClock {
  private struct Timer {
    let deadline: MonotonicInstant
    let number: Int
    let body: @Sendable () -> Void

    /// Earlier deadlines first, then what was scheduled first.
    static func precedes(_ a: Timer, _ b: Timer) -> Bool {
      (a.deadline, a.number) < (b.deadline, b.number)
    }
  }

  private struct State {
    var now: MonotonicInstant
    /// How long the machine has slept, on and off.
    var asleep = Duration.zero
    var timers: [Int: Timer] = [:]
    var timersScheduled = 0

    var first: Timer? { timers.values.min(by: Timer.precedes) }

    /// Takes the first timer due at `target` and moves to its deadline; without one, to `target`.
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

  /// Makes a clock that stands at `start`.
  public init(start: MonotonicInstant = MonotonicInstant(sinceOrigin: .zero)) {
    state = Locked(State(now: start))
  }

  /// The present. While a timer fires: its deadline, or the present where that had passed.
  public var now: MonotonicInstant { state.withLock { $0.now } }

  /// The calendar's time at the clock's origin: 2026-01-01 00:00 UTC.
  public static let dateOfOrigin = Date(timeIntervalSince1970: 1_767_225_600)

  /// The calendar moves with the clock, and by itself in ``suspend(for:)``.
  public var date: Date {
    let time = state.withLock { $0.now.sinceOrigin + $0.asleep }
    return Self.dateOfOrigin.addingTimeInterval(time / .seconds(1))
  }

  /// Lets the machine sleep: the calendar moves on, ``now`` and the timers stand still.
  public func suspend(for duration: Duration) {
    state.withLock { $0.asleep += max(.zero, duration) }
  }

  /// The earliest deadline of the timers that wait; `nil` where none does.
  public var nextDeadline: MonotonicInstant? { state.withLock { $0.first?.deadline } }

  /// Calls `body` once, in the first advance that reaches `deadline`; where it has passed, in the
  /// next one, never inside this method.
  public func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let number = state.withLock { state in
      state.timersScheduled += 1
      let number = state.timersScheduled
      state.timers[number] = Timer(deadline: deadline, number: number, body: body)
      return number
    }
    return ClockTimer { [weak self] in self?.cancel(number) }
  }

  /// Moves time on by `duration`, firing what falls due. With zero: fires what is due already.
  public func advance(by duration: Duration) {
    advance(to: now + duration)
  }

  /// Moves time on to `target`, firing what falls due, also what is scheduled meanwhile. A target
  /// that has passed fires what is due by it and moves nothing.
  public func advance(to target: MonotonicInstant) {
    while let timer = state.withLock({ $0.step(towards: target) }) {
      timer.body()
    }
  }

  /// Moves time from deadline to deadline until `condition` holds, for at most `limit`.
  ///
  /// - Returns: whether it holds; not, where time ran out or no timer is left.
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

  private func cancel(_ number: Int) {
    // What the body captured may run code when it is freed: not under the lock.
    let removed = state.withLock { $0.timers.removeValue(forKey: number) }
    _ = consume removed
  }
}
