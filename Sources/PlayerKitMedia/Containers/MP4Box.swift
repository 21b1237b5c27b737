/// The header of an MP4 box.
package struct MP4BoxHeader: Sendable, Equatable {
  /// This many bytes contain any header.
  package static let maxLength = 16

  /// The four letters.
  package let kind: String
  /// The length of the header: 8 bytes, or 16 with a long size.
  package let length: Int
  /// The length of the whole box; `nil` if the box extends to the end of its container.
  package let boxLength: UInt64?

  /// - Parameter head: the first bytes of the box.
  /// - Returns: `nil` if the header is cut, or longer than its box.
  package init?<Bytes: RandomAccessCollection<UInt8>>(_ head: Bytes) where Bytes.Index == Int {
    guard let length = Self.length(of: head), let size = head.uint32(at: 0),
      let kind = head.fourCharacters(at: 4)
    else { return nil }
    let boxLength = size == 1 ? head.uint64(at: 8) : UInt64(size)
    guard let boxLength, size == 0 || boxLength >= UInt64(length) else { return nil }
    (self.kind, self.length, self.boxLength) = (kind, length, size == 0 ? nil : boxLength)
  }

  /// Returns the length of the header that starts with these bytes; `nil` for fewer than eight.
  package static func length<Bytes: RandomAccessCollection<UInt8>>(
    of head: Bytes
  ) -> Int? where Bytes.Index == Int {
    guard head.count >= 8, let size = head.uint32(at: 0) else { return nil }
    return size == 1 ? 16 : 8
  }
}

/// A box of an MP4 in memory.
struct MP4Box: Sendable {
  let kind: String
  let body: ArraySlice<UInt8>
  /// The start of its header.
  let start: Int
}

/// Reads consecutive boxes in memory. A truncated box or an impossible length ends the sequence,
/// and so does an implausible number of boxes.
struct MP4Boxes: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>
  private var left = 4_096

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() -> MP4Box? {
    guard left > 0, let header = MP4BoxHeader(rest) else { return nil }
    left -= 1
    let length = header.boxLength ?? UInt64(rest.count)
    guard length <= UInt64(rest.count) else {
      rest = []
      return nil
    }
    let body = rest.prefix(Int(length)).dropFirst(header.length)
    let box = MP4Box(kind: header.kind, body: body, start: rest.startIndex)
    rest = rest.dropFirst(Int(length))
    return box
  }
}

extension ArraySlice<UInt8> {
  /// Returns the content of the first box at the end of a path of kinds.
  func box(_ path: String...) -> ArraySlice<UInt8>? {
    var body = self
    for kind in path {
      guard let box = MP4Boxes(body).first(where: { $0.kind == kind }) else { return nil }
      body = box.body
    }
    return body
  }
}

/// Reads the boxes of media with random access. Boxes are clipped to their containers, as in
/// libavformat.
package struct MP4BoxReader: Sendable {
  package struct Box: Sendable, Equatable {
    package let header: MP4BoxHeader
    /// The start of its header.
    package let start: Int64
    package let body: Range<Int64>
    /// Whether its length exceeds the container.
    package let isClipped: Bool

    package var kind: String { header.kind }
    /// The offset of its four letters.
    package var name: Int64 { start + 4 }
    package var length: Int64 { body.upperBound - body.lowerBound }
  }

  private let bytes: any RandomAccessBytes
  /// The number of boxes that may still be read.
  package private(set) var left: Int

  package init(_ bytes: any RandomAccessBytes, maxBoxes: Int) {
    (self.bytes, left) = (bytes, maxBoxes)
  }

  /// Returns the box at an offset; `nil` if there is none, or too many boxes were read.
  package mutating func box(at start: Int64, to end: Int64) -> Box? {
    guard left > 0, start >= 0, end >= 8, start <= end - 8 else { return nil }
    left -= 1
    let room = end - start
    let head = bytes.bytes(at: start, count: Int(min(Int64(MP4BoxHeader.maxLength), room)))
    guard let header = MP4BoxHeader(head) else { return nil }
    let length = header.boxLength.map { Int64(clamping: $0) } ?? room
    return Box(
      header: header,
      start: start,
      body: start + Int64(header.length)..<start + min(length, room),
      isClipped: length > room
    )
  }
}
