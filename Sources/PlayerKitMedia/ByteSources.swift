import PlayerKit
import PlayerKitSystem

/// A byte stream that announces metadata while it is read.
package protocol TitledStream: ByteStream {
  /// Returns the last metadata announced in the bytes read since the last call; `nil` if there is
  /// none.
  ///
  /// A read never crosses an announcement, so all bytes before it were read earlier.
  func takeMetadata() -> StreamMetadata?

  /// Whether it has no end, from what is known so far. Never blocks.
  var isLive: Bool { get }

  /// Whether it certainly has no end, so that it can be reopened at its live position. Never
  /// blocks.
  var isEndless: Bool { get }
}

extension TitledStream {
  package var isEndless: Bool { isLive }
}

/// A stream of the bytes of another one, which answers what the stream itself does not implement.
package protocol ForwardingStream: TitledStream, TimedStream, ExaminedStream {
  /// The other stream. Getting it never blocks.
  var current: any ByteStream { get }
}

extension ForwardingStream {
  package var isSeekable: Bool { current.isSeekable }
  package var size: Int64? { current.size }
  package func cancel() { current.cancel() }
  package func close() { current.close() }
  package func takeMetadata() -> StreamMetadata? { (current as? any TitledStream)?.takeMetadata() }
  package var isLive: Bool { (current as? any TitledStream)?.isLive ?? false }
  package var isEndless: Bool { (current as? any TitledStream)?.isEndless ?? false }
  package var timeline: StreamTimeline? { (current as? any TimedStream)?.timeline }
  package func takeJump() -> Duration? { (current as? any TimedStream)?.takeJump() }
  package var mediaFacts: MediaFacts? { (current as? any ExaminedStream)?.mediaFacts }
}

/// Opens streams that keep important bytes, so that reading ahead at another offset wastes nothing.
package protocol RetainingByteSource: ByteSource {
  /// How many of the first bytes the open and later streams certainly have; `nil` for all.
  var bytesAtHand: Int64? { get }
}

/// Opens streams for which reading ahead at another offset is nearly free.
package protocol LocalByteSource: ByteSource {}

extension ByteStream {
  /// Reads as much as fits.
  package func read(into piece: inout [UInt8]) throws(PlayerError) -> Int {
    let result = piece.withUnsafeMutableBytes { buffer in
      Result { () throws(PlayerError) in max(try read(into: buffer), 0) }
    }
    return try result.get()
  }
}

/// Creates streams of local files with a closure.
package struct ClosureByteSource: LocalByteSource {
  private let make: @Sendable () -> any ByteStream

  package init(_ make: @escaping @Sendable () -> any ByteStream) {
    self.make = make
  }

  package func makeStream() -> any ByteStream { make() }
}

/// Bytes in memory.
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

/// Validates an app's stream: it fails if a read returns more than requested or a negative count.
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
