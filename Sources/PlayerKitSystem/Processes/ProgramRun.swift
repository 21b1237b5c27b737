#if os(Linux) || os(macOS)
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  /// One run of a program on its own loop. All processes of its group end with this object, and on
  /// ``cancel()``.
  package final class ProgramRun: Sendable {
    private let attendant: RunAttendant

    /// Starts a run.
    ///
    /// - Parameters:
    ///   - thread: The name of the thread.
    ///   - completion: Called once, on another thread, after the process has ended; with `nil` if it
    ///     could not be started.
    package init(
      _ program: Program,
      limits: RunLimits,
      thread: String = "PlayerKit.Program",
      completion: @escaping @Sendable (RunOutcome?) -> Void
    ) {
      let attendant = RunAttendant(limits, completion)
      self.attendant = attendant
      attendant.loop.run { attendant.start(program) }
      if !attendant.loop.start(thread) { completion(nil) }
    }

    deinit { cancel() }

    /// Ends the run. Has no effect the second time or after the end.
    package func cancel() { attendant.cancel() }
  }

  /// Attends to a process: reads its output and sends the signals that the state machine requests.
  ///
  /// `@unchecked Sendable`: `control` has a lock. Only the loop's thread uses the variables.
  private final class RunAttendant: LoopSource, @unchecked Sendable {
    private struct Control {
      var isCancelled = false
      /// The process group, as long as its id cannot be reused.
      var group: pid_t?
    }

    /// A stream of the process. Its reader is removed from the loop at its end.
    private final class Reader: LoopSource {
      let descriptor: CInt
      let stream: RunStateMachine.Stream
      var bytes: [UInt8] = []
      unowned let attendant: RunAttendant

      init(_ descriptor: CInt, _ stream: RunStateMachine.Stream, _ attendant: RunAttendant) {
        self.descriptor = descriptor
        self.stream = stream
        self.attendant = attendant
      }

      var wait: EventLoop.Wait { .init(descriptor, for: .readable) }

      func handle(_ events: EventLoop.Events) {
        attendant.read(self)
        attendant.attend()
      }

      func end() {}
    }

    /// The interval of checks whether the process has ended, which no file reports.
    private static let longestPoll = Duration.milliseconds(50)

    let loop = EventLoop()
    private let control = Locked(Control())
    private let completion: @Sendable (RunOutcome?) -> Void
    private var machine: RunStateMachine
    private let beginning = ContinuousClock.now
    private var child: ChildProcess?
    private var group: pid_t = 0
    private var watch: GroupWatch?
    private var readers: [Reader] = []
    private var buffer = [UInt8](repeating: 0, count: 64 << 10)
    private let clock = SuspendingClock()
    private var nextCheck: SuspendingClock.Instant

    init(_ limits: RunLimits, _ completion: @escaping @Sendable (RunOutcome?) -> Void) {
      self.completion = completion
      machine = RunStateMachine(
        deadline: limits.time,
        grace: limits.grace,
        maximumBytes: limits.bytes
      )
      nextCheck = clock.now
    }

    /// On any thread.
    func cancel() {
      control.withLock { control in
        guard !control.isCancelled else { return }
        control.isCancelled = true
        // Signal at once, because this process may be about to end.
        if let group = control.group { kill(-group, SIGTERM) }
      }
      loop.wake()
    }

    private var isCancelled: Bool { control.withLock(\.isCancelled) }

    func start(_ program: Program) {
      if isCancelled { return finish(RunOutcome(end: .ended(.cancelled), output: [], errors: [])) }
      guard let child = ChildProcess(program) else { return finish(nil) }
      group = child.id
      readers = [Reader(child.output, .output, self), Reader(child.errors, .errors, self)]
      self.child = consume child
      watch = GroupWatch(group)
      control.withLock { $0.group = group }
      loop.add(self)
      for reader in readers { loop.add(reader) }
    }

    var wait: EventLoop.Wait {
      // A signal of a cancellation was sent, but the state machine does not know of it.
      if isCancelled, machine.isListening { return .immediately }
      let rest = machine.nextInstant.map { $0 - now } ?? Self.longestPoll
      return .init(until: min(nextCheck, clock.now.advanced(by: max(rest, .zero))))
    }

    func handle(_ events: EventLoop.Events) { attend() }

    /// The loop ends only after the run.
    func end() {}

    private var now: Duration { ContinuousClock.now - beginning }

    /// Looks at everything but the streams.
    private func attend() {
      guard machine.end == nil else { return }
      nextCheck = clock.now.advanced(by: Self.longestPoll)
      if isCancelled { act(machine.cancelled(now: now)) }
      act(machine.passed(now))
      guard child?.end() != nil else { return }
      // The remaining output of a process that has ended.
      for reader in readers { while machine.isListening, read(reader) {} }
      act(machine.exited(.exited(0)))
      guard let child = child.take() else { return }
      // From now on, the id may be reused.
      control.withLock { $0.group = nil }
      watch?.stop()
      for reader in readers { loop.remove(reader) }
      let (output, errors) = (readers[0].bytes, readers[1].bytes)
      let own = child.reap()
      let end = if case .ended = machine.end { machine.end ?? own } else { own }
      finish(RunOutcome(end: end, output: output, errors: errors))
    }

    private func finish(_ outcome: RunOutcome?) {
      loop.remove(self)
      loop.stop()
      completion(outcome)
    }

    /// - Returns: Whether there may be more.
    @discardableResult
    private func read(_ reader: Reader) -> Bool {
      switch Descriptor.read(reader.descriptor, into: &buffer) {
      case .bytes(let count):
        act(machine.said(count, on: reader.stream, now: now))
        // Excess output is read and dropped, so that the process can end.
        if machine.isListening { reader.bytes += buffer[..<count] }
        return true
      case .ended:
        // A closed file has no more output, but would wake the thread each time.
        loop.remove(reader)
        return false
      case .notNow, .failed:
        return false
      }
    }

    private func act(_ action: RunStateMachine.Action) {
      switch action {
      case .none: break
      case .terminate: kill(-group, SIGTERM)
      case .kill: kill(-group, SIGKILL)
      }
    }
  }
#endif
