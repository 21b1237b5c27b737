import Dispatch
import PlayerKit
import PlayerKitSystem

/// Runs blocking jobs on its own threads, a limited number at a time, in the order of their
/// arrival.
///
/// If a job takes too long, its caller gets an error and the next job starts. The thread itself
/// stays lost as long as the system blocks it, for example on a network disk that has gone away.
final class InspectionThreads: Sendable {
  private struct State {
    var waiting: [Int: Job] = [:]
    var order: [Int] = []
    var head = 0
    var running = 0
    var serial = 0
    /// The running jobs with their deadlines, in nanoseconds since the start of the system.
    var started: [Int: (deadline: UInt64, job: Job)] = [:]
    /// The jobs that were given up, and whether another thread replaces theirs.
    var lost: [Int: Bool] = [:]
    var isTimed = false
  }

  private struct Job: Sendable {
    let run: @Sendable () -> Void
    let fail: @Sendable (PlayerError) -> Void
  }

  /// The maximum number of lost threads that are replaced.
  private static let maximumLost = 16

  private let width: Int
  private let limit: UInt64
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "PlayerKit.MediaInspector", attributes: .concurrent)

  /// - Parameter limit: The maximum duration of a job.
  init(width: Int, limit: Duration) {
    self.width = max(1, width)
    let (seconds, attoseconds) = max(limit, .zero).components
    self.limit =
      UInt64(min(seconds, 1 << 20)) * 1_000_000_000 + UInt64(attoseconds / 1_000_000_000)
  }

  /// Runs a job, unless it is cancelled before it starts.
  ///
  /// - Parameter onLate: Called if the job takes too long.
  func run<Value: Sendable>(
    onLate: @escaping @Sendable () -> Void,
    _ body: @escaping @Sendable () -> Result<Value, PlayerError>
  ) async -> Result<Value, PlayerError> {
    let ticket = state.withLock { state in
      state.serial += 1
      return state.serial
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        // Only the first result counts.
        let waiting = Locked<CheckedContinuation<Result<Value, PlayerError>, Never>?>(continuation)
        @Sendable func answer(_ result: Result<Value, PlayerError>) {
          waiting.withLock { waiting in
            defer { waiting = nil }
            return waiting
          }?.resume(returning: result)
        }
        let job = Job(
          run: { answer(body()) },
          fail: { error in
            if error == InspectionFailure.late { onLate() }
            answer(.failure(error))
          }
        )
        add(job, ticket)
        // The task was cancelled before the job was queued.
        if Task.isCancelled { cancel(ticket) }
      }
    } onCancel: {
      cancel(ticket)
    }
  }

  private func add(_ job: Job, _ ticket: Int) {
    let mayStart = state.withLock { state in
      state.waiting[ticket] = job
      state.order.append(ticket)
      guard state.running < width else { return false }
      state.running += 1
      return true
    }
    if mayStart { start() }
  }

  private func start() { queue.async { [self] in work() } }

  private func cancel(_ ticket: Int) {
    state.withLock { $0.waiting.removeValue(forKey: ticket) }?.fail(InspectionFailure.cancelled)
  }

  /// Runs jobs on one thread until none waits or another thread has replaced it.
  private func work() {
    while let (ticket, job) = next() {
      job.run()
      guard isMine(ticket) else { return }
    }
  }

  private func next() -> (Int, Job)? {
    let (found, isFirst) = state.withLock { state -> ((Int, Job)?, Bool) in
      while state.head < state.order.count {
        let ticket = state.order[state.head]
        state.head += 1
        if state.head > 1_024 {
          state.order.removeFirst(state.head)
          state.head = 0
        }
        guard let job = state.waiting.removeValue(forKey: ticket) else { continue }
        state.started[ticket] = (Self.now + limit, job)
        let isFirst = !state.isTimed
        state.isTimed = true
        return ((ticket, job), isFirst)
      }
      state.order = []
      state.head = 0
      state.running -= 1
      return (nil, false)
    }
    if isFirst { lookAgain(after: limit) }
    return found
  }

  /// Whether the thread that ran a job continues with the next.
  private func isMine(_ ticket: Int) -> Bool {
    state.withLock { state in
      if state.started.removeValue(forKey: ticket) != nil { return true }
      return state.lost.removeValue(forKey: ticket) != true
    }
  }

  // MARK: Time

  private static var now: UInt64 { DispatchTime.now().uptimeNanoseconds }

  /// Schedules a check of the deadlines. One check is scheduled as long as any job runs.
  private func lookAgain(after nanoseconds: UInt64) {
    let time = DispatchTime.now() + .nanoseconds(Int(nanoseconds))
    DispatchQueue.global().asyncAfter(deadline: time) { [weak self] in self?.look() }
  }

  private func look() {
    let now = Self.now
    let (late, threads, next) = state.withLock { state -> ([Job], Int, UInt64?) in
      let late = state.started.filter { $0.value.deadline <= now }
      var threads = 0
      for ticket in late.keys {
        state.started[ticket] = nil
        let isReplaced = state.lost.count < Self.maximumLost
        state.lost[ticket] = isReplaced
        if isReplaced { threads += 1 }
      }
      let next = state.started.values.map(\.deadline).min()
      state.isTimed = next != nil
      return (late.values.map(\.job), threads, next)
    }
    for job in late { job.fail(InspectionFailure.late) }
    for _ in 0..<threads { start() }
    if let next { lookAgain(after: next - now) }
  }
}
