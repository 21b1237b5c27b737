import Dispatch

import struct Foundation.Date

/// Tells the time and calls back later. Injected, so that tests move time by hand.
public protocol PlaybackClock: Sendable {
  /// The present. Never goes backwards.
  var now: MonotonicInstant { get }

  /// The calendar's present, which may be set, and only dates records. The system's where a clock
  /// says nothing else.
  var date: Date { get }

  /// Calls `body` once, at `deadline` or soon after, on any thread; also where it has passed.
  ///
  /// - Returns: what cancels it. A timer whose handle is dropped is not cancelled.
  func schedule(at deadline: MonotonicInstant, _ body: @escaping @Sendable () -> Void) -> ClockTimer
}

extension PlaybackClock {
  /// The system's.
  public var date: Date { Date() }
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

/// The system's monotonic clock.
public struct SystemPlaybackClock: PlaybackClock {
  private static let origin = ContinuousClock.now

  /// Makes the clock. All values of this type share one origin.
  public init() {}

  /// The present.
  public var now: MonotonicInstant {
    MonotonicInstant(sinceOrigin: ContinuousClock.now - Self.origin)
  }

  /// What is as near as a position event is timed by a source: of each `Task.sleep`, which also counts
  /// the time that a machine sleeps, threads wake up twice as often.
  private static let near = Duration.seconds(2)

  /// Calls `body` from a global queue, or a task of the global executor.
  public func schedule(
    at deadline: MonotonicInstant,
    _ body: @escaping @Sendable () -> Void
  ) -> ClockTimer {
    // Of a deadline beyond all bounds no task can be told.
    let instant = Self.origin + deadline.sinceOrigin.bounded
    let wait = instant - .now
    if wait < Self.near { return Self.call(body, after: max(wait, .zero)) }
    let task = Task {
      try await Task.sleep(until: instant, tolerance: .milliseconds(1), clock: .continuous)
      body()
    }
    return ClockTimer { task.cancel() }
  }

  private static func call(
    _ body: @escaping @Sendable () -> Void,
    after wait: Duration
  ) -> ClockTimer {
    // Rounded up: never called early.
    let nanoseconds = Int((wait / .nanoseconds(1)).rounded(.up))
    let source = Source(timer: DispatchSource.makeTimerSource(queue: .global()))
    source.timer.schedule(deadline: .now() + .nanoseconds(nanoseconds), leeway: .milliseconds(1))
    // The source keeps itself until it was called or cancelled.
    source.timer.setEventHandler {
      source.timer.cancel()
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
