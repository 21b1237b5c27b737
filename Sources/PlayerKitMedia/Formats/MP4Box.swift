/// A box of an MP4 file: a four-letter kind and its content.
struct MP4Box: Sendable {
  let kind: String
  let body: ArraySlice<UInt8>
  /// The start of its header.
  let start: Int
}

/// Reads consecutive boxes. A truncated box or an impossible length ends the sequence, and so does
/// an implausible number of boxes.
struct MP4Boxes: Sequence, IteratorProtocol, Sendable {
  private var rest: ArraySlice<UInt8>
  private var left = 4_096

  init(_ bytes: ArraySlice<UInt8>) {
    rest = bytes
  }

  mutating func next() -> MP4Box? {
    guard left > 0, let size = rest.uint32(at: 0), let kind = rest.fourCharacters(at: 4) else {
      return nil
    }
    left -= 1
    let header = size == 1 ? 16 : 8
    let whole: UInt64? =
      switch size {
      case 0: UInt64(rest.count)
      case 1: rest.uint64(at: 8)
      default: UInt64(size)
      }
    guard let whole, whole >= UInt64(header), whole <= UInt64(rest.count) else {
      rest = []
      return nil
    }
    let body = rest.prefix(Int(whole)).dropFirst(header)
    let box = MP4Box(kind: kind, body: body, start: rest.startIndex)
    rest = rest.dropFirst(Int(whole))
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

/// Big-endian numbers and letters in bytes; `nil` if there are not enough bytes.
extension RandomAccessCollection<UInt8> where Index == Int {
  func uint8(at offset: Int) -> UInt8? {
    offset >= 0 && offset < count ? self[startIndex + offset] : nil
  }

  func uint16(at offset: Int) -> UInt16? { integer(at: offset) }
  func uint32(at offset: Int) -> UInt32? { integer(at: offset) }
  func uint64(at offset: Int) -> UInt64? { integer(at: offset) }

  /// Returns whether these letters are at an offset.
  func has(_ letters: String, at offset: Int = 0) -> Bool {
    dropFirst(offset).starts(with: letters.utf8)
  }

  func fourCharacters(at offset: Int) -> String? {
    guard offset >= 0, offset <= count - 4 else { return nil }
    return String(decoding: dropFirst(offset).prefix(4), as: UTF8.self)
  }

  private func integer<Integer: FixedWidthInteger & UnsignedInteger>(at offset: Int) -> Integer? {
    let size = Integer.bitWidth / 8
    guard offset >= 0, offset <= count - size else { return nil }
    return dropFirst(offset).prefix(size).reduce(0) { $0 << 8 | Integer($1) }
  }
}
