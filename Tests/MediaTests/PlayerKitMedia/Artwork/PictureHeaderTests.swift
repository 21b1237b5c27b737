import Foundation
import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitMedia

@Suite("The header of a picture", .tags(.pure))
struct PictureHeaderTests {
  @Test("states format and size", arguments: SamplePicture.all)
  func tellsFormatSize(picture: SamplePicture) throws {
    let header = try #require(PictureHeader(picture.data))
    #expect(header.format.rawValue == picture.mediaType)
    #expect(header.width == SamplePicture.width)
    #expect(header.height == SamplePicture.height)
  }

  @Test(
    "is unreadable if it is cut, and complete otherwise",
    arguments: SamplePicture.all
  )
  func tellsNothingCut(picture: SamplePicture) throws {
    let whole = try #require(PictureHeader(picture.data))
    let found = (0...picture.data.count).map { PictureHeader(picture.data.prefix($0)) }
    let first = try #require(found.firstIndex { $0 != nil })
    #expect(first > 16 || picture.mediaType == "image/gif")
    // A truncated HEIF box is not read, since its container has to be whole.
    #expect(found[first...].allSatisfy { $0 == whole })
  }

  @Test("is read if the data is a slice of other data", arguments: SamplePicture.all)
  func readDataPart(picture: SamplePicture) {
    let within = Data(count: 7) + picture.data
    #expect(PictureHeader(within.dropFirst(7)) == PictureHeader(picture.data))
    #expect(PictureHeader(within) == nil)
  }

  @Test("of a JPEG comes after the thumbnail in its tags, which is not it")
  func jpegStandsBehind() throws {
    let frame: [UInt8] = [0xFF, 0xC0, 0, 17, 8, 0, 1, 0, 1, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    let tag = [0xFF, 0xE1, 0, UInt8(frame.count + 2)] + frame
    let filled: [UInt8] = [0xFF, 0xFF, 0xFF]
    let jpeg = SamplePicture.jpeg.data
    let header = PictureHeader(jpeg.prefix(2) + tag + filled.dropLast() + jpeg.dropFirst(2))
    #expect(header?.width == SamplePicture.width)
  }

  @Test("of a HEIF container is its primary picture's, not a larger one's")
  func containerHeifPrimary() throws {
    func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      [0, 0, 0, UInt8(body.count + 8)] + Array(kind.utf8) + body
    }
    func property(_ width: UInt8, _ height: UInt8) -> [UInt8] {
      box("ispe", [0, 0, 0, 0, 0, 0, 0, width, 0, 0, 0, height])
    }
    func file(primary: UInt8) -> Data {
      let properties = box(
        "iprp",
        box("ipco", property(90, 80) + box("pixi", [0, 0, 0, 0]) + property(50, 34))
          + box("ipma", [0, 0, 0, 0, 0, 0, 0, 2, 0, 1, 1, 1, 0, 2, 2, 0x82, 3])
      )
      return Data(
        box("ftyp", Array("mif1".utf8) + [0, 0, 0, 0] + Array("avif".utf8))
          + box("meta", [0, 0, 0, 0] + box("pitm", [0, 0, 0, 0, 0, primary]) + properties)
      )
    }
    #expect(PictureHeader(file(primary: 2))?.width == 50)
    #expect(PictureHeader(file(primary: 1))?.width == 90)
    #expect(PictureHeader(file(primary: 7))?.width == 90, "the largest one, since none is named")
  }

  @Test(
    "of data without a picture is nil",
    arguments: [
      "", "<!doctype html><html>", "BM is how this text begins, and it goes on for a while longer",
      "RIFF....WAVEfmt ", "....ftypM4A ....", "GIF88a..........", "\u{FF}\u{D8}\u{FF}",
    ]
  )
  func noPictureNone(text: String) {
    #expect(PictureHeader(Data(text.utf8)) == nil)
  }

  @Test("without an area is nil")
  func withoutAreaNone() {
    var flat = SamplePicture.gif.data
    flat[8] = 0
    #expect(PictureHeader(flat) == nil)
    var huge = SamplePicture.png.data
    huge[16] = 0xFF
    #expect(PictureHeader(huge) == nil, "above PNG's maximum")
  }

  @Test("does not trap after any of 20,000 random changes", arguments: [1, 2])
  func trapsNothing20(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var told = 0
    for _ in 0..<10_000 {
      var data = SamplePicture.all.randomElement(using: &random)?.data ?? Data()
      for _ in 0..<Int.random(in: 1...6, using: &random) {
        let place = Int.random(in: 0..<data.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: data[place] = UInt8.random(in: .min ... .max, using: &random)
        case 1: data[place] = 0xFF
        case 2: data = data.prefix(max(1, place))
        default: data.insert(UInt8.random(in: .min ... .max, using: &random), at: place)
        }
      }
      if PictureHeader(data) != nil { told += 1 }
    }
    // Most changes are after the header, or within the size.
    #expect(told > 2_000 && told < 9_500)
  }
}
