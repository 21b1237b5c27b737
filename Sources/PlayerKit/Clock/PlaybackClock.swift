import Dispatch

#if canImport(FoundationEssentials)
  import struct FoundationEssentials.Date
#else
  import struct Foundation.Date
#endif

/// Tells the time and calls back later. Injected, so that tests move time by hand.
public protocol PlaybackClock: Sendable {
  /// The present. Never goes backwards, and stands still while the machine sleeps: nothing sounds
  /// then, so positions and times of listening go on where they were.
  var now: MonotonicInstant { get }

  /// The calendar's present, which may be set, and only dates records. The system's where a clock
  /// says nothing else.
  var date: Date { get }

  /// Calls `body` once, at `deadline` or soon after, on any thread; also where it has passed.
  ///
  /// - Returns: what cancels it. A timer whose handle is dropped is not cancelled.
  func schedule(at deadline: MonotonicInstant, _ body: @escaping @Sendable () -> Void) -> ClockTimer

  /// Calls `body` at `first` and from then on once in each `interval`, until it is cancelled. Each
  /// call comes at its instant or soon after, on any thread, one at a time. One that is late does
  /// not shift those behind it; those whose instants pass meanwhile are left out, or one call
  /// stands for them all.
  ///
  /// Where a clock says nothing else, each call schedules the next one by ``schedule(at:_:)``.
  ///
  /// - Parameters:
  ///   - first: when to call for the first time; where it has passed, soon.
  ///   - interval: from one call to the next; at least a millisecond.
  ///   - body: may call observers of an app, and take as long as they do: other timers should not
  ///     have to wait for it.
  /// - Returns: what cancels it. Timers whose handle is dropped are not cancelled.
  func schedule(
    from first: MonotonicInstant,
    every interval: Duration,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer
}

extension PlaybackClock {
  /// The system's.
  public var date: Date { Date() }

  /// Calls `body` by timers that each call once: on a clock that calls from one thread, a slow
  /// observer of positions holds up its other timers.
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

/// Cancels one scheduled call.
public struct ClockTimer: Sendable {
  private let onCancel: @Sendable () -> Void

  /// Makes a handle that calls `onCancel`.
  public init(onCancel: @escaping @Sendable () -> Void) {
    self.onCancel = onCancel
  }

  /// Cancels the call. Has no effect where it has begun, or when called again.
  public func cancel() {
    onCancel()
  }
}

/// The system's monotonic clock, which stands still while the machine sleeps.
public struct SystemPlaybackClock: PlaybackClock {
  /// Makes the clock. All values of this type share one origin.
  public init() {}

  /// The present.
  public var now: MonotonicInstant {
    // Not `ContinuousClock`: that goes on while the machine sleeps.
    let uptime = Int64(DispatchTime.now().uptimeNanoseconds)
    return MonotonicInstant(sinceOrigin: .nanoseconds(uptime))
  }

  /// Calls `body` from a global queue. Time that the machine sleeps does not count.
  public func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    Self.call(body, after: (deadline - now).bounded)
  }

  /// Calls `body` from a thread that is there for nothing else, or, on Apple's platforms, from a
  /// global queue. Time that the machine sleeps does not count.
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
    // The source keeps itself until it is cancelled.
    source.timer.setEventHandler {
      if interval == nil { source.timer.cancel() }
      body()
    }
    source.timer.resume()
    return ClockTimer { source.timer.cancel() }
  }

  /// Dispatch's objects may be used on any thread; not all platforms say so.
  private struct Source: @unchecked Sendable {
    let timer: any DispatchSourceTimer
  }
}

extension Duration {
  /// As whole nanoseconds, rounded up: nothing is to come early. Of a bounded duration only.
  fileprivate var nanoseconds: Int { Int((self / .nanoseconds(1)).rounded(.up)) }
}
