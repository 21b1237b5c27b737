import PlayerKitSystem

/// Runs programs.
protocol ProgramRunner: Sendable {
  /// Runs a program to its end. If the task is cancelled, ends the program first.
  func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome
}

#if os(Linux) || os(macOS)
  /// Runs programs as processes of this machine.
  struct SystemRunner: ProgramRunner {
    private let turns: AsyncSemaphore

    /// - Parameter most: The maximum number of simultaneous runs. Others wait.
    init(most: Int) { turns = AsyncSemaphore(most: most) }

    /// The number of runs that wait for their turn.
    var waiting: Int { turns.waiting }

    func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome {
      try await turns.take()
      defer { turns.giveBack() }
      let waiting = Locked<ProgramRun?>(nil)
      let outcome = await withTaskCancellationHandler {
        await withCheckedContinuation { continuation in
          let run = ProgramRun(program, limits: limits, thread: "yt-dlp") {
            continuation.resume(returning: $0)
          }
          waiting.withLock { $0 = run }
          if Task.isCancelled { run.cancel() }
        }
      } onCancel: {
        waiting.withLock { $0 }?.cancel()
      }
      waiting.withLock { $0 = nil }
      try Task.checkCancellation()
      guard let outcome else {
        throw YTDLPError(.missing, "yt-dlp can't be started.")
      }
      return outcome
    }
  }
#else
  /// This system cannot run other programs.
  struct SystemRunner: ProgramRunner {
    init(most: Int) {}

    func run(_ program: Program, limits: RunLimits) async throws -> RunOutcome {
      throw YTDLPError(.missing, "yt-dlp can't be run on this system.")
    }
  }
#endif
