import PlayerKitSystem

/// The text of a list in UTF-8, UTF-16, or a detected encoding.
///
/// Lines end in LF, CR or CRLF. Each valid UTF-8 line is read as UTF-8, so that one odd title does
/// not spoil the others.
struct PlaylistText: Sequence {
  /// One line.
  struct Line {
    let text: String
    /// The text, with bytes that are not UTF-8 encoded as ``FileName`` does.
    let written: String
    /// Whether the line was longer than allowed, and cut.
    let isCut: Bool
  }

  /// The maximum number of bytes of a line.
  static let longestLine = 8_192

  private let bytes: ArraySlice<UInt8>

  init(_ bytes: ArraySlice<UInt8>) {
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) {
      self.bytes = bytes.dropFirst(3)
    } else if let isBigEndian = Self.isBigEndian(bytes) {
      self.bytes = Self.utf8(bytes, isBigEndian: isBigEndian)[...]
    } else {
      self.bytes = bytes
    }
  }

  /// The whole text as UTF-8.
  var utf8: [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return Array(bytes) }
    if let name = declaredEncoding, let text = TextEncoding.text(of: Array(bytes), in: name) {
      return Array(text.utf8)
    }
    let encoding = encoding
    var result: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      result += Array(Self.decode(rest[rest.startIndex..<end], encoding).utf8)
      guard end < rest.endIndex else { break }
      result.append(0x0A)
      rest = rest[(end + 1)...]
    }
    return result
  }

  /// The encoding of the lines that are not UTF-8.
  private var encoding: TextEncoding {
    guard String(validating: bytes, as: UTF8.self) == nil else { return .windows1252 }
    var odd: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty, odd.count < 64 << 10 {
      let line = rest.prefix { $0 != 0x0A && $0 != 0x0D }
      if line.count <= Self.longestLine, String(validating: line, as: UTF8.self) == nil {
        odd += line + [0x0A]
      }
      rest = rest[line.endIndex...].dropFirst()
    }
    return TextEncoding(detecting: odd)
  }

  /// The encoding that XML declares: `<?xml version="1.0" encoding="windows-1251"?>`.
  private var declaredEncoding: String? {
    let head = String(decoding: bytes.prefix(200).prefix { $0 != UInt8(ascii: ">") }, as: UTF8.self)
    guard let start = head.firstRange(of: "encoding=") else { return nil }
    let name = head[start.upperBound...].dropFirst().prefix { $0 != "\"" && $0 != "'" }
    let isName = name.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || "-_".contains($0)) }
    return isName && !name.isEmpty ? String(name) : nil
  }

  /// The first byte after white space.
  var firstByte: UInt8? { bytes.first { $0 > 0x20 } }

  /// The start of the text, without leading white space.
  var head: String {
    let head = Self.isText(Array(bytes.prefix(1_024))) ? bytes.prefix(1_024) : []
    return Self.decode(Self.whole(head.drop { $0 <= 0x20 }), .windows1252)
  }

  /// Returns whether the bytes may be text: they contain no control bytes that text does not use.
  static func isText(_ bytes: [UInt8]) -> Bool {
    if isBigEndian(bytes[...]) != nil { return true }
    // Some programs pad a list with zeros.
    guard let end = bytes.lastIndex(where: { $0 != 0 }) else { return bytes.isEmpty }
    return bytes[...end].allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1A }
  }

  func makeIterator() -> AnyIterator<Line> {
    var rest = bytes
    let encoding = encoding
    return AnyIterator {
      guard !rest.isEmpty else { return nil }
      let end = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? rest.endIndex
      let line = rest[rest.startIndex..<end]
      var next = end
      if next < rest.endIndex {
        next += 1
        if rest[end] == 0x0D, next < rest.endIndex, rest[next] == 0x0A { next += 1 }
      }
      rest = rest[next...]
      guard line.count > Self.longestLine else {
        return Self.line(line, encoding, isCut: false)
      }
      return Self.line(Self.whole(line.prefix(Self.longestLine)), encoding, isCut: true)
    }
  }

  // MARK: - Parts

  private static func line(
    _ bytes: ArraySlice<UInt8>,
    _ encoding: TextEncoding,
    isCut: Bool
  ) -> Line {
    let text = trimmed(decode(bytes, encoding))
    let isUTF8 = String(validating: bytes, as: UTF8.self) != nil
    return Line(
      text: text,
      written: isUTF8 ? text : trimmed(FileName.text(bytes)),
      isCut: isCut
    )
  }

  static func trimmed(_ text: some StringProtocol) -> String {
    let text = text.drop { $0.isWhitespace || $0 == "\u{FEFF}" }
    guard let last = text.lastIndex(where: { !$0.isWhitespace && $0 != "\u{1A}" && $0 != "\0" })
    else { return "" }
    return String(text[...last])
  }

  private static func decode(_ bytes: ArraySlice<UInt8>, _ encoding: TextEncoding) -> String {
    String(validating: bytes, as: UTF8.self) ?? encoding.decode(bytes)
  }

  /// Returns the bytes without a truncated last character.
  private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
    let length = bytes[lead] < 0xC0 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
    return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
  }

  /// The byte order of UTF-16; `nil` if it is not UTF-16.
  private static func isBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool? {
    if let isBigEndian = TextEncoding.isMarkedBigEndian(bytes) { return isBigEndian }
    // There is no byte order mark, but lists start with a few ASCII characters.
    let first = Array(bytes.prefix(8))
    guard first.count == 8 else { return nil }
    let zeros = first.map { $0 == 0 }
    if zeros == [true, false, true, false, true, false, true, false] { return true }
    if zeros == [false, true, false, true, false, true, false, true] { return false }
    return nil
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let isMarked = TextEncoding.isMarkedBigEndian(bytes) != nil
    let text = isMarked ? bytes.dropFirst(2) : bytes
    return Array(TextEncoding.utf16(text, isBigEndian: isBigEndian).utf8)
  }
}
