import Dispatch
import PlayerKitSystem

#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// Provides the time and timers to players and services. It is injected, so that tests control time.
public protocol PlaybackClock: Sendable {
  /// The current time. It never goes backwards, and stops while the machine sleeps: nothing plays
  /// then, so positions and listening times continue where they were.
  var now: MonotonicInstant { get }

  /// The time since an origin of the clock. It never goes backwards, and unlike ``now`` it also
  /// counts the time for which the machine sleeps: a cached response grows old then, and a server's
  /// rate limit ends.
  ///
  /// By default the time of ``now``, for clocks whose machine never sleeps.
  var uptime: Duration { get }

  /// The wall-clock time, which may be changed by the user. Used only for timestamps. The default
  /// is the system's.
  var date: Date { get }

  /// Calls `body` once, at `deadline` or soon after, on any thread, even if `deadline` has passed.
  ///
  /// - Returns: A handle that cancels the call. Dropping the handle does not cancel it.
  func schedule(at deadline: MonotonicInstant, _ body: @escaping @Sendable () -> Void) -> ClockTimer

  /// Calls `body` at `first` and then once in each `interval`, until it is canceled. Each call
  /// comes at its instant or soon after, on any thread, one at a time. A late call does not shift
  /// later ones; calls whose instants have passed meanwhile are skipped or merged into one.
  ///
  /// By default, each call schedules the next one with ``schedule(at:_:)``.
  ///
  /// - Parameters:
  ///   - first: The time of the first call; if it has passed, the call comes soon.
  ///   - interval: The time between calls; at least a millisecond.
  ///   - body: May call observers of an app and take as long as they do, so other timers should not
  ///     have to wait for it.
  /// - Returns: A handle that cancels the calls. Dropping the handle does not cancel them.
  func schedule(
    from first: MonotonicInstant,
    every interval: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer
}

extension PlaybackClock {
  /// The time of ``now``.
  public var uptime: Duration { now.sinceOrigin }

  /// The system's wall-clock time.
  public var date: Date { Date() }

  /// Waits for `duration`, by a timer of the clock. Returns at once if it is zero or less. Time
  /// during which the machine sleeps does not count.
  ///
  /// - Throws: `CancellationError` as soon as the task is canceled. The timer is canceled too.
  public func sleep(for duration: Duration) async throws {
    try Task.checkCancellation()
    guard duration > .zero else { return }
    let end = Promise<Void>()
    let timer = schedule(at: now + duration) { end.finish(.success(())) }
    try await withTaskCancellationHandler {
      try await end.value()
    } onCancel: {
      timer.cancel()
    }
  }

  /// Calls `body` by single timers. On a clock that calls from one thread, a slow observer of
  /// positions delays its other timers.
  public func schedule(
    from first: MonotonicInstant,
    every interval: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let calls = RepeatedCalls(of: body, every: interval, on: self)
    calls.schedule(at: first)
    return ClockTimer { calls.cancel() }
  }
}

/// A handle that cancels scheduled calls.
public struct ClockTimer: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Creates a handle that calls `onCancel`.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Cancels the call. Has no effect if it has begun, or on a second call.
  public func cancel() {
    onCancel()
  }
}

/// The system's clocks. Timers and ``now`` stop while the machine sleeps.
public struct SystemPlaybackClock: PlaybackClock {
  private static let continuousOrigin = ContinuousClock.now

  /// Creates the clock. All values of this type share one origin.
  public init() {}

  /// The current time.
  public var now: MonotonicInstant {
    // Not `ContinuousClock`, which continues while the machine sleeps.
    let uptime = Int64(DispatchTime.now().uptimeNanoseconds)
    return MonotonicInstant(sinceOrigin: .nanoseconds(uptime))
  }

  /// The time since this property was first read in the process.
  public var uptime: Duration { Self.continuousOrigin.duration(to: .now) }

  /// Calls `body` from a global queue. Time during which the machine sleeps does not count.
  public func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    Self.call(body, after: (deadline - now).bounded)
  }

  /// Calls `body` from a dedicated thread, or, on Apple's platforms, from a global queue. Time
  /// during which the machine sleeps does not count.
  public func schedule(
    from first: MonotonicInstant,
    every interval: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    let wait = (first - now).bounded
    #if canImport(Darwin)
      return Self.call(body, after: wait, every: interval.boundedInterval)
    #else
      let thread = RepeatingThread()
      thread.start(
        after: wait.nanoseconds,
        every: interval.boundedInterval.nanoseconds,
        body
      )
      return ClockTimer { thread.cancel() }
    #endif
  }

  private static func call(
    _ body: @escaping @Sendable () -> Void,
    after wait: Duration,
    every interval: Duration? = nil
  ) -> ClockTimer {
    let source = Source(timer: DispatchSource.makeTimerSource(queue: .global()))
    source.timer.schedule(
      deadline: .now() + .nanoseconds(wait.nanoseconds),
      repeating: interval.map { .nanoseconds($0.nanoseconds) } ?? .never,
      leeway: .milliseconds(1)
    )
    // The source retains itself until it is canceled.
    source.timer.setEventHandler {
      if interval == nil { source.timer.cancel() }
      body()
    }
    source.timer.resume()
    return ClockTimer { source.timer.cancel() }
  }

  /// Dispatch objects may be used on any thread, but not all platforms declare this.
  private struct Source: @unchecked Sendable {
    let timer: any DispatchSourceTimer
  }
}

extension Duration {
  /// The duration in whole nanoseconds, rounded up so that nothing comes early. Only for a bounded
  /// duration.
  fileprivate var nanoseconds: Int { Int((self / .nanoseconds(1)).rounded(.up)) }
}
