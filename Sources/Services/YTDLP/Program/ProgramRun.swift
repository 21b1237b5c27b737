#if os(Linux) || os(macOS)
  import PlayerKitSystem

  /// One run of a program on its own thread. All processes of its group end with this object, and
  /// on ``cancel()``.
  final class ProgramRun: Sendable {
    private let control: Control

    /// Starts a run.
    ///
    /// - Parameter completion: Called once, on another thread, after the process has ended; with
    ///   `nil` if it could not be started.
    init(
      _ program: Program,
      limits: RunLimits,
      completion: @escaping @Sendable (RunOutcome?) -> Void
    ) {
      let control = Control()
      self.control = control
      let isStarted = BackgroundThread.start("yt-dlp") {
        completion(control.run(program, limits: limits))
      }
      if !isStarted { completion(nil) }
    }

    deinit { control.cancel() }

    /// Ends the run. Has no effect the second time or after the end.
    func cancel() { control.cancel() }
  }

  /// The state that the thread of a run shares with those who cancel it.
  private final class Control: Sendable {
    private struct State {
      var isCancelled = false
      /// The process group, as long as its id cannot be reused.
      var group: pid_t?
      /// Wakes the thread.
      var alarm: Int32?
    }

    private let state = Locked(State())

    private var isCancelled: Bool { state.withLock(\.isCancelled) }

    func cancel() {
      state.withLock { state in
        guard !state.isCancelled else { return }
        state.isCancelled = true
        // Signal at once, because this process may be about to end.
        if let group = state.group { kill(-group, SIGTERM) }
        if let alarm = state.alarm { _ = write(alarm, "!", 1) }
      }
    }

    func run(_ program: Program, limits: RunLimits) -> RunOutcome? {
      let cancelled = RunOutcome(end: .ended(.cancelled), output: [], errors: [])
      guard !isCancelled else { return cancelled }
      guard let alarm = Pipe() else { return nil }
      defer {
        state.withLock { $0.alarm = nil }
        alarm.close()
      }
      guard let child = ChildProcess(program) else { return nil }
      let id = child.id
      let watch = GroupWatch(id)
      state.withLock { state in
        state.group = id
        state.alarm = alarm.write
      }
      var attendance = Attendance(id, limits)
      while attendance.machine.end == nil {
        attendance.attend(child.output, child.errors, alarm: alarm.read)
        if isCancelled { attendance.cancel() }
        attendance.passTime()
        if child.end() != nil {
          attendance.drain(child.output, child.errors)
          attendance.exited()
        }
      }
      // From now on, the id may be reused.
      state.withLock { $0.group = nil }
      watch?.stop()
      return attendance.outcome(child.reap())
    }
  }

  /// Attends to a process: reads its output and sends the signals that the state machine requests.
  private struct Attendance {
    /// The interval of checks whether the process has ended, which no file reports.
    private static let longestPoll = Duration.milliseconds(50)

    private(set) var machine: RunStateMachine
    private let group: pid_t
    private let start = ContinuousClock.now
    private var output: [UInt8] = []
    private var errors: [UInt8] = []
    private var closed: Set<Int32> = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)

    init(_ group: pid_t, _ limits: RunLimits) {
      self.group = group
      machine = RunStateMachine(
        deadline: limits.time,
        grace: limits.grace,
        mostBytes: limits.bytes
      )
    }

    private var now: Duration { ContinuousClock.now - start }

    /// Waits for an event and reads.
    mutating func attend(_ output: Int32, _ errors: Int32, alarm: Int32) {
      let rest = machine.nextInstant.map { max($0 - now, .zero) } ?? Self.longestPoll
      let wait = min(rest, Self.longestPoll) / .milliseconds(1)
      // A closed file has no more output, but would wake the thread each time.
      var files = [output, errors, alarm].filter { !closed.contains($0) }
        .map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      poll(&files, nfds_t(files.count), Int32(wait.rounded(.up)))
      for file in files where file.revents != 0 {
        switch file.fd {
        case output: read(output, .output)
        case errors: read(errors, .errors)
        default: _ = buffer.withUnsafeMutableBytes { readSome(file.fd, $0) }
        }
      }
    }

    /// Reads the remaining output of a process that has ended.
    mutating func drain(_ output: Int32, _ errors: Int32) {
      for (file, stream) in [(output, RunStateMachine.Stream.output), (errors, .errors)] {
        while machine.isListening, read(file, stream) {}
      }
    }

    mutating func cancel() { act(machine.cancelled(now: now)) }

    mutating func passTime() { act(machine.passed(now)) }

    mutating func exited() { act(machine.exited(.exited(0))) }

    /// - Parameter end: How the process itself ended.
    func outcome(_ end: RunStateMachine.End) -> RunOutcome {
      let isFromOutside = if case .ended = machine.end { true } else { false }
      return RunOutcome(
        end: isFromOutside ? machine.end ?? end : end,
        output: output,
        errors: errors
      )
    }

    /// - Returns: Whether there may be more.
    @discardableResult
    private mutating func read(_ file: Int32, _ stream: RunStateMachine.Stream) -> Bool {
      let count = buffer.withUnsafeMutableBytes { readSome(file, $0) }
      guard count > 0 else {
        if count == 0 { closed.insert(file) }
        return false
      }
      act(machine.said(count, on: stream, now: now))
      // Excess output is read and dropped, so that the process can end.
      guard machine.isListening else { return true }
      switch stream {
      case .output: output += buffer[..<count]
      case .errors: errors += buffer[..<count]
      }
      return true
    }

    private func act(_ action: RunStateMachine.Action) {
      switch action {
      case .none: break
      case .terminate: kill(-group, SIGTERM)
      case .kill: kill(-group, SIGKILL)
      }
    }
  }

  private func readSome(_ file: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
    read(file, buffer.baseAddress, buffer.count)
  }

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
          let run = ProgramRun(program, limits: limits) {
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
