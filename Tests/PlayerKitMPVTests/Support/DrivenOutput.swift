#if os(Linux)
  import Foundation
  import PlayerKitSystem
  import PlayerKit
  import PlayerKitTesting
  import TestSupport

  @testable import PlayerKitMPV

  /// An output that the test drives. It takes the engine's sound out of a pipe, piece by piece, and
  /// advances a clock by the same time. The engine plays as to a sound card, but only as fast as
  /// the test takes sound. The load of the machine has no effect.
  ///
  /// The engine does not report a lack of bytes as buffering, because ALSA's file never runs dry
  /// for libmpv.
  ///
  /// The pipe has the size of a page, and is full while the engine plays. The engine's file may
  /// buffer the same amount: 23 ms of CD-quality sound. So positions are ahead of the clock by at
  /// most ``Stage/maximumLead``.
  ///
  /// Only one task at a time may use it.
  final class DrivenOutput: @unchecked Sendable {
    private static let page = 4_096
    /// The time for threads to work before the test gives up.
    private static let timeout = Duration.seconds(10)
    /// The duration of one piece.
    private static let piece = Duration.milliseconds(20)

    /// Advances with the taken sound.
    let clock = ManualClock()
    /// The path of the pipe.
    let path: String
    /// All sound of the engine, without the silence in between.
    private(set) var content = Data()
    private let descriptor: Int32
    private let bytesOfPiece: Int
    private let start: MonotonicInstant
    /// The sound of a sound card: `content`, with the silence in between.
    private var recorded = Data()
    /// Bytes of `content` that do not fill a piece yet.
    private var pending = 0
    /// Whether nothing was written, and no thread worked, at the last look.
    private var isQuiet = false

    /// No sound came for a long time.
    struct Silent: Error {}

    /// - Parameter bytesPerSecond: The data rate of the sound, by default 16-bit stereo at 44.1
    ///   kHz.
    init(in sandbox: Sandbox, bytesPerSecond: Int = Signal.rate * 4) throws {
      path = sandbox.path("\(UUID()).pipe")
      start = clock.now
      bytesOfPiece = Int(Double(bytesPerSecond) * (Self.piece / .seconds(1)))
      // An engine that outlives a failed test must not end the process.
      Foundation.signal(SIGPIPE, SIG_IGN)
      guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
      // Also opened for writing, so that the pipe stays open between uses by the engine.
      descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      guard descriptor >= 0 else { throw POSIXError(.EIO) }
      let setPipeSize: Int32 = 1_031
      _ = fcntl(descriptor, setPipeSize, Int32(Self.page))
    }

    deinit { Foundation.close(descriptor) }

    /// The id of the device that writes into the pipe in the engine's format.
    var device: AudioDevice.ID { "alsa/file:\(path),raw" }

    /// The number of frames that a sound card would have played so far.
    var frames: Int { recorded.count / 4 }

    /// The sound of a sound card so far, as 16-bit stereo.
    var signal: Signal { Signal(pcm: recorded) }

    /// The frame of ``signal`` that was written to the pipe at an instant.
    func frame(at instant: MonotonicInstant) -> Int {
      Int((instant - start) / .seconds(1) * Double(Signal.rate)) + Self.page / 4
    }

    // MARK: Taking sound

    /// Takes sound until a condition holds. If the engine plays nothing, time advances anyway.
    func take(of engine: MPVEngine, until isMet: () async throws -> Bool) async throws {
      var limit = ContinuousClock.now + .seconds(60)
      while !(try await isMet()) {
        if try await step(engine) { limit = .now + .seconds(60) }
        guard ContinuousClock.now < limit else { throw Silent() }
      }
    }

    /// Waits for an answer, which the engine may give only after sound is taken.
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

    /// Takes the contents of the pipe without advancing the clock.
    func drain() {
      while readSome(Self.page) {}
      record()
    }

    /// Ends the engine, and takes its remaining sound. A pipe without a reader would block the
    /// engine.
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

    /// Takes a piece of sound, or of silence if the engine plays nothing.
    ///
    /// - Returns: Whether it was sound.
    private func step(_ engine: MPVEngine) async throws -> Bool {
      let limit = ContinuousClock.now + Self.timeout
      // At the end of a track libmpv waits until its output is empty, which takes up to half a
      // second of real time.
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
        // A sleep of the task could resume on another thread.
        usleep(1_000)
      }
      record()
      try await advance(engine)
      return true
    }

    /// Whether libmpv intends to play. It does not while it opens media, fills its cache, or is
    /// paused.
    private func isPlaying(_ engine: MPVEngine) -> Bool {
      let answer = Locked<Bool?>(nil)
      guard
        engine.core.submit({ core in
          let isIdle = core.handle.flag("core-idle") ?? true
          answer.withLock { $0 = !isIdle }
        })
      else { return false }
      // The pipe is empty, so nothing blocks libmpv, and the engine's thread answers once it runs.
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

    /// Waits until the engine has handled the current time. If libmpv waits for the pipe and the
    /// engine waits for libmpv, returns when no thread works any more. While the engine loads,
    /// seeks, or renders, no sound is taken, however long that takes on a busy machine.
    private func settle(_ engine: MPVEngine) async {
      let hasSeen = Locked(false)
      guard engine.core.submit({ _ in hasSeen.withLock { $0 = true } }) else { return }
      let limit = ContinuousClock.now + Self.timeout
      var rest = Rest()
      // If the engine's thread does not answer yet, it waits for libmpv. libmpv waits for the pipe
      // if the pipe has contents. Otherwise it may sleep for 5 ms.
      var looks = 0
      repeat {
        usleep(200)
        looks = rest.hasLasted() && rest.isComplete ? looks + 1 : 0
      } while looks < (hasSeen.withLock(\.self) || hasSome ? 1 : 40) && ContinuousClock.now < limit
      await Task.yield()
    }

    /// Whether the other threads of this process are idle.
    private struct Rest {
      /// The processor time of the other threads at the last look.
      private var worked = othersTime

      /// Whether they have hardly worked since the last look.
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

      /// Whether none of them runs or is runnable, even on a busy machine.
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
        // The state comes after the name, which may contain any character.
        guard count > 0, let end = line[..<count].lastIndex(of: UInt8(ascii: ")")),
          end + 2 < count
        else { return false }
        return line[end + 2] == UInt8(ascii: "R") || line[end + 2] == UInt8(ascii: "D")
      }
    }
  }
#endif
