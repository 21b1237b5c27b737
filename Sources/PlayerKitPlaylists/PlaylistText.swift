/// The text of a list, whatever it is written in: UTF-8, UTF-16, or Windows-1252 where it is neither.
///
/// Lines end in LF, CR or CRLF. A line that is no UTF-8 is of Windows, so that one odd title spoils no
/// other.
struct PlaylistText: Sequence {
  /// One line.
  struct Line {
    let text: String
    /// Whether it is longer than a line may be. Then the rest is left out.
    let isCut: Bool
  }

  /// The most bytes of a line.
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

  /// All of it as UTF-8.
  var utf8: [UInt8] {
    if String(validating: bytes, as: UTF8.self) != nil { return Array(bytes) }
    var result: [UInt8] = []
    var rest = bytes
    while !rest.isEmpty {
      let end = rest.firstIndex(of: 0x0A) ?? rest.endIndex
      result += Array(Self.decode(rest[rest.startIndex..<end]).utf8)
      guard end < rest.endIndex else { break }
      result.append(0x0A)
      rest = rest[(end + 1)...]
    }
    return result
  }

  /// The first byte that is no white space.
  var firstByte: UInt8? { bytes.first { $0 > 0x20 } }

  /// The beginning, without white space before it.
  var head: String {
    let head = Self.isText(Array(bytes.prefix(1_024))) ? bytes.prefix(1_024) : []
    return Self.decode(Self.whole(head.drop { $0 <= 0x20 }))
  }

  /// Whether it may be text: nothing in it that no text has.
  static func isText(_ bytes: [UInt8]) -> Bool {
    if isBigEndian(bytes[...]) != nil { return true }
    return bytes.allSatisfy { $0 >= 0x20 || (0x09...0x0D).contains($0) || $0 == 0x1A }
  }

  func makeIterator() -> AnyIterator<Line> {
    var rest = bytes
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
        return Line(text: Self.trimmed(Self.decode(line)), isCut: false)
      }
      let cut = Self.whole(line.prefix(Self.longestLine))
      return Line(text: Self.trimmed(Self.decode(cut)), isCut: true)
    }
  }

  // MARK: - Parts

  static func trimmed(_ text: some StringProtocol) -> String {
    let text = text.drop(while: \.isWhitespace)
    guard let last = text.lastIndex(where: { !$0.isWhitespace && $0 != "\u{1A}" && $0 != "\0" })
    else { return "" }
    return String(text[...last])
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    String(validating: bytes, as: UTF8.self) ?? WindowsText.decode(bytes)
  }

  /// Without the bytes of a character that was cut.
  private static func whole(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let lead = bytes.suffix(4).lastIndex(where: { $0 & 0xC0 != 0x80 }) else { return bytes }
    let length = bytes[lead] < 0xC0 ? 1 : bytes[lead] < 0xE0 ? 2 : bytes[lead] < 0xF0 ? 3 : 4
    return bytes.endIndex - lead < length ? bytes[..<lead] : bytes
  }

  /// The order of the bytes of UTF-16; `nil` where it is none.
  private static func isBigEndian(_ bytes: ArraySlice<UInt8>) -> Bool? {
    if bytes.starts(with: [0xFE, 0xFF]) { return true }
    if bytes.starts(with: [0xFF, 0xFE]) { return false }
    // Without a mark: lists begin with a few characters of ASCII.
    let first = Array(bytes.prefix(8))
    guard first.count == 8 else { return nil }
    let zeros = first.map { $0 == 0 }
    if zeros == [true, false, true, false, true, false, true, false] { return true }
    if zeros == [false, true, false, true, false, true, false, true] { return false }
    return nil
  }

  private static func utf8(_ bytes: ArraySlice<UInt8>, isBigEndian: Bool) -> [UInt8] {
    let bytes = Array(bytes)
    let units = stride(from: 0, to: bytes.count - 1, by: 2).map { index -> UInt16 in
      let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
      return isBigEndian ? first << 8 | second : second << 8 | first
    }
    let text = units.first == 0xFEFF ? units.dropFirst() : units[...]
    return Array(String(decoding: text, as: UTF16.self).utf8)
  }
}
