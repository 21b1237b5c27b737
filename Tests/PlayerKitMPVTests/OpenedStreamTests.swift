import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitMPV

@Suite(.tags(.pure))
struct OpenedStreamTests {
  /// A source whose streams fail every read.
  private struct Broken: ByteSource {
    func makeStream() -> any ByteStream { Stream() }

    private final class Stream: ByteStream {
      func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
        throw PlayerError(.interrupted, "The connection was cut.")
      }
      func seek(to offset: Int64) throws(PlayerError) {}
      var isSeekable: Bool { true }
      var size: Int64? { 1_000 }
      func cancel() {}
      func close() {}
    }
  }

  @Test(
    "A stream that fails reports the cause, unless it was cancelled before",
    arguments: [false, true]
  )
  func failure(isCancelled: Bool) throws {
    let registry = StreamRegistry()
    let entry = PlaylistEntryID(number: 1)
    registry.add(entry, source: Broken())
    let stream = try #require(registry.open(StreamRegistry.name(of: entry)))
    if isCancelled { stream.cancel() }
    var bytes = [UInt8](repeating: 0, count: 4)
    #expect(bytes.withUnsafeMutableBytes { stream.read(into: $0) } == -1)
    #expect(registry.facts(of: entry).failure?.code == (isCancelled ? nil : .interrupted))
    stream.close()
  }
}
