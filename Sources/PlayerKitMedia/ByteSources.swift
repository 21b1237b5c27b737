import PlayerKitSystem
import PlayerKit

/// A stream of bytes that says something about itself along the way.
package protocol TitledStream: ByteStream {
  /// What it said last, of what the reader has passed since the last call; `nil`: nothing new.
  ///
  /// A read never goes past the place of an announcement; so when it is passed, all bytes before it
  /// were read before.
  func takeMetadata() -> StreamMetadata?

  /// Whether it has no end, as far as that is known. Never blocks.
  var isLive: Bool { get }

  /// Whether it has no end for certain, so that it can be opened anew where it is by now. Never blocks.
  var isEndless: Bool { get }
}

extension TitledStream {
  package var isEndless: Bool { isLive }
}

/// Opens streams that keep what matters of the bytes that passed, so that to read ahead at another
/// place than where reading goes on is no loss.
package protocol KeepingByteSource: ByteSource {
  /// How many of its first bytes later streams, and those that are open, have for certain; `nil`: all.
  var bytesAtHand: Int64? { get }
}

/// Opens streams in which reading ahead at another place costs next to nothing.
package protocol LocalByteSource: ByteSource {}

extension ByteStream {
  /// Reads as much as there is room for.
  package func read(into piece: inout [UInt8]) throws(PlayerError) -> Int {
    let result = piece.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in max(try read(into: buffer), 0) }
    }
    return try result.get()
  }
}

/// Makes its streams, of local files, by a closure.
package struct ClosureByteSource: LocalByteSource {
  private let make: @Sendable () -> any ByteStream

  package init(_ make: @escaping @Sendable () -> any ByteStream) {
    self.make = make
  }

  package func makeStream() -> any ByteStream { make() }
}

/// Bytes at hand.
package final class MemoryByteSource: ByteSource {
  private let bytes: [UInt8]

  package init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  package func makeStream() -> any ByteStream { Stream(bytes: bytes) }

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

/// An app's bytes, checked: a stream that says it has read more than was asked for, or less than
/// nothing, fails.
struct CheckedByteSource: ByteSource {
  let source: any ByteSource

  func makeStream() -> any ByteStream { Stream(source.makeStream()) }

  private final class Stream: ByteStream {
    private let stream: any ByteStream

    init(_ stream: any ByteStream) {
      self.stream = stream
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      let count = try stream.read(into: buffer)
      guard (0...buffer.count).contains(count) else {
        throw PlayerError(.unreadable, "The stream says that it has read \(count) bytes.")
      }
      return count
    }

    func seek(to offset: Int64) throws(PlayerError) { try stream.seek(to: offset) }
    var isSeekable: Bool { stream.isSeekable }
    var size: Int64? { stream.size.flatMap { $0 < 0 ? nil : $0 } }
    func cancel() { stream.cancel() }
    func close() { stream.close() }
  }
}
