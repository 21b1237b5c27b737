/// The states of one run of a program, with its limits on output and time, and the steps to end it.
/// Pure.
package struct RunStateMachine {
  /// The reason to end a run from outside.
  package enum Cause: Hashable, Sendable {
    case cancelled, timedOut, flooded
  }

  /// How a run ended.
  package enum End: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal of another process.
    case signaled(Int32)
    /// From outside.
    case ended(Cause)

    /// Whether the program ended by itself.
    package var isOwn: Bool {
      switch self {
      case .exited: true
      case .signaled, .ended: false
      }
    }
  }

  /// The action for all processes of the run.
  package enum Action: Hashable, Sendable {
    case none
    /// Ask them to end.
    case terminate
    /// Kill them.
    case kill
  }

  private enum State: Hashable {
    case running
    /// It was asked to end, and has time until `limit`.
    case ending(Cause, limit: Duration)
    case killed(Cause)
    case over(End)
  }

  private let deadline: Duration
  private let grace: Duration
  private let maximumBytes: Int
  private var bytes: [Stream: Int] = [:]
  private var state = State.running

  /// An output stream of a program.
  package enum Stream: Hashable, Sendable {
    case output, errors
  }

  /// Starts a run.
  ///
  /// - Parameters:
  ///   - deadline: The latest end, by the same clock as all other times.
  ///   - grace: The time to end after the request.
  ///   - maximumBytes: The maximum number of bytes per stream.
  package init(deadline: Duration, grace: Duration, maximumBytes: Int) {
    self.deadline = deadline
    self.grace = grace
    self.maximumBytes = maximumBytes
  }

  /// How the run ended; `nil` if it has not.
  package var end: End? { if case .over(let end) = state { end } else { nil } }

  /// Whether output is still needed.
  package var isListening: Bool { state == .running }

  /// The next time at which to call ``passed(_:)``.
  package var nextInstant: Duration? {
    switch state {
    case .running: deadline
    case .ending(_, let limit): limit
    case .killed, .over: nil
    }
  }

  /// Handles new output of `count` bytes.
  package mutating func said(_ count: Int, on stream: Stream, now: Duration) -> Action {
    bytes[stream, default: 0] &+= count
    return bytes[stream, default: 0] > maximumBytes ? stop(.flooded, now: now) : .none
  }

  /// Handles a cancellation.
  package mutating func cancelled(now: Duration) -> Action { stop(.cancelled, now: now) }

  /// Handles the passing of time.
  package mutating func passed(_ now: Duration) -> Action {
    switch state {
    case .running:
      return now >= deadline ? stop(.timedOut, now: now) : .none
    case .ending(let cause, let limit):
      guard now >= limit else { return .none }
      state = .killed(cause)
      return .kill
    case .killed, .over:
      return .none
    }
  }

  /// Handles the end of the first process. Processes that it left are killed.
  package mutating func exited(_ end: End) -> Action {
    switch state {
    case .running: state = .over(end)
    case .ending(let cause, _), .killed(let cause): state = .over(.ended(cause))
    case .over: return .none
    }
    return .kill
  }

  private mutating func stop(_ cause: Cause, now: Duration) -> Action {
    switch state {
    case .running:
      state = .ending(cause, limit: now + grace)
      return .terminate
    case .ending, .killed, .over:
      return .none
    }
  }
}
