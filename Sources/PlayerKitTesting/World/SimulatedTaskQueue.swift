import PlayerKitSystem

/// Keeps the jobs of all tasks until the simulation runs them, one at a time, in any order.
///
/// A task has at most one pending job, so each order is one that real threads could produce.
final class SimulatedTaskQueue: TaskExecutor {
  private let jobs = Locked<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// The number of pending jobs.
  var count: Int { jobs.withLock { $0.count } }

  /// Runs a pending job on this thread.
  ///
  /// - Returns: Whether there is a job at this index.
  func run(at index: Int) -> Bool {
    let job = jobs.withLock { jobs in
      jobs.indices.contains(index) ? jobs.remove(at: index) : nil
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }
}
