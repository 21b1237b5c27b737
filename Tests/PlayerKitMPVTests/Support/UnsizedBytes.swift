import PlayerKit
import PlayerKitMedia

/// Bytes in memory, from a stream that has no known length and can't seek, like a server's response
/// without a length.
struct UnsizedBytes: ByteSource {
  let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  func makeStream() -> any ByteStream { Stream(stream: MemoryByteSource(bytes).makeStream()) }

  private final class Stream: ByteStream {
    private let stream: any ByteStream

    init(stream: any ByteStream) { self.stream = stream }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      try stream.read(into: buffer)
    }
    func seek(to offset: Int64) throws(PlayerError) {
      throw PlayerError(.unreadable, "There is no way back.")
    }
    var isSeekable: Bool { false }
    var size: Int64? { nil }
    func cancel() { stream.cancel() }
    func close() { stream.close() }
  }
}
