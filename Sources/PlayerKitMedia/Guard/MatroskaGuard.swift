import PlayerKit

/// Counts the tags of Matroska, anywhere in the media.
///
/// Bytes may come in pieces.
struct MatroskaGuard: Sendable {
  private static let maxTags = 5_000
  private static let tags: UInt32 = 0x1254_C367
  /// The element with the name of a tag. UTF-8 can't contain these bytes.
  private static let name: [UInt8] = [0x45, 0xA3]
  private static let headLength = EBMLHeader.maxLength

  /// The last bytes before ``position``.
  private var carry: [UInt8] = []
  private var position: Int64 = 0
  private var isMatroska = false
  private var range: Range<Int64> = 0..<0
  private var count = 0

  mutating func check(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws(PlayerError) {
    if offset == 0, piece.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { isMatroska = true }
    guard isMatroska, !piece.isEmpty else { return }
    if offset != position { carry = [] }
    var bytes = carry
    bytes.append(contentsOf: piece)
    let start = offset - Int64(carry.count)
    let seen = carry.count
    position = offset + Int64(piece.count)
    carry = Array(bytes.suffix(Self.headLength - 1))
    for place in Places(of: 0x12, in: bytes, bytes.indices)
    where place + Self.headLength > seen && place + Self.headLength <= bytes.count {
      findTags(bytes[place..<place + Self.headLength], at: start + Int64(place))
    }
    let end = min(Int64(bytes.count), range.upperBound - start)
    let from = max(0, range.lowerBound - start)
    guard from < end else { return }
    for place in Places(of: Self.name[0], in: bytes, Int(from)..<Int(end))
    where place + 2 > seen && place + 2 <= bytes.count && bytes[place + 1] == Self.name[1] {
      count += 1
    }
    guard count <= Self.maxTags else {
      throw PlayerError(.unsupportedFormat, "The media has too many tags.")
    }
  }

  private mutating func findTags(_ head: ArraySlice<UInt8>, at place: Int64) {
    guard let header = EBMLHeader(head), header.id == Self.tags else { return }
    let start = place + Int64(header.length)
    let end = header.bodyLength.map { start + min($0, .max - start) } ?? .max
    guard !range.contains(place) || place == range.lowerBound else { return }
    (range, count) = (place..<end, 0)
  }
}
