import PlayerKit
import TestSupport
import Testing

@testable import PlayerKitInspection
@testable import PlayerKitMedia

/// The inspector and the loader get the same answers from the same bytes, also from damaged ones.
@Suite("Damaged containers in the inspector", .tags(.pure), .timeLimit(.minutes(1)))
struct DamagedReadersTests {
  private static func media(_ bytes: [UInt8]) throws -> MediaBytes {
    let media = MediaBytes(MemoryByteSource(bytes).makeStream())
    try media.begin()
    return media
  }

  private static let pages: [UInt8] = {
    let head = Array("OpusHead".utf8) + [UInt8](repeating: 0, count: 22)
    let body = [UInt8](repeating: 9, count: 265)
    let one = OggPage.page(
      flags: 2,
      granule: 0,
      serial: 7,
      sequence: 0,
      segments: [30] as [UInt8],
      body: head
    )
    let two = OggPage.page(
      flags: 1,
      granule: 960,
      serial: 1 << 31,
      sequence: 1,
      segments: [255, 10] as [UInt8],
      body: body
    )
    return one + two
  }()

  @Test("Pages stay in the media, and the inspector's pages are the loader's")
  func pages() throws {
    let second = 27 + 1 + 30
    var copies = DamagedCopies.cut(Self.pages).dropFirst()
    copies += DamagedCopies.resized(Self.pages, at: [26, second + 26, second + 27], length: 1)
    var maximumPages = 0
    for copy in copies {
      var headers: [OggPageHeader] = []
      var place = 0
      while let page = OggPageHeader(copy, at: place) {
        #expect(page.headerLength <= copy.count - place)
        #expect(page.segments.count == page.headerLength - OggPageHeader.fixedLength)
        headers.append(page)
        place += page.length
      }
      let media = try Self.media(copy)
      var found: [OggPageHeader] = []
      var start: Int64 = 0
      while let page = OggPage(media, at: start) {
        found.append(page.header)
        start = page.end
      }
      #expect(found == headers)
      maximumPages = max(maximumPages, found.count)
    }
    #expect(maximumPages == 2)
  }

  @Test("A page keeps its numbers")
  func numbers() throws {
    let first = try #require(OggPageHeader(Self.pages))
    let second = try #require(OggPageHeader(Self.pages, at: first.length))
    #expect(first.isFirst && !first.isContinued)
    #expect(!second.isFirst && second.isContinued)
    #expect(first.serial == 7 && second.serial == 1 << 31)
    #expect(second.granule == 960 && second.sequence == 1)
    #expect(second.segments == [255, 10] && second.bodyLength == 265)
  }

  @Test("The inspector and the loader agree on the length of a tag")
  func tagLength() throws {
    let file = TagMaker.id3([TagMaker.text("TIT2", "a title")]) + [UInt8](repeating: 0, count: 20)
    var copies = DamagedCopies.cut(file).filter { $0.count >= 12 }
    copies += DamagedCopies.resized(file, at: [6], length: 4)
    copies += DamagedCopies.resized(file, at: [3, 4, 5], length: 1)
    var lengths: Set<Int64> = []
    for copy in copies {
      let length = try Self.media(copy).tagLength
      let finding = copy.withUnsafeBytes { DeclaredLength.find(in: $0, at: 0) }
      let expected: DeclaredLength.Finding = length > 0 ? .after(Int(length)) : .none
      #expect(finding == expected)
      lengths.insert(length)
    }
    #expect(lengths.count > 2)
  }

  @Test("Skipped parts of a tag are within its frames", arguments: [2, 3, 4] as [UInt8])
  func holes(version: UInt8) throws {
    let names = version == 2 ? ["TT2", "PIC", "TXX"] : ["TIT2", "APIC", "TXXX"]
    let picture = [UInt8](repeating: 1, count: 200 << 10)
    let bodies: [[UInt8]] = [[3, 0x61], picture, [3, 0x61, 0, 0x62]]
    var (frames, sizes) = ([UInt8](), [Int]())
    for (name, body) in zip(names, bodies) {
      sizes.append(10 + frames.count + name.utf8.count)
      let size = version == 4 ? TagMaker.synchsafe(body.count) : TagMaker.plain(body.count)
      frames += Array(name.utf8) + (version == 2 ? Array(size.dropFirst()) : size + [0, 0]) + body
    }
    let file = TagMaker.id3([frames], version: version)
    let copies = DamagedCopies.resized(file, at: sizes, length: version == 2 ? 3 : 4)
    for copy in [file] + copies {
      let media = try Self.media(copy)
      let tag = try #require(ID3TagHeader(copy))
      let reader = ID3FrameReader(media, of: tag, at: 0, to: media.size, maxFrames: 1_000)
      let bodies = reader.map(\.body)
      for hole in ID3SkippedRanges.find(in: media) {
        let body = try #require(bodies.first { $0.upperBound == hole.upperBound })
        #expect(body.lowerBound < hole.lowerBound)
      }
    }
    let whole = try Self.media(file)
    #expect(ID3SkippedRanges.find(in: whole).count == 1)
  }

  @Test("Skipped parts of an APE tag are within its items")
  func items() throws {
    let cover = [UInt8](repeating: 1, count: 200 << 10)
    let file = TagMaker.ape([("Title", [0x61], true), ("Cover", cover, false), ("A", [0x62], true)])
    let fields = [0, 15, file.count - 20, file.count - 16]
    for copy in [file] + DamagedCopies.resized(file, at: fields, length: 4, isLittle: true) {
      let media = try Self.media(copy)
      for hole in APESkippedRanges.find(in: media) {
        #expect(hole.lowerBound > 0 && hole.upperBound <= media.size - 32)
      }
    }
    let whole = try Self.media(file)
    #expect(APESkippedRanges.find(in: whole).count == 1)
  }

  @Test("The index, its depth, and its edits are read without leaving a damaged file")
  func index() throws {
    let maker = MP4Maker(tag: MP4Maker.tag30011)
    let file = maker.file()
    var copies = DamagedCopies.cut(Array(file.prefix(600))).dropFirst()
    copies += DamagedCopies.resized(file, at: Array(stride(from: 0, to: 600, by: 4)), length: 4)
    for copy in copies {
      let media = try Self.media(copy)
      let index = MP4Index(media, from: 0, limits: .inspection(walk: 1 << 20))
      #expect(index.end ?? 0 <= media.size)
      #expect(index.holes.allSatisfy { 0 <= $0.lowerBound && $0.upperBound <= media.size })
      #expect(index.allowed.allSatisfy { (4...media.size - 4).contains($0) })
      _ = MP4Depth.isShallow(media, until: media.size)
      _ = MP4Edits(media)
    }
  }
}
