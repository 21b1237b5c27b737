#if os(Linux) || os(macOS)
  import Foundation
  import PlayerKitSystem
  import TestSupport
  import Testing

  @testable import PlayerKitYTDLP

  @Suite("Programs of this machine", .tags(.local))
  struct ProgramRunTests {
    private let runner = SystemRunner(most: 2)

    private func run(
      _ fake: FakeProgram,
      _ limits: RunLimits = RunLimits()
    ) async throws -> RunOutcome {
      try await runner.run(fake.program, limits: limits)
    }

    @Test("return their status and their output")
    func status() async throws {
      let fake = try FakeProgram("echo out; echo err >&2; exit 3")
      let outcome = try await run(fake)
      #expect(outcome.end == .exited(3))
      #expect(outcome.output == Array("out\n".utf8))
      #expect(outcome.errors == Array("err\n".utf8))
      let killed = try await run(FakeProgram("kill -KILL $$"))
      #expect(killed.end == .signaled(SIGKILL))
    }

    @Test("get the given variables, and no input, no file, and no blocked signal")
    func surroundings() async throws {
      // A file without the close-on-exec flag.
      let file = open("/dev/null", O_RDONLY)
      defer { close(file) }
      let fake = try FakeProgram(
        "env | sort; cat; ls /proc/self/fd | tr '\\n' ' '; grep -E 'Sig(Blk|Ign)' /proc/self/status"
      )
      let text = String(decoding: try await run(fake).output, as: UTF8.self)
      #expect(text.contains("PATH=/usr/bin:/bin\n"))
      #expect(!text.contains("HOME="))
      #if os(Linux)
        // The last is the folder that `ls` reads.
        #expect(text.contains("0 1 2 3 "))
        #expect(!text.contains(" \(file) ") || file <= 3)
        #expect(text.contains("SigBlk:\t0000000000000000"))
        let ignored = text.split(separator: "SigIgn:\t").last?.prefix { $0 != "\n" } ?? ""
        // Glibc's own two may be.
        #expect(UInt64(ignored, radix: 16).map { $0 & 0x7FFF_FFFF } == 0)
      #endif
    }

    @Test("are read to the end, even if a child process keeps their streams open")
    func leftBehind() async throws {
      let fake = try FakeProgram("echo all; sleep 300 & echo $! > $D/ids; exit 0")
      let outcome = try await run(fake)
      #expect(outcome.end == .exited(0))
      #expect(outcome.output == Array("all\n".utf8))
      let ids = fake.processes()
      #expect(ids.count == 1)
      try await eventually("it is gone") { !ids.contains(where: FakeProgram.isAlive) }
    }

    @Test("end with their group when their task is cancelled, even if they ignore signals")
    func cancelled() async throws {
      let fake = try FakeProgram(
        "trap '' TERM INT; (trap '' TERM INT; echo $$ > $D/a; exec sleep 300) & echo $! $$ > $D/ids; wait"
      )
      var limits = RunLimits()
      limits.grace = .milliseconds(50)
      let task = Task { [limits] in try await run(fake, limits) }
      try await eventually("it runs") { fake.processes().count == 2 }
      let ids = fake.processes()
      task.cancel()
      await #expect(throws: CancellationError.self) { try await task.value }
      #expect(ids.count == 2)
      try await eventually("all are gone") { !ids.contains(where: FakeProgram.isAlive) }
      // No caller waits for it any more.
      #expect(waitpid(ids[1], nil, WNOHANG) == -1)
    }

    @Test("end with all their processes when this process ends, even by SIGKILL")
    func endOfThisProcess() async throws {
      let fake = try FakeProgram("trap '' TERM; sleep 300 & echo $! $$ > $D/ids; wait")
      guard let child = ChildProcess(fake.program) else {
        Issue.record("it does not start")
        return
      }
      let id = child.id
      try await eventually("it runs") { fake.processes().count == 2 }
      let watch = try #require(GroupWatch(id))
      // The system does this to the pipe when this process ends.
      watch.act()
      let ids = fake.processes()
      let end = child.reap()
      #expect(end == .signaled(SIGKILL))
      try await eventually("all are gone") { !ids.contains(where: FakeProgram.isAlive) }
    }

    @Test("leave no watcher when they end by themselves")
    func watchEnds() async throws {
      guard let child = ChildProcess(try FakeProgram("exec sleep 300").program) else {
        Issue.record("it does not start")
        return
      }
      let id = child.id
      let watch = try #require(GroupWatch(id))
      watch.stop()
      #expect(FakeProgram.isAlive(id))
      kill(-id, SIGKILL)
      let end = child.reap()
      #expect(end == .signaled(SIGKILL))
    }

    @Test("end when their run is released")
    func released() async throws {
      let fake = try FakeProgram("echo $$ > $D/ids; exec sleep 300")
      let ends = Locked<[RunOutcome?]>([])
      var run: ProgramRun? = ProgramRun(
        fake.program,
        limits: RunLimits()
      ) { outcome in ends.withLock { $0.append(outcome) } }
      try await eventually("it runs") { fake.processes().count == 1 }
      withExtendedLifetime(run) {}
      run = nil
      try await eventually("it has ended") { ends.withLock(\.count) == 1 }
      #expect(ends.withLock { $0.first??.end } == .ended(.cancelled))
      #expect(!fake.processes().contains(where: FakeProgram.isAlive))
    }

    @Test("leave nothing after 100 that were cancelled")
    func hundred() async throws {
      let fake = try FakeProgram("echo $$ >> $D/ids; sleep 300 & echo $! >> $D/ids; wait")
      for round in 0..<100 {
        let before = fake.processes().count
        let task = Task { try await run(fake) }
        // Some are cancelled before they begin, others while they run.
        if round % 2 == 0 {
          try await eventually("it runs") { fake.processes().count >= before + 2 }
        }
        task.cancel()
        _ = try? await task.value
      }
      let ids = fake.processes()
      #expect(ids.count >= 100)
      try await eventually("all are gone") { !ids.contains(where: FakeProgram.isAlive) }
    }

    @Test("end when they print 100 MB, and use no more memory than the limit")
    func flood() async throws {
      for stream in ["1", "2"] {
        let fake = try FakeProgram(
          "echo $$ > $D/ids; head -c 100000000 /dev/zero >&\(stream); echo done > $D/done"
        )
        let outcome = try await run(fake)
        #expect(outcome.end == .ended(.flooded))
        #expect(outcome.output.count <= 8 << 20)
        #expect(outcome.errors.count <= 8 << 20)
        #expect(fake.text("done") == nil)
      }
    }

    @Test("end when they take too long")
    func hang() async throws {
      let fake = try FakeProgram("echo $$ > $D/ids; exec 1>&- 2>&-; exec sleep 300")
      var limits = RunLimits()
      limits.time = .milliseconds(300)
      #expect(try await run(fake, limits).end == .ended(.timedOut))
      #expect(!fake.processes().contains(where: FakeProgram.isAlive))
    }

    @Test("wait for their turn, and give it up when they are cancelled")
    func turns() async throws {
      let runner = SystemRunner(most: 1)
      let first = try FakeProgram("echo $$ > $D/ids; exec sleep 300")
      let second = try FakeProgram("echo $$ > $D/ids")
      let running = Task { try await runner.run(first.program, limits: RunLimits()) }
      try await eventually("the first runs") { first.processes().count == 1 }
      let waiting = Task { try await runner.run(second.program, limits: RunLimits()) }
      waiting.cancel()
      await #expect(throws: CancellationError.self) { try await waiting.value }
      #expect(second.processes().isEmpty)
      let next = Task { try await runner.run(second.program, limits: RunLimits()) }
      running.cancel()
      #expect(try await next.value.end == .exited(0))
    }

    @Test("that wait for their turn use no thread, and run one after another")
    func line() async throws {
      let runner = SystemRunner(most: 1)
      let fake = try FakeProgram("echo $$ >> $D/ids; exec sleep 300")
      let running = Task { try await runner.run(fake.program, limits: RunLimits()) }
      try await eventually("it runs") { fake.processes().count == 1 }
      let threads = FakeProgram.threads()
      let waiting = (0..<200).map { _ in
        Task { try await runner.run(fake.program, limits: RunLimits()) }
      }
      try await eventually("all wait") { runner.waiting == 200 }
      // The pool that all tasks share may have grown.
      #expect(FakeProgram.threads() < threads + 50)
      for task in waiting.dropFirst() { task.cancel() }
      try await eventually("one waits") { runner.waiting == 1 }
      running.cancel()
      try await eventually("the next one runs") { fake.processes().count == 2 }
      waiting.first?.cancel()
      _ = await waiting.first?.result
      #expect(runner.waiting == 0)
      #expect(fake.processes().count == 2)
    }

    @Test("run once for equal concurrent questions, and end with the last caller")
    func shared() async throws {
      let fake = try FakeProgram("echo $$ >> $D/ids; exec sleep 300")
      let client = fake.client(YTDLPOptions(concurrency: 5))
      let page = try #require(URL(string: "https://site.example/a"))
      let other = try #require(URL(string: "https://site.example/b"))
      let tasks = (0..<3).map { _ in Task { try await client.info(page) } }
      let apart = Task { try await client.info(other) }
      try await eventually("all have asked, and both run") {
        client.lookups.waiting == 4 && fake.processes().count == 2
      }
      for task in tasks.dropFirst() { task.cancel() }
      for task in tasks.dropFirst() { _ = await task.result }
      #expect(fake.processes().allSatisfy(FakeProgram.isAlive))
      for task in [tasks[0], apart] { task.cancel() }
      // The last caller has waited for the end.
      for task in [tasks[0], apart] {
        await #expect(throws: CancellationError.self) { try await task.value }
      }
      #expect(fake.processes().count == 2)
      #expect(!fake.processes().contains(where: FakeProgram.isAlive))
    }

    @Test("that do not exist fail as such")
    func missing() async throws {
      await #expect(throws: YTDLPError.self) {
        try await runner.run(
          Program(path: "/nowhere/yt-dlp", arguments: [], environment: [:]),
          limits: RunLimits()
        )
      }
    }
  }
#endif
