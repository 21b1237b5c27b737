import Foundation
import PlayerKit
import PlayerKitTesting

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
  func take(of engine: MPVEngine, until isSo: () -> Bool) async throws {
    let limit = ContinuousClock.now + .seconds(60)
    while !isSo() {
      guard ContinuousClock.now < limit else { throw Silent() }
      try await takePiece()
      clock.advance(by: Self.piece)
      await settle(engine)
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
    let limit = ContinuousClock.now + .seconds(20)
    while bytes.count < wanted {
      let count = read(descriptor, &buffer, min(buffer.count, wanted - bytes.count))
      if count > 0 {
        bytes.append(contentsOf: buffer[..<count])
      } else {
        guard ContinuousClock.now < limit else { throw Silent() }
        try await Task.sleep(for: .milliseconds(1))
      }
    }
  }

  /// Lets the engine see the time. It may itself wait for the pipe; then it goes on with the next piece.
  private func settle(_ engine: MPVEngine) async {
    let hasSeen = Recorded<Bool>()
    Task { hasSeen.append(await engine.ask { _ in true } ?? false) }
    for _ in 0..<20 where hasSeen.elements.isEmpty {
      try? await Task.sleep(for: .milliseconds(1))
    }
  }
}
