import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("Edit lists that state too much", .tags(.pure))
struct MP4EditsTests {
  /// A file with one packet of one byte.
  private func file(_ maker: MP4Maker, packetsPerChunk: UInt32 = 1) -> HeldBytes {
    var maker = maker
    maker.packets = [(1, 1_024)]
    let runs = [UInt32(1), 1, packetsPerChunk, 1].flatMap { maker.big($0) }
    maker.tables =
      maker.box("stsc", [0, 0, 0, 0] + runs)
      + maker.box("stsz", [UInt32(0), 1, 1].flatMap { maker.big($0) })
      + maker.box("stco", [UInt32(0), 1, 8].flatMap { maker.big($0) })
    var bytes = HeldBytes()
    bytes.hold(maker.file(), at: 0)
    return bytes
  }

  @Test("a list of two pieces is read")
  func control() throws {
    let bytes = file(MP4Maker(edits: [(512, 0), (512, 0)]))
    let edits = try #require(MP4Edits(bytes))
    #expect(edits.view(of: bytes.size) != nil)
  }

  @Test("lengths whose sum exceeds all numbers are no list, and do not trap")
  func longSum() throws {
    var maker = MP4Maker(edits: [(0x7FFF_FFFF, 0), (0x7FFF_FFFF, 0)])
    maker.rate = .max
    maker.movieRate = 1
    let bytes = file(maker)
    let edits = try #require(MP4Edits(bytes))
    #expect(edits.view(of: bytes.size) == nil)
  }

  @Test("a chunk of four billion packets ends with the packets that there are")
  func longChunk() throws {
    let bytes = file(MP4Maker(edits: [(512, 0), (512, 0)]), packetsPerChunk: .max)
    #expect(MP4Edits(bytes)?.view(of: bytes.size) != nil)
  }
}
