/// Picks the index of an MP4 file (the box `moov`) out of the bytes that libmpv reads anyway, wherever
/// in the file it stands. Pure; asks for no byte itself.
///
/// Bytes may come in pieces and any order, as long as each piece that matters comes at last: libmpv
/// goes from box to box itself, and reads the whole index before it plays.
package struct MP4IndexFinder: Sendable {
  /// More than the index of ten hours in packets of 20 ms.
  package static let largestIndex = 16 << 20

  private enum Part: Sendable {
    case header
    case index
    case nothing
  }

  /// Where the part that is looked for begins, and how much of it is here.
  private var start: Int64 = 0
  private var bytes: [UInt8] = []
  private var length = 8
  private var part = Part.header

  package init() {}

  /// Whether there is nothing to look for any more.
  package var isDone: Bool { part == .nothing }

  /// Whether what is looked for is the inside of the index itself, and no box's header.
  package var isInIndex: Bool { part == .index }

  /// Where the bytes are that are looked for next; `nil`: none are.
  package var wanted: Int64? { isDone ? nil : start + Int64(bytes.count) }

  /// Reads bytes that stand at `offset` of the file.
  ///
  /// - Returns: what is inside of the index, once, when all of it is here.
  package mutating func consume(_ piece: UnsafeRawBufferPointer, at offset: Int64) -> [UInt8]? {
    while !isDone {
      let distance = start + Int64(bytes.count) - offset
      guard distance >= 0, distance < Int64(piece.count) else { return nil }
      bytes.append(contentsOf: piece[Int(distance)...].prefix(length - bytes.count))
      guard bytes.count == length else { return nil }
      switch part {
      case .header:
        readHeader()
      case .index:
        part = .nothing
        defer { bytes = [] }
        return bytes
      case .nothing:
        return nil
      }
    }
    return nil
  }

  private mutating func readHeader() {
    guard let size = bytes[...].uint32(at: 0), let kind = bytes[...].fourCharacters(at: 4),
      start > 0 || Self.first.contains(kind)
    else { return finish() }
    if size == 1, length == 8 {
      length = 16  // its size follows
      return
    }
    let whole = size == 1 ? bytes[...].uint64(at: 8) : UInt64(size)
    // A size of 0 means "to the end of the file", where no other box follows.
    guard let whole, whole >= UInt64(length), whole < UInt64(Int64.max - start) else {
      return finish()
    }
    if kind == "moov" {
      guard whole - UInt64(length) <= UInt64(Self.largestIndex), whole > UInt64(length) else {
        return finish()
      }
      start += Int64(length)
      length = Int(whole) - length
      part = .index
    } else {
      start += Int64(whole)
      length = 8
    }
    bytes = []
  }

  private mutating func finish() {
    part = .nothing
    bytes = []
  }

  /// With which boxes a file begins; anything else is no MP4.
  private static let first: Set<String> = ["ftyp", "moov", "mdat", "free", "skip", "wide"]
}
