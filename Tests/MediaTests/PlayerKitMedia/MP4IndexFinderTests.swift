import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The index is found in the bytes as they pass.
@Suite(.tags(.pure)) struct MP4IndexFinderTests {
  private let maker = MP4Maker(tag: MP4Maker.tag30011)

  /// The result of reading a file in pieces of this size, from this offset on.
  private func find(_ file: [UInt8], piece: Int, in finder: inout MP4IndexFinder, from: Int = 0)
    -> [UInt8]?
  {
    for start in stride(from: from, to: file.count, by: piece) {
      let bytes = file[start..<min(start + piece, file.count)]
      let index = bytes.withUnsafeBytes { finder.consume($0, at: Int64(start)) }
      if let index { return index }
    }
    return nil
  }

  @Test(
    "The index is found before and after the samples, in pieces of any size",
    arguments: [1, 7, 64, 1_000, 100_000],
    [true, false]
  )
  func foundBeforeBehind(
    piece: Int,
    isIndexFirst: Bool
  ) {
    for isLongSize in [false, true] {
      var finder = MP4IndexFinder()
      let file = maker.file(isIndexFirst: isIndexFirst, isLongSize: isLongSize)
      #expect(find(file, piece: piece, in: &finder) == maker.index)
      #expect(finder.isDone)
    }
  }

  @Test("The index is found by a reader that skips the samples")
  func foundReaderSkips() {
    let file = maker.file(isIndexFirst: false)
    var finder = MP4IndexFinder()
    _ = file[..<64].withUnsafeBytes { finder.consume($0, at: 0) }
    #expect(find(file, piece: 100, in: &finder, from: 4_000) == maker.index)
  }

  @Test("The index is found by a reader that turns back in the middle of it")
  func foundReaderTurns() {
    let file = maker.file()
    var finder = MP4IndexFinder()
    _ = file[..<200].withUnsafeBytes { finder.consume($0, at: 0) }
    _ = file[3_000...].withUnsafeBytes { finder.consume($0, at: 3_000) }
    #expect(find(file, piece: 90, in: &finder) == maker.index)
  }

  @Test("Other files are ignored after their first bytes")
  func otherFilesLet() {
    for head in ["RIFF", "fLaC", "ID3\u{4}", "\0\0\0\0", "\u{1}\u{1}"] {
      var finder = MP4IndexFinder()
      let bytes = Array("\0\0\u{10}\0\(head)".utf8) + [UInt8](repeating: 0, count: 99)
      _ = bytes.withUnsafeBytes { finder.consume($0, at: 0) }
      #expect(finder.isDone)
    }
  }

  @Test("Impossible sizes, and an index beyond the limit, are ignored")
  func impossibleSizesIndex() {
    let type = maker.box("ftyp", Array("M4A ".utf8))
    let sizes: [([UInt8], Bool)] = [
      ([0, 0, 0, 0], true), ([0, 0, 0, 7], true), ([0, 0, 0, 8], true),
      ([0xFF, 0xFF, 0xFF, 0xFF], true), ([1, 0, 0, 9], true), ([1, 0, 0, 8], false),
    ]
    for (size, isDone) in sizes {
      var finder = MP4IndexFinder()
      let bytes = type + size + Array("moov".utf8) + [UInt8](repeating: 0, count: 99)
      _ = bytes.withUnsafeBytes { finder.consume($0, at: 0) }
      #expect(finder.isDone == isDone, "\(size)")
    }
    for length in [0, 15, UInt64(Int64.max), UInt64.max] as [UInt64] {
      var finder = MP4IndexFinder()
      let digits = (0..<8).map { UInt8(truncatingIfNeeded: length >> (56 - 8 * UInt64($0))) }
      let bytes = type + [0, 0, 0, 1] + Array("mdat".utf8) + digits
      _ = bytes.withUnsafeBytes { finder.consume($0, at: 0) }
      #expect(finder.isDone, "\(length)")
    }
  }

  @Test("Files that were changed at random never trap")
  func filesChangedRandom() {
    var random = SeededGenerator(seed: 9)
    for _ in 0..<1_000 {
      var file = maker.file(isIndexFirst: .random(using: &random))
      for _ in 0..<3 {
        file[.random(in: 0..<60, using: &random)] = .random(in: 0...255, using: &random)
      }
      var finder = MP4IndexFinder()
      let index = find(file, piece: .random(in: 1..<3_000, using: &random), in: &finder)
      if let index { _ = ExactEnd(index: index) }
    }
  }
}
