import PlayerKitMedia

/// Repairs the frames of an ID3v2 tag that TagLib cannot read.
///
/// TagLib stops at an empty frame, and misreads extended headers. It reads nested chapters
/// recursively without a limit, and inflates frames to any length. It drops words in parentheses
/// from genres, and UTF-16 without a byte order mark.
enum ID3Frames {
  private static let maximumFrames = 30_000
  private static let maximumNested = 1_000
  private static let maximumInflated: Int64 = 16 << 10
  /// A placeholder for a parenthesis in a genre; see ``TagGenres``.
  static let parenthesis: UInt8 = 1

  /// - Parameters:
  ///   - tag: The header of the tag.
  ///   - body: The rest of the tag.
  static func mend(_ tag: ID3TagHeader, _ body: UnsafeMutableRawBufferPointer) {
    var place = 0
    if isInPlace(tag) {
      if hasDroppedExtension(tag) { dropExtension(tag, body) }
      place = mend(body, version: tag.version)
    }
    dropNested(UnsafeMutableRawBufferPointer(rebasing: body[place...]), atMost: maximumNested)
  }

  /// Whether the frames are at their nominal positions: no unsynchronization bytes all over the tag
  /// shift them.
  private static func isInPlace(_ tag: ID3TagHeader) -> Bool {
    guard tag.isKnown, tag.version > 2 || !tag.hasExtendedHeader else { return false }
    return tag.version == 4 || !tag.isUnsynchronized
  }

  /// Returns whether ``mend(_:_:)`` removes an extended header, so that the header must not
  /// announce one. TagLib misreads its length in version 3, and then misses the last frames.
  static func hasDroppedExtension(_ tag: ID3TagHeader) -> Bool {
    isInPlace(tag) && tag.hasExtendedHeader
  }

  private static func dropExtension(
    _ tag: ID3TagHeader,
    _ body: UnsafeMutableRawBufferPointer
  ) {
    guard let size = body.uint32(at: 0), tag.version == 3 || size.isSevenBits else { return }
    // Version 3 does not count the length itself.
    let length = tag.version == 4 ? Int(size.sevenBits) : Int(size) + 4
    guard (4..<body.count).contains(length) else { return }
    let rest = UnsafeRawBufferPointer(rebasing: body[length...])
    body.copyMemory(from: rest)
    for index in rest.count..<body.count { body[index] = 0 }
  }

  /// - Returns: The position after the last valid frame.
  private static func mend(
    _ body: UnsafeMutableRawBufferPointer,
    version: UInt8
  ) -> Int {
    let length = ID3FrameHeader.length(version: version)
    var (place, end) = (0, body.count)
    // Removing an empty frame moves all data after it.
    var moves = 16
    var inflated: Int64 = 0
    for _ in 0..<maximumFrames where place + length <= end {
      let head = body[place..<place + length]
      guard let frame = ID3FrameHeader(head, version: version), frame.hasRegularName,
        frame.size <= Int64(end - place - length)
      else { return place }
      guard frame.size > 0 else {
        guard moves > 0 else { return place }
        moves -= 1
        let rest = UnsafeRawBufferPointer(rebasing: body[(place + length)..<end])
        UnsafeMutableRawBufferPointer(rebasing: body[place..<end]).copyMemory(from: rest)
        end -= length
        for index in end..<end + length { body[index] = 0 }
        continue
      }
      let next = place + length + Int(frame.size)
      let inside = UnsafeMutableRawBufferPointer(rebasing: body[(place + length)..<next])
      let isList = lists.contains(frame.name)
      let compressed: UInt8 = version == 2 ? 0 : version == 4 ? 0x08 : 0x80
      if compressed > 0, body[place + 9] & compressed > 0 {
        inflated += frame.size
        if isList || inflated > maximumInflated {
          // TagLib skips a frame with an unknown name.
          for index in place..<place + 4 { body[index] = UInt8(ascii: "Z") }
          body[place + 9] &= ~compressed
        }
      } else if isList {
        dropNested(inside, atMost: 0)
      }
      if frame.flags & 0xFF == 0 { markByteOrder(inside, of: frame.name) }
      if frame.name == (version == 2 ? "TCO" : "TCON") { markParentheses(inside) }
      place = next
    }
    return place
  }

  private static let lists: Set<String> = ["CHAP", "CTOC"]

  /// Removes the names of nested frames beyond a limit, because the depth cannot exceed their
  /// number.
  private static func dropNested(_ bytes: UnsafeMutableRawBufferPointer, atMost most: Int) {
    var count = 0
    var place = 0
    while place + 10 <= bytes.count {
      guard bytes[place] == 0x43, bytes.fourCharacters(at: place).map(lists.contains) == true else {
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

  /// Turns UTF-16 without a byte order mark into big-endian UTF-16, which has an encoding of its own.
  private static func markByteOrder(_ body: UnsafeMutableRawBufferPointer, of name: String) {
    // A language comes before these texts.
    let start = ["COM", "ULT", "COMM", "USLT"].contains(name) ? 4 : 1
    guard start == 4 || name.hasPrefix("T"), body.first == 1, body.count >= start + 2 else {
      return
    }
    let text = UnsafeMutableRawBufferPointer(rebasing: body[start...])
    guard ID3Text.isMarkMissing(text) else { return }
    body[0] = 2
    guard ID3Text.isLittleEndian(text) else { return }
    for index in stride(from: 0, to: text.count - 1, by: 2) { text.swapAt(index, index + 1) }
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
