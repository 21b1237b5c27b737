import Foundation
import PlayerKit
import PlayerKitTesting
import TestSupport

@testable import PlayerKitMPV

/// Takes what an engine plays out of a pipe, and moves the engine's clock on by as much. So the engine plays
/// as to a sound card, and a busy machine changes nothing.
///
/// The pipe is a page long, and always full. The engine's file may hold back as much: 23 ms of sound.
final class PipeSink {
  static let rate = Signal.rate
  private static let page = 4_096
  /// How much is taken at once.
  private static let piece = Duration.milliseconds(10)

  let clock = ManualClock()
  let path: String
  private let descriptor: Int32
  private var bytes = Data()
  private let start: MonotonicInstant

  struct Silent: Error {}

  init(in sandbox: Sandbox) throws {
    path = sandbox.path("pipe.pcm")
    start = clock.now
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    descriptor = open(path, O_RDONLY | O_NONBLOCK)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    #if os(Linux)
      let setPipeSize: Int32 = 1_031
      _ = fcntl(descriptor, setPipeSize, Int32(Self.page))
    #endif
  }

  deinit { close(descriptor) }

  /// What was taken.
  var signal: Signal { Signal(pcm: bytes) }

  /// Which frame of the signal came into the pipe at an instant.
  func frame(at instant: MonotonicInstant) -> Int {
    Int((instant - start) / .seconds(1) * Double(Self.rate)) + Self.page / 4
  }

  /// Takes sound until something is so.
  ///
  /// - Parameter isCalm: whether all that the engine does about a piece is waited for. So hardly any sound is
  ///   taken while it loads or seeks, which takes real time.
  func take(
    of engine: MPVEngine,
    isCalm: Bool = false,
    until isSo: () -> Bool
  ) async throws {
    let limit = ContinuousClock.now + .seconds(100)
    while !isSo() {
      guard ContinuousClock.now < limit else { throw Silent() }
      try await takePiece()
      clock.advance(by: Self.piece)
      await settle(engine)
      if isCalm { await becomeCalm() }
    }
  }

  /// Ends the engine, and takes what it still has. Nobody may write into a pipe without a reader.
  func drain(_ engine: MPVEngine) async {
    let hasEnded = Recorded<Bool>()
    Task {
      await engine.close()
      hasEnded.append(true)
    }
    var buffer = [UInt8](repeating: 0, count: Self.page)
    while hasEnded.elements.isEmpty {
      if read(descriptor, &buffer, buffer.count) <= 0 {
        try? await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  private func takePiece() async throws {
    let wanted = bytes.count + Int(Self.piece / .seconds(1) * Double(Self.rate)) * 4
    var buffer = [UInt8](repeating: 0, count: Self.page)
    try await eventually("the engine writes", limit: .seconds(20)) {
      while bytes.count < wanted {
        let count = read(descriptor, &buffer, min(buffer.count, wanted - bytes.count))
        guard count > 0 else { return false }
        bytes.append(contentsOf: buffer[..<count])
      }
      return true
    }
  }

  /// Waits until the engine has seen the time, however busy the machine is; or until nothing moves any more,
  /// since who plays waits for the pipe, and the engine for who plays.
  private func settle(_ engine: MPVEngine) async {
    let hasSeen = Recorded<Bool>()
    Task { hasSeen.append(await engine.ask { _ in true } ?? false) }
    let start = ContinuousClock.now
    while hasSeen.elements.isEmpty {
      let time = ContinuousClock.now - start
      // Where the system does not tell what sleeps, time has to do.
      let isStuck = hasBytes && Self.othersSleep ?? (time > .milliseconds(20))
      if isStuck || time > .milliseconds(200) { return }
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Waits until nothing moves any more, or for a while: then while a seek takes a second, a fifth of it is taken.
  private func becomeCalm() async {
    let limit = ContinuousClock.now + .milliseconds(50)
    var looks = 0
    while looks < 3, ContinuousClock.now < limit {
      looks = hasBytes && Self.othersSleep == true ? looks + 1 : 0
      try? await Task.sleep(for: .milliseconds(1))
    }
  }

  /// Whether the pipe holds something: then who writes into it waits, or has nothing to write.
  private var hasBytes: Bool {
    var watched = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return poll(&watched, 1, 0) > 0 && watched.revents & Int16(POLLIN) != 0
  }

  /// Whether no other thread of this process runs, or wants to; `nil`: the system does not tell.
  private static var othersSleep: Bool? {
    #if os(Linux)
      let files = FileManager.default
      guard let own = try? files.destinationOfSymbolicLink(atPath: "/proc/thread-self"),
        let threads = try? files.contentsOfDirectory(atPath: "/proc/self/task")
      else { return nil }
      return threads.allSatisfy { thread in
        guard !own.hasSuffix("/" + thread), let line = status(of: thread),
          // Behind the name, which may hold anything, stands the state.
          let end = line.lastIndex(of: UInt8(ascii: ")")), end + 2 < line.count
        else { return true }
        return line[end + 2] != UInt8(ascii: "R")
      }
    #else
      return nil
    #endif
  }

  private static func status(of thread: String) -> [UInt8]? {
    let descriptor = open("/proc/self/task/\(thread)/stat", O_RDONLY)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var line = [UInt8](repeating: 0, count: 512)
    let count = read(descriptor, &line, line.count)
    return count > 0 ? Array(line[..<count]) : nil
  }
}
