import PlayerKitMedia
import TestSupport
import Testing

@Suite("The length of Matroska and CAF", .tags(.pure), .timeLimit(.minutes(1)))
struct StatedLengthTests {
  private static func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
    id + [0x40 | UInt8(body.count >> 8), UInt8(body.count & 0xFF)] + body
  }

  /// A file as browsers record it: a segment and clusters of unknown length.
  ///
  /// - Parameter duration: The element that states the duration, if any.
  private static func recording(clusters: Int, duration: [UInt8] = []) -> [UInt8] {
    let unknown: [UInt8] = [0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]
    let head = element([0x1A, 0x45, 0xDF, 0xA3], [])
    let information = element([0x15, 0x49, 0xA9, 0x66], duration)
    // A decoder's delay of 10 ms.
    let delay = element([0x56, 0xAA], [0x00, 0x98, 0x96, 0x80])
    let tracks = element([0x16, 0x54, 0xAE, 0x6B], element([0xAE], delay))
    let parts = (0..<clusters).flatMap { number in
      let time = element([0xE7], [UInt8(number >> 8), UInt8(number & 0xFF)])
      let blocks = [UInt8(0), 20, 40].flatMap { element([0xA3], [0x81, 0, $0, 0x80, 1, 2, 3]) }
      return [0x1F, 0x43, 0xB6, 0x75] + unknown + time + blocks
    }
    return head + [0x18, 0x53, 0x80, 0x67] + unknown + information + tracks + parts
  }

  @Test("is the end of the last block, without the decoder's delay", arguments: [1, 2, 300])
  func lastBlock(clusters: Int) {
    let media = GivenMedia(Self.recording(clusters: clusters))
    let end = clusters - 1 + 40 + 20 - 10
    #expect(MatroskaLength.duration(of: media) == .milliseconds(end))
  }

  @Test("is not searched if the header states it, or without blocks")
  func stated() {
    let duration = Self.element([0x44, 0x89], [0x44, 0x7A, 0, 0])
    let media = GivenMedia(Self.recording(clusters: 2, duration: duration))
    #expect(MatroskaLength.duration(of: media) == nil)
    #expect(MatroskaLength.duration(of: GivenMedia(Self.recording(clusters: 0))) == nil)
    let whole = Self.recording(clusters: 3)
    for count in 0..<whole.count {
      let found = MatroskaLength.duration(of: GivenMedia(Array(whole.prefix(count))))
      #expect(found.map { $0 <= .milliseconds(52) } ?? true)
    }
  }

  private static func caf(before: Int, behind: Int) -> [UInt8] {
    func chunk(_ name: String, _ body: [UInt8]) -> [UInt8] {
      Array(name.utf8) + TagMaker.plain(0) + TagMaker.plain(body.count) + body
    }
    let rate = withUnsafeBytes(of: Double(44_100).bitPattern.bigEndian) { Array($0) }
    let format = rate + Array("alac".utf8) + [UInt8](repeating: 0, count: 20)
    let table =
      TagMaker.plain(0) + TagMaker.plain(3) + TagMaker.plain(0) + TagMaker.plain(10_000)
      + TagMaker.plain(before) + TagMaker.plain(behind)
    return Array("caff".utf8) + [0, 1, 0, 0] + chunk("desc", format) + chunk("pakt", table)
  }

  @Test("of CAF leaves out the padding at the end")
  func caf() {
    let found = CAFLength.duration(of: GivenMedia(Self.caf(before: 0, behind: 2_288)))
    #expect(found == .seconds(10_000.0 / 44_100))
    let heard = CAFLength.duration(of: GivenMedia(Self.caf(before: 2_112, behind: 176)))
    #expect(heard == .seconds(12_288.0 / 44_100))
    let whole = Self.caf(before: 0, behind: 1)
    for count in 0..<whole.count {
      #expect(CAFLength.duration(of: GivenMedia(Array(whole.prefix(count)))) == nil)
    }
  }
}
