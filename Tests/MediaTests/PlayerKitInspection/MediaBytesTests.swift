import PlayerKit
import PlayerKitMedia
import TestSupport
import Testing

@testable import PlayerKitInspection

@Suite(.tags(.pure))
struct MediaBytesTests {
  @Test("A parser that reads everywhere gets no more bytes than the limit allows")
  func totalLimit() throws {
    var limits = MediaBytes.Limits()
    limits.total = 256 << 10
    let source = MemoryByteSource([UInt8](repeating: 7, count: 4 << 20))
    let bytes = MediaBytes(source.makeStream(), limits: limits)
    try bytes.begin()
    var count = 0
    var buffer = [UInt8](repeating: 0, count: 16)
    for offset in stride(from: Int64(0), to: bytes.size, by: 32 << 10) {
      count += buffer.withUnsafeMutableBytes { bytes.read(at: offset, into: $0) } > 0 ? 1 : 0
    }
    #expect(bytes.failure == InspectionFailure.tooMuch)
    // Pages of 32 KiB are read whole.
    #expect(count == 8)
  }
}
