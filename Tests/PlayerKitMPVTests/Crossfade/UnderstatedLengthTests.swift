import Foundation
import Locking
import PlayerKit
import Testing

@testable import PlayerKitMPV

extension EngineTests {
  /// A first track that goes on for longer than it says.
  @Suite(.timeLimit(.minutes(1)))
  struct UnderstatedLengthTests {
    @Test func `Its overlap is given up without all that is left being decoded`() throws {
      let bytes = CountedBytes(Signal.integer(frames: 120 * Signal.rate).wav)
      let plan = try #require(
        Overlap.Plan(crossfade: .seconds(2), duration: .seconds(10), position: .zero)
      )
      let source = MediaSource(.bytes(bytes))
      let renderer = OverlapRenderer(
        tail: .init(source: source, isInAlbum: false),
        head: .init(
          source: MediaSource(.bytes(CountedBytes(Signal.integer(frames: 5 * Signal.rate).wav))),
          isInAlbum: false
        ),
        plan: plan,
        loudness: Loudness(),
        sampleRate: Signal.rate,
        sources: SourceOpener(networkTimeout: .seconds(1)),
        begun: .now,
        speed: 1,
        cancellation: OverlapCancellation()
      )
      #expect(renderer.render()?.wav == nil)
      // A few reads of libmpv beyond the tenth second.
      #expect(bytes.furthest < 20 * Signal.rate * 4, "\(bytes.furthest)")
    }
  }
}

/// Bytes that know how far they were read.
private final class CountedBytes: ByteSource {
  private let memory: MemoryByteSource
  private let read = Locked(0)

  init(_ data: Data) {
    memory = MemoryByteSource([UInt8](data))
  }

  var furthest: Int { read.withLock { $0 } }

  func makeStream() -> any ByteStream {
    Stream(memory.makeStream()) { end in self.read.withLock { $0 = max($0, end) } }
  }

  private final class Stream: ByteStream {
    private let stream: any ByteStream
    private let offset = Locked(0)
    private let onRead: @Sendable (Int) -> Void

    init(_ stream: any ByteStream, _ onRead: @escaping @Sendable (Int) -> Void) {
      self.stream = stream
      self.onRead = onRead
    }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(PlayerError) -> Int {
      let count = try stream.read(into: buffer)
      onRead(
        offset.withLock { offset in
          offset += count
          return offset
        }
      )
      return count
    }

    func seek(to offset: Int64) throws(PlayerError) {
      try stream.seek(to: offset)
      self.offset.withLock { $0 = Int(offset) }
    }

    var isSeekable: Bool { true }
    var size: Int64? { stream.size }
    func cancel() {}
    func close() {}
  }
}
