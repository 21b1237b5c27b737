import PlayerKit
import PlayerKitSystem

/// Bytes in memory, and how many of them were read.
final class GivenBytes: ByteSource {
  private let bytes: [UInt8]
  private let count = Locked(0)

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  var bytesRead: Int { count.withLock { $0 } }

  func makeStream() -> any ByteStream {
    Stream(bytes: bytes) { [count] read in count.withLock { $0 += read } }
  }

  private final class Stream: ByteStream {
    private let bytes: [UInt8]
    private let offset = Locked(0)
    private let onRead: @Sendable (Int) -> Void

    init(bytes: [UInt8], onRead: @escaping @Sendable (Int) -> Void) {
      (self.bytes, self.onRead) = (bytes, onRead)
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      offset.withLock { offset in
        let count = min(buffer.count, max(0, bytes.count - offset))
        buffer.copyBytes(from: bytes[offset..<offset + count])
        offset += count
        onRead(count)
        return count
      }
    }

    func seek(to offset: Int64) { self.offset.withLock { $0 = min(Int(offset), bytes.count) } }
    var isSeekable: Bool { true }
    var size: Int64? { Int64(bytes.count) }
    func cancel() {}
    func close() {}
  }
}
