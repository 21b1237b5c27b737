import Foundation
import PlayerKit
import PlayerKitSystem

@testable import PlayerKitMPV
@testable import PlayerKitMedia

/// Bytes in memory that count how many each stream has delivered.
final class CountingBytes: ByteSource {
  private let data: Data
  private let read = Locked<[Int]>([])

  init(_ data: Data) {
    self.data = data
  }

  /// The counts of streams that delivered any, in order of creation.
  var counts: [Int] { read.withLock(\.self).filter { $0 > 0 } }

  func makeStream() -> any ByteStream {
    let index = read.withLock { read in
      read.append(0)
      return read.count - 1
    }
    return Stream(MemoryByteSource([UInt8](data)).makeStream()) { count in
      self.read.withLock { $0[index] += count }
    }
  }

  private final class Stream: ByteStream {
    private let stream: any ByteStream
    private let onRead: @Sendable (Int) -> Void

    init(_ stream: any ByteStream, onRead: @escaping @Sendable (Int) -> Void) {
      self.stream = stream
      self.onRead = onRead
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      let count = try stream.read(into: buffer)
      onRead(count)
      return count
    }

    func seek(to offset: Int64) throws(PlayerError) { try stream.seek(to: offset) }
    var isSeekable: Bool { true }
    var size: Int64? { stream.size }
    func cancel() { stream.cancel() }
    func close() { stream.close() }
  }
}
