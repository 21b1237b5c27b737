import Dispatch
import Locking
import PlayerKit

/// Runs what blocks, so many at a time, on threads that nobody else waits for. First come, first served.
final class InspectionThreads: Sendable {
  private struct State {
    var waiting: [Int: Job] = [:]
    var order: [Int] = []
    var head = 0
    var running = 0
    var serial = 0
  }

  private struct Job: Sendable {
    let run: @Sendable () -> Void
    let drop: @Sendable () -> Void
  }

  private let width: Int
  private let state = Locked(State())
  private let queue = DispatchQueue(label: "PlayerKit.MediaInspector", attributes: .concurrent)

  init(width: Int) {
    self.width = max(1, width)
  }

  /// Runs a job, unless it is cancelled before its turn.
  func run<Value: Sendable>(
    _ body: @escaping @Sendable () -> Result<Value, PlayerError>
  ) async -> Result<Value, PlayerError> {
    let ticket = state.withLock { state in
      state.serial += 1
      return state.serial
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let job = Job(
          run: { continuation.resume(returning: body()) },
          drop: { continuation.resume(returning: .failure(InspectionFailure.cancelled)) }
        )
        add(job, ticket)
        // Cancelled before it stood in line.
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
    if mayStart { queue.async { [self] in work() } }
  }

  private func cancel(_ ticket: Int) {
    state.withLock { $0.waiting.removeValue(forKey: ticket) }?.drop()
  }

  /// One thread: works until nothing waits.
  private func work() {
    while let job = next() { job.run() }
  }

  private func next() -> Job? {
    state.withLock { state in
      while state.head < state.order.count {
        let ticket = state.order[state.head]
        state.head += 1
        if state.head > 1_024 {
          state.order.removeFirst(state.head)
          state.head = 0
        }
        if let job = state.waiting.removeValue(forKey: ticket) { return job }
      }
      state.order = []
      state.head = 0
      state.running -= 1
      return nil
    }
  }
}
