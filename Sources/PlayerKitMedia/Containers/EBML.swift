/// The id and the length before the body of an EBML element.
package struct EBMLHeader: Sendable, Equatable {
  /// This many bytes contain any header.
  package static let maxLength = 12

  package let id: UInt32
  /// The length of the header.
  package let length: Int
  /// The length of the body; `nil` if unknown.
  package let bodyLength: Int64?

  /// - Parameter head: the first bytes of the element.
  /// - Returns: `nil` if the header is cut or invalid.
  package init?<Bytes: RandomAccessCollection<UInt8>>(_ head: Bytes) where Bytes.Index == Int {
    guard let first = head.uint8(at: 0), first >= 0x10 else { return nil }
    let idLength = first.leadingZeroBitCount + 1
    guard let second = head.uint8(at: idLength), second > 0 else { return nil }
    let sizeLength = second.leadingZeroBitCount + 1
    length = idLength + sizeLength
    guard head.count >= length else { return nil }
    id = head.prefix(idLength).reduce(0) { $0 << 8 | UInt32($1) }
    let mask = UInt64(1) << UInt64(7 * sizeLength) - 1
    let size =
      head.dropFirst(idLength).prefix(sizeLength).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } & mask
    bodyLength = size == mask ? nil : Int64(size)
  }
}

/// Reads the elements of EBML, the format below Matroska: an id, a length, and a body.
package struct EBML: Sendable {
  package struct Element: Sendable, Equatable {
    package let id: UInt32
    /// The range of the body. It extends to the end of the parent if the length is unknown.
    package let body: Range<Int64>
    /// Whether the length is known.
    package let isSized: Bool
  }

  private let bytes: any RandomAccessBytes
  /// The number of elements that may still be read.
  private var left: Int

  package init(_ bytes: any RandomAccessBytes, maxElements: Int) {
    (self.bytes, left) = (bytes, maxElements)
  }

  /// Returns the element at a position; `nil` if there is none or too many were read.
  package mutating func element(at place: Int64, to end: Int64) -> Element? {
    guard left > 0, place >= 0, place < end else { return nil }
    left -= 1
    let count = Int(min(Int64(EBMLHeader.maxLength), end - place))
    guard let header = EBMLHeader(bytes.bytes(at: place, count: count)) else { return nil }
    let start = place + Int64(header.length)
    let length = min(header.bodyLength ?? .max, end - start)
    return Element(
      id: header.id,
      body: start..<start + length,
      isSized: header.bodyLength != nil
    )
  }

  /// Visits the elements in a range. An element of unknown length is the last.
  package mutating func each(in range: Range<Int64>, _ visit: (inout EBML, Element) -> Bool) {
    var place = range.lowerBound
    while let element = element(at: place, to: range.upperBound) {
      guard visit(&self, element), element.isSized else { return }
      place = element.body.upperBound
    }
  }

  /// Reads a number; `nil` if it is too long.
  package func number(_ element: Element) -> UInt64? {
    guard element.body.count <= 8 else { return nil }
    return bytes.bytes(at: element.body.lowerBound, count: element.body.count)
      .reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Reads a text, truncated to a length.
  package func text(_ element: Element, longest: Int) -> String {
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
