/// Who may go, who waits, who is refused. Pure: no clock, no task.
///
/// The bucket is kept as the time at which it is full again: each call that goes puts it off by an
/// interval, and one may go where it is at most `burst` intervals away. So no token is counted and
/// nothing drifts. Times are the clock's uptime.
struct RateLimiterStateMachine: Sendable {
  typealias Pass = RateLimiter.Pass

  enum Action: Sendable, Equatable {
    case admit(Int, Pass)
    case refuse(Int, retryAfter: Duration)
  }

  private struct Waiter: Sendable {
    let number: Int
    let deadline: Duration
  }

  private let limit: RateLimit
  private let tolerance: Duration

  private var fullAt = Duration.zero
  private var pausedUntil = Duration.zero
  private var nextPause: Duration
  /// How many pauses there were.
  private var pauses = 0
  private var line: [Waiter] = []
  /// How many calls are under way. Not counted where any number may be.
  private var underWay = 0

  // A century: sums of what is clamped so cannot overflow.
  private static let longest = Duration.seconds(100 * 365 * 24 * 3600)

  init(_ limit: RateLimit) {
    var limit = limit
    for time in [
      \RateLimit.interval, \.firstPause, \.longestPause, \.longestRequestedPause, \.maximumWait,
    ] {
      limit[keyPath: time] = min(max(limit[keyPath: time], .zero), Self.longest)
    }
    self.limit = limit
    tolerance = limit.interval * (min(max(limit.burst, 1), 10_000) - 1)
    nextPause = limit.firstPause
  }

  /// When the first in the line may go, or has waited for too long; `nil` where nobody waits. Moves to earlier, while
  /// somebody waits, by ``finished(now:)`` alone.
  var nextTurn: Duration? {
    line.first.map { isFull ? max($0.deadline, turn(ofPlace: 0)) : turn(ofPlace: 0) }
  }

  private var isFull: Bool { limit.mostAtOnce.map { underWay >= max($0, 1) } ?? false }

  /// A call comes. Nothing returned: it waits.
  mutating func enter(_ number: Int, now: Duration) -> [Action] {
    let turn = turn(ofPlace: line.count)
    if line.isEmpty, turn <= now, !isFull { return [admit(number, now)] }
    guard turn - now <= limit.maximumWait else { return [.refuse(number, retryAfter: turn - now)] }
    line.append(Waiter(number: number, deadline: now + limit.maximumWait))
    return []
  }

  /// A caller does not wait any longer.
  mutating func leave(_ number: Int) {
    line.removeAll { $0.number == number }
  }

  /// Time has passed.
  mutating func advance(now: Duration) -> [Action] {
    var actions: [Action] = []
    while let first = line.first, turn(ofPlace: 0) <= now {
      if isFull {
        guard first.deadline <= now else { break }
        line.removeFirst()
        actions.append(.refuse(first.number, retryAfter: limit.interval))
      } else {
        line.removeFirst()
        actions.append(admit(first.number, now))
      }
    }
    return actions
  }

  /// A call is over, whatever came of it: each that was admitted ends so, once.
  mutating func finished(now: Duration) -> [Action] {
    guard limit.mostAtOnce != nil else { return [] }
    underWay -= 1
    return advance(now: now)
  }

  /// The service served a call.
  mutating func served(_ pass: Pass) {
    // One that was sent before the pause says nothing of what came after.
    if pass.pauses == pauses { nextPause = limit.firstPause }
  }

  /// The service refused a call as one too many.
  ///
  /// - Parameter asked: how long the service wants to be left alone, where it says so; heeded up to
  ///   the limit's bound.
  /// - Returns: how long all pause from now, and who can't wait for so long.
  mutating func throttled(
    _ pass: Pass,
    asked: Duration?,
    now: Duration
  ) -> (pause: Duration, actions: [Action]) {
    let asked = asked.map { min($0, limit.longestRequestedPause) }
    // Several that were under way at once are refused for one reason: only the first doubles.
    if pass.pauses == pauses {
      pauses += 1
      pause(for: max(nextPause, asked ?? .zero), now)
      nextPause = min(nextPause * 2, max(limit.longestPause, limit.firstPause))
    } else if let asked {
      pause(for: asked, now)
    }
    return (max(pausedUntil - now, .zero), refuseThoseTooLate(now))
  }

  private mutating func pause(for duration: Duration, _ now: Duration) {
    pausedUntil = max(pausedUntil, now + duration)
    // After it, one call tries first; the burst has to be earned anew.
    fullAt = max(fullAt, pausedUntil + tolerance)
  }

  private mutating func refuseThoseTooLate(_ now: Duration) -> [Action] {
    var actions: [Action] = []
    var kept: [Waiter] = []
    for waiter in line {
      let turn = turn(ofPlace: kept.count)
      if turn > waiter.deadline {
        actions.append(.refuse(waiter.number, retryAfter: max(turn - now, .zero)))
      } else {
        kept.append(waiter)
      }
    }
    line = kept
    return actions
  }

  private mutating func admit(_ number: Int, _ now: Duration) -> Action {
    fullAt = max(fullAt, now) + limit.interval
    if limit.mostAtOnce != nil { underWay += 1 }
    return .admit(number, Pass(pauses: pauses))
  }

  private func turn(ofPlace place: Int) -> Duration {
    max(fullAt - tolerance + limit.interval * place, pausedUntil)
  }
}

extension RateLimiter {
  /// The right to send one call; what became of it is told with it. It tells a call that was sent before
  /// a pause from one that was sent after it.
  public struct Pass: Sendable, Equatable {
    fileprivate let pauses: Int
  }
}
