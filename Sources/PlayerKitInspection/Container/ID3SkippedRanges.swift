import PlayerKitMedia

/// Finds the long frames of an ID3v2 tag, mostly pictures, so that later text can be read without
/// them.
enum ID3SkippedRanges {
  /// The length to read of a long frame. It includes the header of a picture.
  private static let shown: Int64 = 64 << 10
  private static let long: Int64 = 128 << 10
  private static let longText: Int64 = 1 << 20
  private static let maximumFrames = 1_000

  private static let texts = ["COMM", "USLT", "SYLT", "COM", "ULT", "SLT"]

  /// Returns the ranges to skip in the tag at the beginning.
  static func find(in bytes: MediaBytes) -> [Range<Int64>] {
    guard let tag = ID3TagHeader(bytes.bytes(at: 0, count: ID3TagHeader.length)), tag.isKnown,
      // With an extended header or unsynchronization, frames are not at their nominal positions.
      !tag.hasExtendedHeader, tag.version == 4 || !tag.isUnsynchronized
    else { return [] }
    let end = min(tag.tagLength, bytes.size)
    guard end > long else { return [] }
    var holes: [Range<Int64>] = []
    for frame in ID3FrameReader(bytes, of: tag, at: 0, to: end, maxFrames: maximumFrames) {
      let (name, next) = (frame.header.name, frame.body.upperBound)
      guard frame.header.hasRegularName else { break }
      let isText = name.hasPrefix("T") || texts.contains(name)
      guard frame.header.size > (isText ? longText : long) else { continue }
      guard next >= end - 10 || isFrameOrEnd(bytes, next, tag.version) else { break }
      holes.append(frame.body.lowerBound + shown..<next)
    }
    return holes
  }

  private static func isFrameOrEnd(_ bytes: MediaBytes, _ place: Int64, _ version: UInt8) -> Bool {
    let head = bytes.bytes(at: place, count: ID3FrameHeader.length(version: version))
    return head.first == 0 || ID3FrameHeader(head, version: version)?.hasRegularName == true
  }
}

extension MediaBytes {
  /// The length of the ID3v2 tag at the beginning; 0 if there is none.
  var tagLength: Int64 {
    ID3TagHeader(bytes(at: 0, count: ID3TagHeader.length))?.tagLength ?? 0
  }
}
