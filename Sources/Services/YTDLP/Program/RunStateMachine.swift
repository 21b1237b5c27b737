/// What becomes of one run of a program: how much it may say, how long it may take, and how it is ended.
/// Pure.
struct RunStateMachine {
  /// Why a run was ended from outside.
  enum Cause: Hashable, Sendable {
    case cancelled, timedOut, flooded
  }

  /// How a run ended.
  enum End: Hashable, Sendable {
    /// By itself, with this status.
    case exited(Int32)
    /// By a signal that was not ours.
    case signaled(Int32)
    /// From outside.
    case ended(Cause)

    /// Whether nobody ended it.
    var isOwn: Bool {
      switch self {
      case .exited: true
      case .signaled, .ended: false
      }
    }
  }

  /// What is to be done to all processes of the run.
  enum Action: Hashable, Sendable {
    case none
    /// Ask them to end.
    case terminate
    /// End them.
    case kill
  }

  private enum State: Hashable {
    case running
    /// It was asked to end, and has until `limit`.
    case ending(Cause, limit: Duration)
    case killed(Cause)
    case over(End)
  }

  private let deadline: Duration
  private let grace: Duration
  private let mostBytes: Int
  private var bytes: [Stream: Int] = [:]
  private var state = State.running

  /// What a program says something on.
  enum Stream: Hashable, Sendable {
    case output, errors
  }

  /// Begins a run.
  ///
  /// - Parameters:
  ///   - deadline: when it has taken too long, by the clock that all times are of.
  ///   - grace: how long it has to end, once asked.
  ///   - mostBytes: how much it may say on either stream.
  init(deadline: Duration, grace: Duration, mostBytes: Int) {
    self.deadline = deadline
    self.grace = grace
    self.mostBytes = mostBytes
  }

  /// How it ended; `nil`: it has not.
  var end: End? { if case .over(let end) = state { end } else { nil } }

  /// Whether what it says is still wanted.
  var isListening: Bool { state == .running }

  /// When ``passed(_:)`` has something to do.
  var nextInstant: Duration? {
    switch state {
    case .running: deadline
    case .ending(_, let limit): limit
    case .killed, .over: nil
    }
  }

  /// It said so many bytes.
  mutating func said(_ count: Int, on stream: Stream, now: Duration) -> Action {
    bytes[stream, default: 0] &+= count
    return bytes[stream, default: 0] > mostBytes ? stop(.flooded, now: now) : .none
  }

  /// Nobody wants its answer any more.
  mutating func cancelled(now: Duration) -> Action { stop(.cancelled, now: now) }

  /// Time went by.
  mutating func passed(_ now: Duration) -> Action {
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

  /// Its first process ended: by itself with a status, or by a signal. What it leaves behind is ended, too.
  mutating func exited(_ end: End) -> Action {
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
