import Foundation

/// Measures the levels of 16-bit stereo samples from a pipe.
final class LevelMeter {
  /// The highest absolute sample of a short block, per channel. The maximum is 32,767.
  struct Level {
    let left: Int
    let right: Int

    static let loudness = 3_000

    var isSilent: Bool { left < Self.loudness / 10 && right < Self.loudness / 10 }
    var isLeft: Bool { left > Self.loudness && right < left / 2 }
    var isRight: Bool { right > Self.loudness && left < right / 2 }

    /// Whether the track with this number plays. Even numbers play on the left, odd numbers on the
    /// right.
    func isTrack(_ number: Int) -> Bool { number.isMultiple(of: 2) ? isLeft : isRight }
  }

  let levels = Awaited<Level>()

  /// Reads until the other side closes.
  init(_ descriptor: Int32) {
    let levels = levels
    Thread {
      let size = 128 * 4
      var bytes: [UInt8] = []
      var buffer = [UInt8](repeating: 0, count: 65_536)
      while case let count = read(descriptor, &buffer, buffer.count), count > 0 {
        bytes += buffer[..<count]
        let whole = bytes.count / size * size
        bytes.withUnsafeBytes { bytes in
          for start in stride(from: 0, to: whole, by: size) {
            levels.offer(Self.level(bytes[start..<start + size]))
          }
        }
        bytes.removeFirst(whole)
      }
    }.start()
  }

  /// A block is longer than a period of the tone, so that it does not look silent.
  private static func level(_ bytes: Slice<UnsafeRawBufferPointer>) -> Level {
    var (left, right) = (0, 0)
    for offset in stride(from: bytes.startIndex, to: bytes.endIndex, by: 4) {
      left = max(left, abs(Int(bytes.base.loadUnaligned(fromByteOffset: offset, as: Int16.self))))
      right = max(
        right,
        abs(Int(bytes.base.loadUnaligned(fromByteOffset: offset + 2, as: Int16.self)))
      )
    }
    return Level(left: left, right: right)
  }

  /// Makes a named pipe, and reads it before a player writes to it.
  static func pipe(_ path: String) throws -> LevelMeter {
    unlink(path)
    guard mkfifo(path, 0o600) == 0 else { throw POSIXError(.EIO) }
    // Open it for writing, too, so that the pipe does not end when a player closes it.
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { throw POSIXError(.EIO) }
    return LevelMeter(descriptor)
  }
}
