import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("A live stream that begins in the middle of a frame", .tags(.pure))
struct FrameAlignerTests {
  /// Layer III, 128 kbit/s, 44.1 kHz.
  private static let frame = Data([0xFF, 0xFB, 0x90, 0x00]) + Data(count: 413)
  /// AAC-LC, 44.1 kHz, 100 bytes.
  private static let adts = Data([0xFF, 0xF1, 0x50, 0x80, 0x0C, 0x9F, 0xFC]) + Data(count: 93)

  private static func read(_ stream: Data, by size: Int) -> Data {
    var aligner = FrameAligner()
    var out = Data()
    for start in stride(from: 0, to: stream.count, by: size) {
      out += aligner.consume(Data(stream[start..<min(start + size, stream.count)]))
    }
    return out
  }

  @Test("is read from its first frame on", arguments: [frame, adts], [1, 64, 10_000])
  func begins(frame: Data, size: Int) {
    let frames = (0..<8).reduce(into: Data()) { all, _ in all += frame }
    // Bytes that look like a frame, and are none.
    let rest = Data([0xFF, 0xFB, 0x90, 0x00, 1, 2, 3]) + frame.suffix(50)
    #expect(Self.read(rest + frames, by: size) == frames)
  }

  @Test("is not changed if it begins with a file's tag", arguments: [1, 64, 10_000])
  func tagged(size: Int) {
    let frames = (0..<8).reduce(into: Data()) { all, _ in all += Self.frame }
    let file = Data("ID3".utf8) + Data(count: 100) + frames
    #expect(Self.read(file, by: size) == file)
  }

  @Test("is not changed if it has no frame for long")
  func givesUp() {
    let noise = Data((0..<50_000).map { UInt8(truncatingIfNeeded: $0) })
    #expect(Self.read(noise, by: 1_000) == noise)
  }
}
