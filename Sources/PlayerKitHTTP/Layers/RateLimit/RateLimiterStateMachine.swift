import PlayerKit

/// Decides which calls are admitted, wait, or are refused. Pure: no clock, no task.
///
/// The token bucket is stored as the time at which it is full again. Each admitted call delays that
/// time by one interval. A call is admitted if the time is at most `burst` intervals away. So no
/// tokens are counted and nothing drifts. Times are the clock's uptime.
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
  /// The number of pauses so far.
  private var pauses = 0
  private var line: [Waiter] = []
  /// The number of calls in progress. Only counted if concurrency is limited.
  private var underWay = 0

  // A century: sums of values clamped to it cannot overflow.
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

  /// The time at which the first waiting call is admitted or has waited too long. `nil` if no call
  /// waits. While calls wait, only ``finished(now:)`` can make it earlier.
  var nextTurn: Duration? {
    line.first.map { isFull ? max($0.deadline, turn(ofPlace: 0)) : turn(ofPlace: 0) }
  }

  private var isFull: Bool { limit.maximumAtOnce.map { underWay >= max($0, 1) } ?? false }

  /// Handles a new call. If the result is empty, the call waits.
  mutating func enter(_ number: Int, now: Duration) -> [Action] {
    let turn = turn(ofPlace: line.count)
    if line.isEmpty, turn <= now, !isFull { return [admit(number, now)] }
    guard turn - now <= limit.maximumWait else { return [.refuse(number, retryAfter: turn - now)] }
    line.append(Waiter(number: number, deadline: now + limit.maximumWait))
    return []
  }

  /// Removes a call that no longer waits.
  mutating func leave(_ number: Int) {
    line.removeAll { $0.number == number }
  }

  /// Handles the passage of time.
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

  /// Handles the end of a call, regardless of its outcome. Called once for each admitted call.
  mutating func finished(now: Duration) -> [Action] {
    guard limit.maximumAtOnce != nil else { return [] }
    underWay -= 1
    return advance(now: now)
  }

  /// Handles a call that the service answered.
  mutating func served(_ pass: Pass) {
    // A call sent before the pause says nothing about the time after it.
    if pass.pauses == pauses { nextPause = limit.firstPause }
  }

  /// Handles a call that the service throttled.
  ///
  /// - Parameter asked: The pause that the service requests, if any. Honored up to the limit's
  ///   bound.
  /// - Returns: The length of the pause from now, and the refused calls that cannot wait that long.
  mutating func throttled(
    _ pass: Pass,
    asked: Duration?,
    now: Duration
  ) -> (pause: Duration, actions: [Action]) {
    let asked = asked.map { min($0, limit.longestRequestedPause) }
    // Concurrent calls are throttled for the same reason, so only the first one doubles the pause.
    if pass.pauses == pauses {
      pauses += 1
      pause(for: max(nextPause, asked ?? .zero), now)
      nextPause = nextPause.doubled(1, upTo: max(limit.longestPause, limit.firstPause))
    } else if let asked {
      pause(for: asked, now)
    }
    return (max(pausedUntil - now, .zero), refuseThoseTooLate(now))
  }

  private mutating func pause(for duration: Duration, _ now: Duration) {
    pausedUntil = max(pausedUntil, now + duration)
    // After it, a single call is sent first; the burst builds up again.
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
    if limit.maximumAtOnce != nil { underWay += 1 }
    return .admit(number, Pass(pauses: pauses))
  }

  private func turn(ofPlace place: Int) -> Duration {
    max(fullAt - tolerance + limit.interval * place, pausedUntil)
  }
}

extension RateLimiter {
  /// The permission to send one call, used to report its outcome. It distinguishes calls sent
  /// before a pause from those sent after it.
  public struct Pass: Sendable, Equatable {
    fileprivate let pauses: Int
  }
}
