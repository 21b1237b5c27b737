/// Repairs the frames of an ID3v2 tag that TagLib cannot read.
///
/// TagLib stops at an empty frame, and misreads extended headers. It reads nested chapters
/// recursively without a limit, and inflates frames to any length. It drops words in parentheses
/// from genres.
enum ID3Frames {
  private static let mostFrames = 30_000
  private static let mostNested = 1_000
  private static let mostInflated: Int64 = 16 << 10
  /// A placeholder for a parenthesis in a genre; see ``TagGenres``.
  static let parenthesis: UInt8 = 1

  /// - Parameters:
  ///   - head: The header of the tag.
  ///   - body: The rest of the tag.
  static func mend(_ head: [UInt8], _ body: UnsafeMutableRawBufferPointer) {
    var place = 0
    if isInPlace(head) {
      if hasDroppedExtension(head) { dropExtension(head, body) }
      place = mend(body, version: head[3])
    }
    dropNested(UnsafeMutableRawBufferPointer(rebasing: body[place...]), atMost: mostNested)
  }

  /// Whether the frames are at their nominal positions: no unsynchronization bytes all over the tag
  /// shift them.
  private static func isInPlace(_ head: [UInt8]) -> Bool {
    guard head.count == 10, (2...4).contains(head[3]), head[3] > 2 || head[5] & 0x40 == 0 else {
      return false
    }
    return head[3] == 4 || head[5] & 0x80 == 0
  }

  /// Returns whether ``mend(_:_:)`` removes an extended header, so that the header must not
  /// announce one. TagLib misreads its length in version 3, and then misses the last frames.
  static func hasDroppedExtension(_ head: [UInt8]) -> Bool {
    isInPlace(head) && head[5] & 0x40 != 0
  }

  private static func dropExtension(_ head: [UInt8], _ body: UnsafeMutableRawBufferPointer) {
    guard body.count >= 4 else { return }
    let size = ArraySlice(body[..<4])
    // Version 3 does not count the length itself.
    let stated = head[3] == 4 ? ID3Holes.synchsafe(size) : ID3Holes.plain(size) + 4
    guard let length = stated.flatMap({ Int(exactly: $0) }), (4..<body.count).contains(length)
    else { return }
    let rest = UnsafeRawBufferPointer(rebasing: body[length...])
    body.copyMemory(from: rest)
    for index in rest.count..<body.count { body[index] = 0 }
  }

  /// - Returns: The position after the last valid frame.
  private static func mend(
    _ body: UnsafeMutableRawBufferPointer,
    version: UInt8
  ) -> Int {
    let length = version == 2 ? 6 : 10
    var (place, end) = (0, body.count)
    // Removing an empty frame moves all data after it.
    var moves = 16
    var inflated: Int64 = 0
    for _ in 0..<mostFrames where place + length <= end {
      let head = body[place..<place + length]
      guard let frame = ID3Holes.frame(head, version), frame.size <= Int64(end - place - length)
      else {
        return place
      }
      guard frame.size > 0 else {
        guard moves > 0 else { return place }
        moves -= 1
        let rest = UnsafeRawBufferPointer(rebasing: body[(place + length)..<end])
        UnsafeMutableRawBufferPointer(rebasing: body[place..<end]).copyMemory(from: rest)
        end -= length
        for index in end..<end + length { body[index] = 0 }
        continue
      }
      let name = head.prefix(version == 2 ? 3 : 4)
      let next = place + length + Int(frame.size)
      let inside = UnsafeMutableRawBufferPointer(rebasing: body[(place + length)..<next])
      let isList = isList(name)
      let compressed: UInt8 = version == 2 ? 0 : version == 4 ? 0x08 : 0x80
      if compressed > 0, body[place + 9] & compressed > 0 {
        inflated += frame.size
        if isList || inflated > mostInflated {
          // TagLib skips a frame with an unknown name.
          for index in place..<place + 4 { body[index] = UInt8(ascii: "Z") }
          body[place + 9] &= ~compressed
        }
      } else if isList {
        dropNested(inside, atMost: 0)
      }
      if name.elementsEqual(version == 2 ? "TCO".utf8 : "TCON".utf8) { markParentheses(inside) }
      place = next
    }
    return place
  }

  private static func isList(_ name: some Sequence<UInt8>) -> Bool {
    name.elementsEqual("CHAP".utf8) || name.elementsEqual("CTOC".utf8)
  }

  /// Removes the names of nested frames beyond a limit, because the depth cannot exceed their
  /// number.
  private static func dropNested(_ bytes: UnsafeMutableRawBufferPointer, atMost most: Int) {
    var count = 0
    var place = 0
    while place + 10 <= bytes.count {
      guard bytes[place] == 0x43, isList(bytes[place..<place + 4]) else {
        place += 1
        continue
      }
      count += 1
      if count > most { bytes[place] = 0 }
      // Inflated data could hold any number of them.
      bytes[place + 9] &= ~0x88
      place += 4
    }
  }

  private static func markParentheses(_ body: UnsafeMutableRawBufferPointer) {
    guard let encoding = body.first else { return }
    let isWide = encoding == 1 || encoding == 2
    for index in 1..<max(1, body.count) where body[index] == 0x28 {
      // In UTF-16, the other half of the character is a zero.
      let other = index % 2 == 1 ? index + 1 : index - 1
      if !isWide || (other < body.count && body[other] == 0) { body[index] = parenthesis }
    }
  }
}
