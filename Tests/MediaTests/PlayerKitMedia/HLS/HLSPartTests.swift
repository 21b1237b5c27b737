import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

/// Parts with contents that are impossible or easily misread.
@Suite(.tags(.pure))
struct HLSPartTests {
  private let maker = {
    var maker = MP4Maker(edits: nil)
    maker.trackID = 1
    return maker
  }()

  private func words(_ values: UInt32...) -> [UInt8] {
    values.flatMap { value in (0..<4).map { UInt8(value >> (24 - 8 * UInt32($0)) & 0xFF) } }
  }

  private func initialization(_ maker: MP4Maker) -> [UInt8] {
    var maker = maker
    maker.isInFragments = true
    return maker.box("moov", maker.index)
  }

  @Test("A length that no number holds is unknown")
  func lengthBeyondAll() throws {
    var maker = MP4Maker(edits: [(UInt64(UInt32.max), 1)])
    maker.trackID = 1
    maker.movieRate = 1
    maker.rate = .max
    let movie = try FragmentedMP4(initialization(maker))
    #expect(movie.length == nil)
  }

  @Test("Runs that name the same bytes repeatedly end the part")
  func runsNameSame() throws {
    let movie = try FragmentedMP4(initialization(maker))
    // 0x20 in `tfhd`: no default size. 0x200 in `trun`: with sizes. 1: with an offset.
    let header = maker.box("tfhd", words(0, movie.track))
    let run = maker.box("trun", words(0x201, 1, 0, 5_000))
    let runs = (0..<4_000).flatMap { _ in run }
    let part = maker.box("moof", maker.box("traf", header + runs))
    let content = movie.read(part + [UInt8](repeating: 1, count: 5_000))
    #expect(!content.audio.isEmpty)
    #expect(content.audio.count < 2 * part.count)
  }

  @Test("The offsets of a fragment with a long head count from its beginning")
  func offsetsFragmentLong() throws {
    let movie = try FragmentedMP4(initialization(maker))
    let header = maker.box("tfhd", words(0, movie.track))
    for isLong in [false, true] {
      let length: UInt32 = isLong ? 16 : 8
      // The frame follows the fragment directly.
      let size = length + 8 + UInt32(header.count) + 8 + 16
      let run = maker.box("trun", words(0x201, 1, size, 3))
      let part = maker.box("moof", maker.box("traf", header + run), isLongSize: isLong)
      #expect(part.count == Int(size))
      #expect(movie.read(part + [7, 8, 9]).audio.suffix(3) == [7, 8, 9])
    }
  }

  @Test("AC-3 frames do not count as MPEG frames, with any bytes")
  func framesAc3() {
    var bytes = [UInt8](repeating: 3, count: 5_000)
    // Bytes that look like a frame of 417 bytes, and like a second frame after it.
    bytes.replaceSubrange(100..<104, with: [0xFF, 0xFB, 0x90, 0x00])
    bytes.replaceSubrange(517..<521, with: [0xFF, 0xFB, 0x90, 0x00])
    #expect(PackedAudio(bytes).kind == .mpeg)
    #expect(PackedAudio(bytes, kind: .other).kind == .other)
    #expect(PackedAudio([0x0B, 0x77] + bytes).kind == .other)
    // A frame of another sample rate does not follow it.
    bytes[519] = 0x94
    #expect(PackedAudio(bytes).kind == .other)
  }

  @Test("A page among parts is unreadable, and the next part continues")
  func pageAmongParts() throws {
    let part = Array(try Fixture.data("hls/adts/1.aac"))
    var assembler = HLSAssembler()
    let list = "#EXTM3U\n#EXT-X-VERSION:3\n#EXTINF:1,no desc\na\n#EXT-X-ENDLIST\n"
    guard case .media(let media) = try HLSParser.parse(list.utf8, from: URL(filePath: "/a")),
      let description = media.parts.first
    else { return }
    let input = HLSAssembler.Input(part: description, bytes: part)
    // The list has a placeholder instead of a title.
    let output = try assembler.assemble(input)
    #expect(part.ends(with: output.bytes) && output.bytes.count > 4_000)
    #expect(output.announcements.isEmpty)
    var page = input
    page.bytes = Array("<html><body>Please log in</body></html>".utf8)
    #expect(throws: HLSAssembler.Failure.unreadable(HLSErrors.unreadable)) {
      try assembler.assemble(page)
    }
    #expect(try assembler.assemble(input).bytes == output.bytes)
  }

  @Test("Titles in a part are reported in order, and limited in number")
  func partSaidTold() {
    let announcements = (0..<1_000).map { number in
      (offset: 999 - number, metadata: StreamMetadata(title: "\(999 - number)"))
    }
    let output = HLSAssembler.Output(
      bytes: Array(repeating: 7, count: 1_000),
      announcements: announcements,
      timing: .init()
    )
    var cursor = HLSPartCursor(output)
    var (titles, count) = ([String](), 0)
    var buffer = [UInt8](repeating: 0, count: 1_000)
    while !cursor.isAtEnd {
      let (taken, said) = buffer.withUnsafeMutableBytes { cursor.take(into: $0) }
      count += taken
      if let title = said?.title { titles.append(title) }
    }
    #expect(count == 1_000)
    #expect(titles == (0..<64).map(String.init))
  }
}

extension Array where Element: Equatable {
  fileprivate func ends(with other: [Element]) -> Bool { suffix(other.count) == other[...] }
}
