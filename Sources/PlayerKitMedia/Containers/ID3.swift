/// The header of an ID3v2 tag.
package struct ID3TagHeader: Sendable, Equatable {
  package static let length = 10

  /// The version after `2.`.
  package let version: UInt8
  private let flags: UInt8
  /// The length of the frames with their padding.
  package let bodyLength: Int64

  /// - Parameter head: the first bytes of the tag.
  /// - Returns: `nil` if libavformat finds no tag there.
  package init?<Bytes: RandomAccessCollection<UInt8>>(_ head: Bytes) where Bytes.Index == Int {
    guard head.has("ID3"), let version = head.uint8(at: 3), version < 0xFF,
      let revision = head.uint8(at: 4), revision < 0xFF, let flags = head.uint8(at: 5),
      let size = head.uint32(at: 6), size.isSevenBits
    else { return nil }
    (self.version, self.flags, bodyLength) = (version, flags, Int64(size.sevenBits))
  }

  /// The length of the whole tag, with its header and footer.
  package var tagLength: Int64 {
    bodyLength + Int64(hasFooter ? 2 * Self.length : Self.length)
  }

  /// Whether the version is one that exists.
  package var isKnown: Bool { (2...4).contains(version) }
  /// Whether zeros were inserted throughout the tag. In version 4, each frame states it, too.
  package var isUnsynchronized: Bool { flags & 0x80 != 0 }
  package var hasExtendedHeader: Bool { flags & 0x40 != 0 }
  /// Whether a copy of the header follows the frames.
  package var hasFooter: Bool { flags & 0x10 != 0 }
}

/// The header of a frame in an ID3v2 tag.
package struct ID3FrameHeader: Sendable, Equatable {
  /// Four letters; three in version 2.
  package let name: String
  /// The length of the header.
  package let length: Int
  /// The length of the body.
  package let size: Int64
  /// 0 in version 2.
  package let flags: UInt16
  /// Whether the name has only capital letters and digits.
  package let hasRegularName: Bool

  /// - Parameters:
  ///   - head: the first bytes of the frame.
  ///   - version: the version of the tag.
  /// - Returns: `nil` if the header is cut, or padding starts here.
  package init?<Bytes: RandomAccessCollection<UInt8>>(
    _ head: Bytes,
    version: UInt8
  ) where Bytes.Index == Int {
    length = Self.length(version: version)
    guard (2...4).contains(version), head.count >= length, let first = head.first, first != 0,
      let size = head.uint32(at: version == 2 ? 2 : 4)
    else { return nil }
    let letters = head.prefix(version == 2 ? 3 : 4)
    name = String(decoding: letters, as: UTF8.self)
    hasRegularName = letters.allSatisfy(Self.isRegular)
    flags = version == 2 ? 0 : head.uint16(at: 8) ?? 0
    self.size =
      switch version {
      case 2: Int64(size & 0xFF_FFFF)
      // Some taggers use all eight bits.
      case 4: Int64(size.isSevenBits ? size.sevenBits : size)
      default: Int64(size)
      }
  }

  package static func length(version: UInt8) -> Int { version == 2 ? 6 : 10 }

  /// Returns whether a byte may occur in the name of a frame.
  static func isRegular(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
  }
}

/// Reads consecutive frames of an ID3v2 tag. Padding, a truncated frame, or an implausible number
/// of frames ends the sequence.
package struct ID3FrameReader: Sequence, IteratorProtocol, Sendable {
  package struct Frame: Sendable, Equatable {
    package let header: ID3FrameHeader
    package let body: Range<Int64>
  }

  private let bytes: any RandomAccessBytes
  private let version: UInt8
  private let end: Int64
  private var place: Int64
  private var left: Int

  /// - Parameters:
  ///   - start: the offset of the tag.
  ///   - end: where its frames end at the latest.
  package init(
    _ bytes: any RandomAccessBytes,
    of tag: ID3TagHeader,
    at start: Int64,
    to end: Int64,
    maxFrames: Int
  ) {
    (self.bytes, version, self.end, left) = (bytes, tag.version, end, maxFrames)
    place = start + Int64(ID3TagHeader.length)
    guard tag.hasExtendedHeader, version > 2 else { return }
    let size = bytes.bytes(at: place, count: 4).uint32(at: 0) ?? 0
    place += version == 3 ? Int64(size) + 4 : Int64(size.sevenBits)
  }

  package mutating func next() -> Frame? {
    let length = ID3FrameHeader.length(version: version)
    guard left > 0, end - place >= Int64(length),
      let header = ID3FrameHeader(bytes.bytes(at: place, count: length), version: version),
      header.size <= end - place - Int64(length)
    else { return nil }
    left -= 1
    let body = place + Int64(length)
    place = body + header.size
    return Frame(header: header, body: body..<place)
  }
}

/// The texts in frames of ID3v2.
package enum ID3Text {
  /// Decodes texts that are separated by zeros.
  ///
  /// - Parameter encoding: the number in the frame. Unknown ones are read as UTF-8.
  package static func texts(_ bytes: ArraySlice<UInt8>, encoding: UInt8) -> [String] {
    switch encoding {
    case 0:
      return bytes.split(separator: 0, omittingEmptySubsequences: false).map { text in
        String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
      }
    case 1, 2:
      var isSwapped = encoding == 1 && isMarkMissing(bytes) && isLittleEndian(bytes)
      return units(bytes).split(separator: 0, omittingEmptySubsequences: false).map { text in
        // Each text may start with a byte order mark.
        if text.first == 0xFFFE { isSwapped = true }
        if text.first == 0xFEFF { isSwapped = false }
        let marks: [UInt16] = [0xFFFE, 0xFEFF]
        let units = marks.contains(text.first ?? 0) ? text.dropFirst() : text
        return String(decoding: units.map { isSwapped ? $0.byteSwapped : $0 }, as: UTF16.self)
      }
    default:
      return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    }
  }

  /// Returns whether UTF-16 has no byte order mark, which some taggers forget.
  package static func isMarkMissing(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    !bytes.starts(with: [0xFF, 0xFE]) && !bytes.starts(with: [0xFE, 0xFF])
  }

  /// Guesses the byte order of UTF-16 without a mark: most texts have characters below U+0100.
  package static func isLittleEndian(_ bytes: some RandomAccessCollection<UInt8>) -> Bool {
    var zeros = (0, 0)
    for (index, byte) in bytes.prefix(1_024).enumerated() where byte == 0 {
      if index % 2 == 0 { zeros.0 += 1 } else { zeros.1 += 1 }
    }
    return zeros.1 >= zeros.0
  }

  private static func units(_ bytes: ArraySlice<UInt8>) -> [UInt16] {
    stride(from: 0, to: bytes.count - 1, by: 2).map { bytes.uint16(at: $0) ?? 0 }
  }

  /// Removes the zeros that unsynchronization inserted.
  package static func synchronized(_ bytes: some Sequence<UInt8>) -> [UInt8] {
    var (result, last) = ([UInt8](), UInt8(0))
    result.reserveCapacity(bytes.underestimatedCount)
    for byte in bytes {
      if last != 0xFF || byte != 0 { result.append(byte) }
      last = byte
    }
    return result
  }
}
