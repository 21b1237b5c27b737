import PlayerKitMedia
import TestSupport
import Testing

@Suite("The length of FLAC", .tags(.pure), .timeLimit(.minutes(1)))
struct FLACLengthTests {
  private static let length = Duration.seconds(30_011.0 / 44_100)

  /// A file whose header states no length.
  private static func unstated() throws -> [UInt8] {
    var bytes = [UInt8](try Fixture.data("seam-a.flac"))
    bytes[21] &= 0xF0
    for index in 22..<26 { bytes[index] = 0 }
    return bytes
  }

  @Test("is found by the last frame if the header states none")
  func lastFrame() throws {
    let bytes = try Self.unstated()
    let tag = TagMaker.id3([TagMaker.text("TIT2", "x")])
    let behind = Array("TAG".utf8) + [UInt8](repeating: 0xFF, count: 5_000)
    #expect(FLACLength.duration(of: GivenMedia(bytes), from: 0) == Self.length)
    let tagged = GivenMedia(tag, bytes, behind)
    #expect(FLACLength.duration(of: tagged, from: Int64(tag.count)) == Self.length)
  }

  @Test("is not searched if the header states it, or in other media")
  func stated() throws {
    let bytes = [UInt8](try Fixture.data("seam-a.flac"))
    #expect(FLACLength.duration(of: GivenMedia(bytes), from: 0) == nil)
    let mp3 = [UInt8](try Fixture.data("joint-lame.mp3"))
    #expect(FLACLength.duration(of: GivenMedia(mp3), from: 0) == nil)
    #expect(FLACLength.duration(of: GivenMedia([]), from: 0) == nil)
    #expect(FLACLength.longestBlock(of: GivenMedia(bytes), from: 0) == 4_096)
    #expect(FLACLength.longestBlock(of: GivenMedia(mp3), from: 0) == nil)
  }

  @Test("is unknown, or shorter, if the file is cut")
  func cut() throws {
    let bytes = try Self.unstated()
    for count in stride(from: 0, to: bytes.count, by: 97) {
      let found = FLACLength.duration(of: GivenMedia(Array(bytes.prefix(count))), from: 0)
      #expect(found.map { $0 <= Self.length } ?? true)
    }
  }
}
