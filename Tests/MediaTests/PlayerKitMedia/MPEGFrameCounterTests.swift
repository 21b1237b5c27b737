import Foundation
import TestSupport
import Testing

@testable import PlayerKitMedia

/// The frames that are counted as the bytes of an MP3 pass.
@Suite(.tags(.pure))
struct MPEGFrameCounterTests {
  private func count(_ data: Data, inPiecesOf length: Int = .max) -> MPEGFrameCounter {
    var counter = MPEGFrameCounter()
    var offset = 0
    while offset < data.count {
      let piece = Data(data[offset...].prefix(length))
      piece.withUnsafeBytes { counter.consume($0, at: Int64(offset)) }
      offset += piece.count
    }
    return counter
  }

  private var maker: MP3Maker { get throws { try MP3Maker(fixture: "joint-lame.mp3") } }

  @Test("Pieces of any length give the same count", arguments: [Int.max, 4_096, 191, 7, 1])
  func piecesAnyLength(length: Int) throws {
    let maker = try maker.repeated(8)
    let header = Int64(maker.data(.lame).count - maker.data(.none).count)
    let counter = count(MP3Maker.tag(1_000) + maker.data(.lame), inPiecesOf: length)
    #expect(counter.count == 8 * 28)
    #expect(!counter.isOver)
    let bytes = maker.data(.lame).count
    let told = MP3Beginning.Header(
      frames: 8 * 28,
      bytes: bytes,
      delay: 576,
      padding: 0x685,
      isTrimmed: true
    )
    #expect(counter.beginning?.header == told)
    #expect(counter.statedEnd == Int64(1_010 + bytes))
    #expect(counter.beginning?.isStart == true)
    #expect(counter.marks.count == 6)
    for mark in counter.marks {
      let before = maker.frames.prefix(mark.frame).reduce(0) { $0 + $1.count }
      #expect(mark.offset == 1_010 + header + Int64(before))
    }
    #expect(counter.mark(upTo: 0) == counter.marks.first)
    #expect(counter.mark(upTo: 1_000_000) == counter.marks.last)
    let third = try #require(counter.marks.dropFirst(2).first)
    #expect(counter.mark(upTo: third.frame) == third)
    #expect(counter.mark(upTo: third.frame - 1) == counter.marks[1])
  }

  @Test("A header without LAME's part states no delay")
  func headerWithoutLame() throws {
    let maker = try maker
    #expect(count(maker.data(.xing)).beginning?.header?.frames == 28)
    #expect(count(maker.data(.xing)).beginning?.header?.padding == 0)
    #expect(count(maker.data(.vbri)).statedEnd == nil)
    #expect(count(maker.data(.vbri)).beginning?.header == .init(frames: 28))
    #expect(count(maker.data(.none)).beginning?.header == nil)
    for header in MP3Maker.Header.allCases {
      #expect(count(maker.data(header)).beginning?.isStart == true)
      #expect(count(maker.data(header)).count == 28)
    }
  }

  @Test("A stream is an encoder's start if its second frame is the first to use the one before")
  func encoderBeganOnly() throws {
    var maker = try maker
    maker.frames.removeFirst()
    #expect(count(maker.data(.none)).beginning?.isStart == false)
    // A header alone does not make the first frame a start.
    #expect(count(maker.data(.xing)).beginning?.isStart == false)
    let silence = Data([0xFF, 0xFB, 0x90, 0x00] + [UInt8](repeating: 0, count: 413))
    #expect(count(silence + silence + silence).beginning?.isStart == false)
    // A checksum after the header is not taken for the bit reservoir's field.
    let sums: [UInt8] = [0, 7]
    let checked = [sums, sums].map {
      Data([0xFF, 0xFA, 0x90, 0x00] + $0 + [UInt8](repeating: 0, count: 411))
    }
    #expect(count(checked[0] + checked[1]).beginning?.isStart == false)
  }

  @Test("Other bytes end the count, and so do tags after the last frame")
  func noFrameEnds() throws {
    let maker = try maker.repeated(8)
    let counter = count(maker.data(.none) + Data("TAG".utf8) + Data(count: 125))
    #expect(counter.isOver)
    #expect(counter.count == 8 * 28)
    #expect(count(Data(count: 10_000)).isOver)
    #expect(count(Data("RIFF".utf8) + Data(count: 300)).beginning == nil)
    #expect(count(try Fixture.data("changing.mp3")).isOver)
    #expect(count(Data("ID3".utf8)).count == 0)
  }

  @Test("Pieces out of order wait for the missing ones")
  func comesOutOrder() throws {
    let data = try maker.repeated(2).data(.none)
    var counter = MPEGFrameCounter()
    func take(_ range: Range<Int>) {
      Data(data[range]).withUnsafeBytes { counter.consume($0, at: Int64(range.lowerBound)) }
    }
    take(0..<5_000)
    let before = counter.count
    take(8_000..<data.count)
    #expect(counter.count == before)
    take(1_000..<9_000)
    take(9_000..<data.count)
    #expect(counter.count == 56)
  }

  @Test("The number of marks in an endless stream is limited")
  func endlessStreamNever() throws {
    let data = try maker.data(.none)
    var counter = MPEGFrameCounter()
    let count = 80 << 20
    for round in 0..<count / data.count {
      data.withUnsafeBytes { counter.consume($0, at: Int64(round * data.count)) }
    }
    #expect(counter.marks.count <= MPEGFrameCounter.maximumMarks)
    #expect(counter.marks.count > MPEGFrameCounter.maximumMarks / 2)
    #expect(counter.marks.first?.frame == 0)
  }
}
