#if os(Linux)
  import Foundation
  import Locking
  import PlayerKit
  import Testing

  @testable import PlayerKitMPV

  /// A named pipe that is read at a pace of its own, from one opening of an output to the next and beyond. Ends
  /// with the value, once all is read.
  final class PipeReader: Sendable {
    let path: String
    private let bytes = Locked(Data())
    /// How many times in a row there was nothing to read.
    private let misses = Locked(0)
    private let isDone = Locked(false)

    /// - Parameter pace: bytes of each hundredth of a second that are read at most.
    init(in sandbox: Sandbox, pace: Int) throws {
      path = sandbox.path("pipe")
      try #require(mkfifo(path, 0o600) == 0)
      let descriptor = open(path, O_RDWR | O_NONBLOCK | O_CLOEXEC)
      let (bytes, misses, isDone) = (bytes, misses, isDone)
      Thread.detachNewThread {
        defer { close(descriptor) }
        var buffer = [UInt8](repeating: 0, count: pace)
        while true {
          let isLast = isDone.withLock(\.self)
          let count = read(descriptor, &buffer, pace)
          if count > 0 { bytes.withLock { $0.append(contentsOf: buffer.prefix(count)) } }
          misses.withLock { $0 = count > 0 ? 0 : $0 + 1 }
          if isLast, count <= 0 { return }
          usleep(10_000)
        }
      }
    }

    deinit { isDone.withLock { $0 = true } }

    /// Of the output that writes into it as a device does.
    var device: AudioDevice.ID { "alsa/file:\(path),raw" }
    var content: Data { bytes.withLock(\.self) }
    /// Whether nothing came for 0.4 s.
    var isSilent: Bool { misses.withLock { $0 >= 40 } }
  }
#endif
