import TestSupport
import Testing

@testable import PlayerKitMedia

/// No reader leaves its input, and each one ends, whatever size fields hold.
@Suite("Damaged containers", .tags(.pure), .timeLimit(.minutes(1)))
struct DamagedContainerTests {
  private static let maxParts = 1_000

  // MARK: MP4

  private struct Found: Equatable {
    let kind: String
    let body: Range<Int64>
  }

  private static let containers: Set<String> = [
    "moov", "trak", "edts", "mdia", "minf", "stbl", "udta", "ilst",
  ]

  private static func mp4(isLongSize: Bool) -> [UInt8] {
    let maker = MP4Maker(tag: MP4Maker.tag30011)
    return maker.box("ftyp", Array("M4A isom".utf8), isLongSize: isLongSize)
      + maker.box("moov", maker.index, isLongSize: isLongSize)
      + maker.box("free", [UInt8](repeating: 0, count: 20), isLongSize: isLongSize)
  }

  private static func mp4Copies(isLongSize: Bool) -> [[UInt8]] {
    let file = mp4(isLongSize: isLongSize)
    let boxes = boxes(of: file)
    let starts = boxes.map { Int($0.body.lowerBound) }
    var copies = DamagedCopies.cut(file)
    copies += DamagedCopies.resized(file, at: starts.map { $0 - 8 }, length: isLongSize ? 8 : 4)
    return copies
  }

  /// Returns the boxes in memory, with the boxes in them.
  private static func boxes(of bytes: [UInt8]) -> [Found] { boxes(in: bytes[...]) }

  private static func boxes(in bytes: ArraySlice<UInt8>) -> [Found] {
    MP4Boxes(bytes).flatMap { box in
      [Found(kind: box.kind, body: Int64(box.body.startIndex)..<Int64(box.body.endIndex))]
        + (containers.contains(box.kind) ? boxes(in: box.body) : [])
    }
  }

  /// Returns the boxes by random access, with the boxes in them.
  private static func boxes(_ reader: inout MP4BoxReader, in range: Range<Int64>) -> [Found] {
    var found: [Found] = []
    var place = range.lowerBound
    while let box = reader.box(at: place, to: range.upperBound) {
      #expect(box.body.lowerBound >= place + 8)
      #expect(box.body.upperBound <= range.upperBound)
      guard !box.isClipped else { break }
      found.append(Found(kind: box.kind, body: box.body))
      if containers.contains(box.kind) { found += boxes(&reader, in: box.body) }
      place = box.body.upperBound
    }
    return found
  }

  @Test("Boxes stay in their containers, and both readers find the same", arguments: [false, true])
  func boxes(isLongSize: Bool) {
    #expect(Self.boxes(of: Self.mp4(isLongSize: isLongSize)).count == 16)
    for copy in Self.mp4Copies(isLongSize: isLongSize) {
      var reader = MP4BoxReader(GivenMedia(copy), maxBoxes: Self.maxParts)
      let found = Self.boxes(&reader, in: 0..<Int64(copy.count))
      #expect(reader.left > 0)
      #expect(found == Self.boxes(of: copy))
    }
  }

  @Test("A box reader stops after as many boxes as it may read")
  func boxLimit() {
    let media = GivenMedia(MP4Maker().box("free", []))
    var reader = MP4BoxReader(media, maxBoxes: 3)
    var count = 0
    while reader.box(at: 0, to: media.size) != nil { count += 1 }
    #expect(count == 3)
  }

  @Test("A long size that lies after its container is not read")
  func sizeOutside() {
    let maker = MP4Maker()
    let box = maker.box("moov", [0, 0, 0, 1] + Array("trak".utf8))
    let media = GivenMedia(box, maker.big(UInt64(16)))
    var reader = MP4BoxReader(media, maxBoxes: 9)
    let (inside, outside) = (reader.box(at: 8, to: 16), reader.box(at: 8, to: 24))
    #expect(inside == nil)
    #expect(outside?.kind == "trak")
  }

  @Test("The index that is found in passing is the one that random access finds")
  func index() {
    for copy in Self.mp4Copies(isLongSize: false) + Self.mp4Copies(isLongSize: true) {
      var finder = MP4IndexFinder()
      let found = copy.withUnsafeBytes { finder.consume($0, at: 0) }
      var reader = MP4BoxReader(GivenMedia(copy), maxBoxes: Self.maxParts)
      var (place, index) = (Int64(0), [UInt8]?.none)
      while let box = reader.box(at: place, to: Int64(copy.count)), !box.isClipped,
        box.header.boxLength != nil
      {
        place = box.body.upperBound
        guard box.kind == "moov" else { continue }
        index = box.body.isEmpty ? nil : Array(copy[Int(box.body.lowerBound)..<Int(place)])
        break
      }
      #expect(found == index)
    }
  }

  // MARK: ID3v2

  /// Returns a tag and the offsets of its frames' sizes.
  private static func id3(version: UInt8) -> (bytes: [UInt8], sizes: [Int]) {
    var (frames, sizes) = ([UInt8](), [Int]())
    for name in version == 2 ? ["TT2", "TXX", "COM"] : ["TIT2", "TXXX", "PRIV"] {
      let body: [UInt8] = [3] + Array("gain\0-6 dB".utf8)
      sizes.append(10 + frames.count + name.utf8.count)
      let size = TagMaker.plain(body.count)
      frames += Array(name.utf8) + (version == 2 ? Array(size.dropFirst()) : size + [0, 0]) + body
    }
    return (TagMaker.id3([frames], version: version) + [0xFF, 0xFB], sizes)
  }

  @Test(
    "Frames stay in their tag, one after another",
    arguments: [2, 3, 4] as [UInt8],
    [0, 0x40] as [UInt8]
  )
  func frames(version: UInt8, flags: UInt8) throws {
    var (file, sizes) = Self.id3(version: version)
    let whole = try #require(ID3TagHeader(file))
    let all = ID3FrameReader(GivenMedia(file), of: whole, at: 0, to: 99, maxFrames: 9)
    #expect(all.map(\.header.size) == [11, 11, 11])
    file[5] = flags
    var copies = DamagedCopies.cut(file) + DamagedCopies.resized(file, at: [6, 10], length: 4)
    copies += DamagedCopies.resized(file, at: sizes, length: version == 2 ? 3 : 4)
    for copy in copies {
      guard let tag = ID3TagHeader(copy) else { continue }
      let end = min(tag.tagLength, Int64(copy.count))
      var place = Int64(ID3TagHeader.length)
      let reader = ID3FrameReader(
        GivenMedia(copy),
        of: tag,
        at: 0,
        to: end,
        maxFrames: Self.maxParts
      )
      for frame in reader {
        #expect(frame.body.lowerBound >= place + Int64(frame.header.length))
        #expect(frame.body.upperBound <= end)
        place = frame.body.upperBound
      }
      _ = ID3Tag.read(copy[...])
      var fields = TagFields()
      fields.readID3(GivenMedia(copy), at: 0, length: end)
    }
  }

  @Test("A frame reader stops after as many frames as it may read")
  func frameLimit() throws {
    let (file, _) = Self.id3(version: 3)
    let tag = try #require(ID3TagHeader(file))
    let reader = ID3FrameReader(GivenMedia(file), of: tag, at: 0, to: tag.tagLength, maxFrames: 2)
    #expect(reader.map(\.header.name) == ["TIT2", "TXXX"])
  }

  @Test("A frame of version 4 whose size uses all eight bits does not hide the next one")
  func eightBits() {
    let comment = Array("COMM".utf8) + [0, 0, 0, 200, 0, 0] + [UInt8](repeating: 1, count: 200)
    let text = Array("replaygain_track_gain\0-6 dB".utf8)
    let file = TagMaker.id3([comment, TagMaker.text("TXXX", text, .latin1)])
    var fields = TagFields()
    fields.readID3(GivenMedia(file), at: 0, length: Int64(file.count))
    #expect(fields.gains["replaygain_track_gain"] == "-6 dB")
  }

  // MARK: APEv2

  @Test("Items stay in their tag, one after another", arguments: [false, true])
  func items(hasHeader: Bool) {
    let start = hasHeader ? 32 : 0
    let file = TagMaker.ape(
      [("Title", Array("a title".utf8), true), ("Cover", [1, 2, 3], false)],
      hasHeader: hasHeader
    )
    let fields = [start, start + 8 + 6 + 7, file.count - 20, file.count - 16]
    var copies = (0...file.count).map { Array(file.suffix($0)) }
    copies += DamagedCopies.resized(file, at: fields, length: 4, isLittle: true)
    if hasHeader { copies += DamagedCopies.cut(file) }
    if hasHeader { copies += DamagedCopies.resized(file, at: [12], length: 4, isLittle: true) }
    var maximumItems = 0
    for copy in copies {
      let size = Int64(copy.count)
      let tags = [
        APETag(footer: Array(copy.suffix(32)), endingAt: size),
        APETag(header: Array(copy.prefix(32)), at: 0),
      ]
      for tag in tags.compactMap(\.self) {
        #expect(tag.range.lowerBound <= tag.items.lowerBound)
        #expect(tag.items.upperBound <= tag.range.upperBound)
        var place = tag.items.lowerBound
        let items = Array(APEItems(GivenMedia(copy), of: tag, maxItems: Self.maxParts))
        for item in items {
          #expect(item.value.lowerBound >= place + 9)
          #expect(item.value.upperBound <= tag.items.upperBound)
          place = item.value.upperBound
        }
        maximumItems = max(maximumItems, items.count)
      }
    }
    #expect(maximumItems == 2)
  }

  // MARK: EBML

  /// An element with a size of eight bytes.
  private static func element(_ id: [UInt8], _ body: [UInt8]) -> [UInt8] {
    id + [1, 0, 0, 0] + TagMaker.plain(body.count) + body
  }

  private static func elements(_ ebml: inout EBML, in range: Range<Int64>) -> [UInt32] {
    var found: [UInt32] = []
    var place = range.lowerBound
    while let element = ebml.element(at: place, to: range.upperBound) {
      #expect(element.body.lowerBound >= place + 2)
      #expect(element.body.upperBound <= range.upperBound)
      found.append(element.id)
      if element.id == 0x1254_C367 { found += elements(&ebml, in: element.body) }
      guard element.isSized else { break }
      place = element.body.upperBound
    }
    return found
  }

  @Test("Elements stay in their parents")
  func elements() {
    let head = Self.element([0x1A, 0x45, 0xDF, 0xA3], [1, 2, 3])
    let child = Self.element([0x45, 0xA3], Array("name".utf8))
    let file = head + Self.element([0x12, 0x54, 0xC3, 0x67], child + child)
    let fields = [5, head.count + 5, head.count + 15, head.count + 15 + child.count]
    var ebml = EBML(GivenMedia(file), maxElements: Self.maxParts)
    let all = Self.elements(&ebml, in: 0..<Int64(file.count))
    #expect(all.count == 4)
    for copy in DamagedCopies.cut(file) + DamagedCopies.resized(file, at: fields, length: 7) {
      var ebml = EBML(GivenMedia(copy), maxElements: Self.maxParts)
      let found = Self.elements(&ebml, in: 0..<Int64(copy.count))
      #expect(found.count < Self.maxParts)
    }
  }

  // MARK: Frames

  @Test("Each header of a frame states a length that leads forward")
  func frameLengths() {
    for bits in UInt32(0)..<1 << 13 {
      guard let frame = MPEGFrame(header: 0xFFE0_0000 | bits << 8) else { continue }
      #expect((20...8_192).contains(frame.length))
      #expect((300...2_000).contains(frame.samples))
    }
    for size in 0..<1 << 13 {
      let bytes = [
        0xFF, 0xF1, 0x50, UInt8(size >> 11), UInt8(size >> 3 & 0xFF), UInt8(size & 7) << 5, 0,
      ]
      #expect(ADTSFrame(bytes, at: 0)?.length == (size < 7 ? nil : size))
      #expect(ADTSFrame(Array(bytes.dropLast()), at: 0) == nil)
    }
  }

  @Test("A cut header of a stream states nothing that is not there")
  func cutStreamHeader() throws {
    let frame = try #require(MPEGFrame(header: 0xFFFB_9064))
    let file =
      [0xFF, 0xFB, 0x90, 0x64] + [UInt8](repeating: 0, count: 32) + Array("Xing".utf8)
      + [0, 0, 0, 3] + [0xFF, 0xFF, 0xFF, 0xFF] + [0x7F, 0xFF, 0xFF, 0xFF]
    let whole = try #require(XingHeader(frame, file))
    #expect(whole.frames == 1 << 32 - 1)
    #expect(whole.bytes == 1 << 31 - 1)
    for copy in DamagedCopies.cut(file).dropLast() {
      let header = XingHeader(frame, copy)
      #expect(header?.bytes == nil)
      #expect(header?.frames == nil || copy.count >= 48)
    }
  }
}
