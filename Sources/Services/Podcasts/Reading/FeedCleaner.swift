import Foundation
import PlayerKitPlaylists

/// Converts almost-XML to XML that a parser can read: valid UTF-8 without comments, declarations
/// and document types. Named references become characters, so that no entity can expand.
///
/// Delivers its output in pieces, and reads each byte once.
struct FeedCleaner {
  private static let pieceSize = 1 << 16
  /// HTML tags that are usually left unclosed in XML.
  private static let unclosed: [[UInt8]] = ["br", "hr", "img", "/br"].map { Array($0.utf8) }

  private let bytes: UnsafeRawBufferPointer
  private var index = 0
  private var piece: [UInt8] = []

  /// Cleans all of `data`. `take` returns whether to continue.
  static func clean(_ data: Data, _ take: (UnsafeRawBufferPointer) -> Bool) {
    data.withUnsafeBytes { bytes in
      var cleaner = FeedCleaner(bytes: bytes)
      cleaner.run(take)
    }
  }

  private init(bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
    // Anything before the first element is white space or a mistake.
    index = bytes.firstIndex(of: UInt8(ascii: "<")) ?? bytes.count
    piece.reserveCapacity(Self.pieceSize + 64)
  }

  private mutating func run(_ take: (UnsafeRawBufferPointer) -> Bool) {
    while index < bytes.count {
      step()
      guard piece.count >= Self.pieceSize else { continue }
      guard piece.withUnsafeBytes(take) else { return }
      piece.removeAll(keepingCapacity: true)
    }
    _ = piece.withUnsafeBytes(take)
  }

  private mutating func step() {
    switch bytes[index] {
    case UInt8(ascii: "<"): mark()
    case UInt8(ascii: "&"): reference()
    case UInt8(ascii: ">"):
      piece.append(bytes[index])
      index += 1
    default: text()
    }
  }

  // MARK: - Tags

  private mutating func mark() {
    if starts(with: "<!--") {
      index = end(of: "-->", from: index + 4)
    } else if starts(with: "<![CDATA[") {
      literal(upTo: "]]>", from: index + 9)
    } else if starts(with: "<?") {
      index = end(of: "?>", from: index + 2)
    } else if starts(with: "<!") {
      documentType()
    } else if index + 1 < bytes.count, beginsName(bytes[index + 1]) {
      if isUnclosed {
        index = end(of: ">", from: index)
        piece.append(UInt8(ascii: "\n"))
      } else {
        piece.append(bytes[index])
        index += 1
      }
    } else {
      piece += Array("&lt;".utf8)
      index += 1
    }
  }

  private func beginsName(_ byte: UInt8) -> Bool {
    switch byte {
    // Other characters may be removed, and the ones after them would then follow the `<`.
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
    case UInt8(ascii: "/"), UInt8(ascii: "_"), UInt8(ascii: ":"): true
    default: false
    }
  }

  private var isUnclosed: Bool {
    Self.unclosed.contains { name in
      let last = index + 1 + name.count
      guard last < bytes.count, bytes[index + 1..<last].elementsEqual(name) else { return false }
      return [UInt8(ascii: ">"), UInt8(ascii: "/"), 0x20, 0x0A, 0x0D, 0x09].contains(bytes[last])
    }
  }

  /// Skips a document type with its declarations.
  private mutating func documentType() {
    var isInside = false
    while index < bytes.count {
      let byte = bytes[index]
      index += 1
      if byte == UInt8(ascii: "[") { isInside = true }
      if byte == UInt8(ascii: "]") { isInside = false }
      if byte == UInt8(ascii: ">"), !isInside { return }
    }
  }

  private mutating func literal(upTo mark: StaticString, from start: Int) {
    let close = end(of: mark, from: start)
    let isClosed = close >= start + 3 && closes(mark, at: close)
    let last = isClosed ? close - 3 : close
    index = min(start, last)
    piece += Array("<![CDATA[".utf8)
    while index < last { text(before: last, isLiteral: true) }
    piece += Array("]]>".utf8)
    index = close
  }

  private func closes(_ mark: StaticString, at end: Int) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard end >= count else { return false }
    return matches(mark, at: end - count)
  }

  private mutating func escape(_ text: StaticString) {
    text.withUTF8Buffer { piece += $0 }
    index += 1
  }

  // MARK: - Text

  /// Whether the name of a reference may contain the byte.
  private static func isNamed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "#"):
      true
    default: false
    }
  }

  private mutating func reference() {
    let name = bytes[(index + 1)...].prefix(32).prefix(while: Self.isNamed)
    guard !name.isEmpty, name.endIndex < bytes.count, bytes[name.endIndex] == UInt8(ascii: ";")
    else { return escape("&amp;") }
    let word = String(decoding: name, as: UTF8.self)
    guard let scalar = FeedWords.scalar(word) else {
      // Drop numeric references to invalid characters, and keep other text.
      guard FeedWords.isNumber(word) else { return escape("&amp;") }
      index = name.endIndex + 1
      return
    }
    switch scalar {
    case "&": piece += Array("&amp;".utf8)
    case "<": piece += Array("&lt;".utf8)
    case ">": piece += Array("&gt;".utf8)
    case "\"": piece += Array("&quot;".utf8)
    case "'": piece += Array("&apos;".utf8)
    default: piece += Array(String(Character(scalar)).utf8)
    }
    index = name.endIndex + 1
  }

  private mutating func text() { text(before: bytes.count) }

  /// Whether the byte has no special meaning in XML.
  private static func isPlain(_ byte: UInt8, _ isLiteral: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "<"), UInt8(ascii: "&"), UInt8(ascii: ">"): isLiteral
    case 0x80...: false
    case 0x20..., 0x09, 0x0A, 0x0D: true
    default: false
    }
  }

  /// Copies a run of plain characters, or one other character.
  private mutating func text(before end: Int, isLiteral: Bool = false) {
    let byte = bytes[index]
    guard byte >= 0x80 else {
      var last = index
      while last < end, last - index < 4_096, Self.isPlain(bytes[last], isLiteral) {
        last += 1
      }
      piece += bytes[index..<last]
      // Skip invalid bytes.
      index = last > index ? last : index + 1
      return
    }
    let length = byte >= 0xF0 ? 4 : byte >= 0xE0 ? 3 : byte >= 0xC2 ? 2 : 1
    let character = bytes[index..<min(index + length, end)]
    if length > 1, character.count == length,
      let text = String(validating: character, as: UTF8.self),
      text.unicodeScalars.count == 1
    {
      if text.unicodeScalars.allSatisfy(FeedWords.isText) { piece += character }
      index += length
    } else {
      piece += Array(WindowsText.decode([byte]).utf8)
      index += 1
    }
  }

  // MARK: - Matching

  private func starts(with mark: StaticString) -> Bool { matches(mark, at: index) }

  private func matches(_ mark: StaticString, at place: Int) -> Bool {
    let count = mark.utf8CodeUnitCount
    guard place >= 0, place + count <= bytes.count else { return false }
    return mark.withUTF8Buffer { bytes[place..<place + count].elementsEqual($0) }
  }

  /// Returns the position after the next mark, or the end of the data.
  private func end(of mark: StaticString, from start: Int) -> Int {
    let count = mark.utf8CodeUnitCount
    let first = mark.withUTF8Buffer { $0[0] }
    var place = start
    while place + count <= bytes.count {
      if bytes[place] == first, matches(mark, at: place) { return place + count }
      place += 1
    }
    return bytes.count
  }
}
