/// Reads the elements of EBML, the format below Matroska: an id, a length, and a body.
struct EBML {
  struct Element {
    let id: UInt32
    /// The range of the body. It extends to the end of the parent if the length is unknown.
    let body: Range<Int64>
    /// Whether the length is known.
    let isSized: Bool
  }

  private let bytes: MediaBytes
  /// The number of elements that may still be read.
  private var left: Int

  init(_ bytes: MediaBytes, atMost count: Int) { (self.bytes, left) = (bytes, count) }

  /// Returns the element at a position; `nil` if there is none or too many were read.
  mutating func element(at place: Int64, to end: Int64) -> Element? {
    guard left > 0, place >= 0, place < end else { return nil }
    left -= 1
    let head = bytes.bytes(at: place, count: Int(min(12, end - place)))
    guard let first = head.first, first >= 0x10 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    guard head.count > idLength, head[idLength] > 0 else { return nil }
    let sizeLength = head[idLength].leadingZeroBitCount + 1
    guard head.count >= idLength + sizeLength else { return nil }
    let id = head[..<idLength].reduce(UInt32(0)) { $0 << 8 | UInt32($1) }
    let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
    let size =
      head[idLength..<idLength + sizeLength].reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
    let start = place + Int64(idLength + sizeLength)
    guard size != mask else {
      return Element(id: id, body: start..<max(start, end), isSized: false)
    }
    let length = min(size, UInt64(max(0, end - start)))
    return Element(id: id, body: start..<start + Int64(length), isSized: true)
  }

  /// Visits the elements in a range. An element of unknown length is the last.
  mutating func each(in range: Range<Int64>, _ visit: (inout EBML, Element) -> Bool) {
    var place = range.lowerBound
    while let element = element(at: place, to: range.upperBound) {
      guard visit(&self, element), element.isSized else { return }
      place = element.body.upperBound
    }
  }

  /// Reads a number; `nil` if it is too long.
  func number(_ element: Element) -> UInt64? {
    guard element.body.count <= 8 else { return nil }
    return bytes.bytes(at: element.body.lowerBound, count: element.body.count)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a text, truncated to a length.
  func text(_ element: Element, longest: Int) -> String {
    var text: [UInt8] = []
    let count = min(element.body.count, longest)
    while text.count < count {
      // Read in short pieces, because a long read counts as a picture.
      let part = bytes.bytes(
        at: element.body.lowerBound + Int64(text.count),
        count: min(32 << 10, count - text.count)
      )
      if part.isEmpty { break }
      text += part
    }
    return String(decoding: text.prefix { $0 != 0 }, as: UTF8.self)
  }
}
