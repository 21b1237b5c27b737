/// The position of an APEv2 tag.
package struct APETag: Sendable, Equatable {
  /// The length of a header, and of a footer.
  package static let markLength = 32

  /// The whole tag.
  package let range: Range<Int64>
  /// Its items.
  package let items: Range<Int64>
  /// The number of items.
  package let count: Int

  private static let length = Int64(markLength)

  /// - Parameter place: the offset of the header.
  package init?(header: [UInt8], at place: Int64) {
    guard let (size, count, flags) = Self.read(header), flags & 1 << 29 != 0,
      place <= .max - Self.length - size
    else { return nil }
    self.count = count
    range = place..<place + Self.length + size
    items = place + Self.length..<max(range.upperBound - Self.length, place + Self.length)
  }

  package init?(footer: [UInt8], endingAt end: Int64) {
    guard let (size, count, flags) = Self.read(footer), flags & 1 << 29 == 0,
      size >= Self.length
    else { return nil }
    let start = end - size - (flags & 1 << 31 != 0 ? Self.length : 0)
    guard start >= 0 else { return nil }
    self.count = count
    range = start..<end
    items = end - size..<end - Self.length
  }

  /// Returns its size without a header, the number of items, and its flags.
  private static func read(_ bytes: [UInt8]) -> (Int64, Int, UInt32)? {
    guard bytes.has("APETAGEX"), let size = bytes.little32(at: 12),
      let count = bytes.little32(at: 16), let flags = bytes.little32(at: 20)
    else { return nil }
    return (Int64(size), Int(count), flags)
  }
}

/// Reads the items of an APEv2 tag. A truncated item or an implausible number of items ends the
/// sequence.
package struct APEItems: Sequence, IteratorProtocol, Sendable {
  package struct Item: Sendable, Equatable {
    package let key: String
    /// Whether its value is text.
    package let isText: Bool
    package let value: Range<Int64>
  }

  private static let maxKey = 255

  private let bytes: any RandomAccessBytes
  private let end: Int64
  private var place: Int64
  private var left: Int

  package init(_ bytes: any RandomAccessBytes, of tag: APETag, maxItems: Int) {
    (self.bytes, place, end) = (bytes, tag.items.lowerBound, tag.items.upperBound)
    left = Swift.min(tag.count, maxItems)
  }

  package mutating func next() -> Item? {
    guard left > 0, place < end else { return nil }
    left -= 1
    let count = Int(Swift.min(Int64(8 + Self.maxKey + 1), end - place))
    let head = bytes.bytes(at: place, count: count)
    guard let size = head.little32(at: 0), let flags = head.little32(at: 4),
      let zero = head[8...].firstIndex(of: 0), Int64(size) <= end - place - Int64(zero) - 1
    else { return nil }
    let start = place + Int64(zero) + 1
    place = start + Int64(size)
    return Item(
      key: String(decoding: head[8..<zero], as: UTF8.self),
      isText: flags & 6 == 0,
      value: start..<place
    )
  }
}
