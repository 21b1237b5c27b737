/// Finds the index of an MP4 file (the box `moov`) in the bytes that libmpv reads anyway, wherever
/// it is in the file. Pure; requests no bytes itself.
///
/// Bytes may arrive in pieces and in any order, as long as each needed piece arrives: libmpv itself
/// goes from box to box and reads the whole index before it plays.
package struct MP4IndexFinder: Sendable {
  /// Larger than the index of ten hours in packets of 20 ms.
  package static let largestIndex = 16 << 20

  private enum Part: Sendable {
    case header
    case index
    case nothing
  }

  /// The start of the wanted part, and its bytes so far.
  private var start: Int64 = 0
  private var bytes: [UInt8] = []
  private var length = 8
  private var part = Part.header

  package init() {}

  /// Whether the search has ended.
  package var isDone: Bool { part == .nothing }

  /// Whether the wanted part is the content of the index rather than a box header.
  package var isInIndex: Bool { part == .index }

  /// The offset of the bytes needed next; `nil` if none are.
  package var wanted: Int64? { isDone ? nil : start + Int64(bytes.count) }

  /// Reads bytes at `offset` of the file.
  ///
  /// - Returns: the content of the index, once, when it is complete.
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
    guard let headerLength = MP4BoxHeader.length(of: bytes),
      start > 0 || bytes.fourCharacters(at: 4).map(Self.first.contains) == true
    else { return finish() }
    guard bytes.count >= headerLength else {
      length = headerLength  // Its size follows.
      return
    }
    // After a box that extends to the end of the file, no other box follows.
    guard let header = MP4BoxHeader(bytes), let whole = header.boxLength,
      whole < UInt64(Int64.max - start)
    else { return finish() }
    if header.kind == "moov" {
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

  /// The kinds of box that can start an MP4 file.
  private static let first: Set<String> = ["ftyp", "moov", "mdat", "free", "skip", "wide"]
}
