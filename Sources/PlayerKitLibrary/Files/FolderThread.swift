#if SQLite
  import PlayerKitServices
  import PlayerKitSystem

  /// A thread for calls to the file system, which wait without end if a server's mount hangs. Each
  /// scan has its own, so that no such call holds a thread of the cooperative pool.
  ///
  /// The thread ends with the last reference, or when its last call returns.
  final class FolderThread: Sendable {
    private let jobs = FolderJobs()

    deinit { jobs.end() }

    /// Runs calls on the thread, one after another.
    ///
    /// - Throws: `CancellationError` as soon as the task is canceled, even if the call hangs.
    func run<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async throws -> Value {
      try Task.checkCancellation()
      let promise = Promise<Value>()
      guard jobs.add({ promise.finish(.success(body())) }) else {
        throw LibraryError(.failed, "The system has no thread to read folders.")
      }
      return try await promise.value()
    }
  }

  /// The waiting calls of a thread.
  ///
  /// `@unchecked Sendable`: the fields are used only under the condition's lock.
  private final class FolderJobs: @unchecked Sendable {
    private let condition = Condition()
    private var waiting: [@Sendable () -> Void] = []
    private var isRunning = false
    private var isEnded = false

    /// Returns whether the thread runs.
    func add(_ job: @escaping @Sendable () -> Void) -> Bool {
      let isFirst = condition.withLock {
        waiting.append(job)
        defer { isRunning = true }
        return !isRunning
      }
      condition.broadcast()
      guard isFirst, !BackgroundThread.start("PlayerKit.scan", { self.run() }) else { return true }
      condition.withLock { (waiting, isRunning) = ([], false) }
      return false
    }

    func end() {
      condition.withLock { isEnded = true }
      condition.broadcast()
    }

    private func run() {
      while let job = next() { job() }
    }

    private func next() -> (@Sendable () -> Void)? {
      condition.withLock {
        while waiting.isEmpty, !isEnded { condition.wait() }
        return waiting.isEmpty ? nil : waiting.removeFirst()
      }
    }
  }
#endif
