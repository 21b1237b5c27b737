#if os(Linux)
  import Foundation
  import PlayerKitSystem
  import PlayerKit
  import PlayerKitTesting
  import TestSupport

  @testable import PlayerKitMPV

  /// An output that the test drives: it takes the engine's sound out of a pipe, piece by piece, and moves a clock
  /// on by as much. The engine plays as to a sound card, but no sooner than the test takes sound. How
  /// busy the machine is changes nothing.
  ///
  /// The engine does not report a lack of bytes as buffering, since ALSA's file never runs dry for libmpv.
  ///
  /// The pipe is a page long, and full while the engine plays. The engine's file may hold back as much: 23 ms of
  /// sound of a CD's format. So positions are ahead of the clock by ``Stage/maximumLead`` at most.
  ///
  /// Only one task at a time may use it.
  final class DrivenOutput: @unchecked Sendable {
    private static let page = 4_096
    /// For how long threads may work before the test gives up waiting for them.
    private static let timeout = Duration.seconds(10)
    /// How much is taken at once.
    private static let piece = Duration.milliseconds(20)

    /// Goes on with the sound that is taken.
    let clock = ManualClock()
    /// The pipe's path.
    let path: String
    /// All that the engine has written, without the silence in between.
    private(set) var content = Data()
    private let descriptor: Int32
    private let bytesOfPiece: Int
    private let start: MonotonicInstant
    /// What a sound card would have played: `content`, with the silence in between.
    private var recorded = Data()
    /// Bytes of `content` that belong to no whole piece yet.
    private var pending = 0
    /// Whether nothing was written, and nothing moved, when it was looked last.
    private var isQuiet = false

    /// Nothing came for a long time.
    struct Silent: Error {}

    /// - Parameter bytesPerSecond: how fast the sound passes; 16-bit stereo at 44.1 kHz if nothing else is said.
    init(in sandbox: Sandbox, bytesPerSecond: Int = Signal.rate * 4) throws {
      path = sandbox.path("\(UUID()).pipe")
      start = clock.now
      bytesOfPiece = Int(Double(bytesPerSecond) * (Self.piece / .seconds(1)))
      // An engine that outlives a test that has failed must not end the process.
      Foundation.signal(SIGPIPE, SIG_IGN)
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
      // Open for writing too, so that the pipe outlives each opening by the engine.
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError(.EIO) }
      let setPipeSize: Int32 = 1_031
      _ = fcntl(descriptor, setPipeSize, Int32(Self.page))
    }

    deinit { Foundation.close(descriptor) }

    /// The id of the device that writes into the pipe in the format of the engine.
    var device: AudioDevice.ID { "alsa/file:\(path),raw" }

    /// How many frames a sound card would have played so far.
    var frames: Int { recorded.count / 4 }

    /// What a sound card would have played so far, as 16-bit stereo.
    var signal: Signal { Signal(pcm: recorded) }

    /// The frame of ``signal`` that came into the pipe at an instant.
    func frame(at instant: MonotonicInstant) -> Int {
      Int((instant - start) / .seconds(1) * Double(Signal.rate)) + Self.page / 4
    }

    // MARK: Taking sound

    /// Takes sound until a condition holds. If the engine plays nothing, time goes on all the same.
    func take(of engine: MPVEngine, until isMet: () async throws -> Bool) async throws {
      var limit = ContinuousClock.now + .seconds(60)
      while !(try await isMet()) {
        if try await step(engine) { limit = .now + .seconds(60) }
        guard ContinuousClock.now < limit else { throw Silent() }
      }
    }

    /// Waits for an answer. The engine may give it no sooner than sound is taken.
    func answer<Answer: Sendable>(
      of engine: MPVEngine,
      _ question: @escaping @Sendable () async -> Answer
    ) async throws -> Answer {
      let answer = Locked<Answer?>(nil)
      Task {
        let value = await question()
        answer.withLock { $0 = value }
      }
      for _ in 0..<200 {
        if let answer = answer.withLock(\.self) { return answer }
        try await Task.sleep(for: .microseconds(200))
      }
      try await take(of: engine) { answer.withLock { $0 != nil } }
      guard let answer = answer.withLock(\.self) else { throw Silent() }
      return answer
    }

    /// Takes what is in the pipe, whatever time it is.
    func drain() {
      while readSome(Self.page) {}
      record()
    }

    /// Ends the engine, and takes what it still writes. A pipe without a reader would hold the engine up.
    func close(_ engine: MPVEngine) async {
      let hasEnded = Locked(false)
      Task {
        await engine.close()
        hasEnded.withLock { $0 = true }
      }
      while !hasEnded.withLock(\.self) {
        if !readSome(Self.page) { try? await Task.sleep(for: .microseconds(200)) }
      }
      drain()
    }

    /// Takes a piece of sound. If the engine plays nothing, that is a piece of silence.
    ///
    /// - Returns: whether it was sound.
    private func step(_ engine: MPVEngine) async throws -> Bool {
      let limit = ContinuousClock.now + Self.timeout
      // At the end of a track libmpv waits for its output to run dry, which takes up to half a second of real time.
      let playingLimit = ContinuousClock.now + .seconds(2)
      var rest = Rest()
      var looks = 0
      while pending < bytesOfPiece {
        if readSome(bytesOfPiece - pending) {
          (looks, isQuiet) = (0, false)
          continue
        }
        // libmpv's thread sleeps for 5 ms between two writes.
        looks = rest.hasLasted() ? looks + 1 : 0
        let hasEnoughLooks = looks >= (isQuiet ? 1 : 50) && rest.isComplete
        if hasEnoughLooks, !isQuiet, ContinuousClock.now < playingLimit, isPlaying(engine) {
          looks = 0
        } else if hasEnoughLooks || ContinuousClock.now > limit {
          isQuiet = true
          record(silence: bytesOfPiece - pending)
          try await advance(engine)
          return false
        }
        // Not a sleep of the task, which could go on on another thread.
        usleep(1_000)
      }
      record()
      try await advance(engine)
      return true
    }

    /// Whether libmpv means to play on. While it opens media, fills its cache or is paused, it does not.
    private func isPlaying(_ engine: MPVEngine) -> Bool {
      let answer = Locked<Bool?>(nil)
      guard
        engine.core.submit({ core in
          let isIdle = core.handle.flag("core-idle") ?? true
          answer.withLock { $0 = !isIdle }
        })
      else { return false }
      // The pipe is empty, so nothing holds libmpv up, and the engine's thread answers once it gets to run.
      let limit = ContinuousClock.now + Self.timeout
      while ContinuousClock.now < limit {
        if let answer = answer.withLock(\.self) { return answer }
        usleep(200)
      }
      return false
    }

    private func record(silence: Int = 0) {
      recorded.append(content.suffix(pending))
      recorded.append(Data(count: silence))
      pending = 0
    }

    private func advance(_ engine: MPVEngine) async throws {
      clock.advance(by: Self.piece)
      await settle(engine)
    }

    private func readSome(_ count: Int) -> Bool {
      var buffer = [UInt8](repeating: 0, count: count)
      let count = read(descriptor, &buffer, count)
      guard count > 0 else { return false }
      content.append(contentsOf: buffer[..<count])
      pending += count
      return true
    }

    /// Whether there is sound in the pipe.
    private var hasSome: Bool {
      var state = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      return poll(&state, 1, 0) > 0
    }

    // MARK: Waiting for the engine

    /// Waits until the engine has seen the time and has done all that follows from it; or until no thread moves any
    /// more, since libmpv waits for the pipe, and the engine for libmpv. While the engine loads, seeks or renders,
    /// no sound is taken, however long that takes on a busy machine.
    private func settle(_ engine: MPVEngine) async {
      let hasSeen = Locked(false)
      guard engine.core.submit({ _ in hasSeen.withLock { $0 = true } }) else { return }
      let limit = ContinuousClock.now + Self.timeout
      var rest = Rest()
      // If the engine's thread does not answer yet, it waits for libmpv. That waits for the pipe if there is something
      // in it, else it may sleep for 5 ms before it goes on.
      var looks = 0
      repeat {
        usleep(200)
        looks = rest.hasLasted() && rest.isComplete ? looks + 1 : 0
      } while looks < (hasSeen.withLock(\.self) || hasSome ? 1 : 40) && ContinuousClock.now < limit
      await Task.yield()
    }

    /// Whether the other threads of this process rest.
    private struct Rest {
      /// How long they have worked, until it was looked last.
      private var worked = othersTime

      /// Whether they have hardly worked since it was looked last.
      mutating func hasLasted() -> Bool {
        let before = worked
        worked = Self.othersTime
        return worked - before < 30_000
      }

      private static var othersTime: Int64 {
        time(CLOCK_PROCESS_CPUTIME_ID) - time(CLOCK_THREAD_CPUTIME_ID)
      }

      private static func time(_ clock: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(clock, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
      }

      /// Whether none of them runs, or wants to, though the machine is busy.
      var isComplete: Bool {
        guard let folder = opendir("/proc/self/task") else { return true }
        defer { closedir(folder) }
        var own = [CChar](repeating: 0, count: 64)
        let length = readlink("/proc/thread-self", &own, own.count - 1)
        guard length > 0 else { return true }
        while let entry = readdir(folder) {
          let isAwake = withUnsafePointer(to: &entry.pointee.d_name) { name in
            name.withMemoryRebound(to: CChar.self, capacity: 256) { name in
              name[0] != CChar(UInt8(ascii: ".")) && strstr(own, name) == nil
                && Self.isAwake(name, in: dirfd(folder))
            }
          }
          if isAwake { return false }
        }
        return true
      }

      private static func isAwake(_ thread: UnsafePointer<CChar>, in folder: Int32) -> Bool {
        let descriptor = openat(folder, thread, O_RDONLY | O_DIRECTORY)
        guard descriptor >= 0 else { return false }
        defer { Foundation.close(descriptor) }
        let file = openat(descriptor, "stat", O_RDONLY)
        guard file >= 0 else { return false }
        defer { Foundation.close(file) }
        var line = [UInt8](repeating: 0, count: 512)
        let count = read(file, &line, line.count)
        // The state comes after the name, which may hold anything.
        guard count > 0, let end = line[..<count].lastIndex(of: UInt8(ascii: ")")),
          end + 2 < count
        else { return false }
        return line[end + 2] == UInt8(ascii: "R") || line[end + 2] == UInt8(ascii: "D")
      }
    }
  }
#endif
