import Locking
import PlayerKit

/// Bytes at hand.
final class MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  func makeStream() -> any ByteStream { Stream(bytes: bytes) }

  private final class Stream: ByteStream {
    private let bytes: [UInt8]
    private let offset = Locked(0)

    init(bytes: [UInt8]) {
      self.bytes = bytes
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) -> Int {
      offset.withLock { offset in
        let count = min(buffer.count, max(bytes.count - offset, 0))
        bytes.withUnsafeBytes {
          buffer.copyMemory(from: .init(rebasing: $0[offset..<offset + count]))
        }
        offset += count
        return count
      }
    }

    func seek(to offset: Int64) {
      self.offset.withLock { $0 = min(Int(clamping: max(offset, 0)), bytes.count) }
    }

    var isSeekable: Bool { true }
    var size: Int64? { Int64(bytes.count) }
    func cancel() {}
    func close() {}
  }
}
