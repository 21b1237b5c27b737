/// The header that encoders write into the first frame of an MP3, called Xing or Info.
struct XingHeader: Sendable, Equatable {
  /// The number of audio frames that follow; `nil` if not stated.
  let frames: Int?
  /// The number of bytes, from this header on; `nil` if not stated.
  let bytes: Int?
  /// The end of its fields, from the start of the frame.
  let end: Int

  /// - Parameter bytes: the bytes from the frame on.
  /// - Returns: `nil` if the frame has no such header.
  init?<Bytes: RandomAccessCollection<UInt8>>(
    _ frame: MPEGFrame,
    _ bytes: Bytes
  ) where Bytes.Index == Int {
    let start = frame.contentOffset
    guard frame.layer == 3, bytes.has("Xing", at: start) || bytes.has("Info", at: start) else {
      return nil
    }
    let flags = bytes.uint32(at: start + 4) ?? 0
    var (end, counts) = (start + 8, [0, 0])
    // The optional fields: frames, bytes, a table, the quality.
    for (bit, length) in [4, 4, 100, 4].enumerated() where flags & 1 << bit != 0 {
      if bit < counts.count { counts[bit] = Int(bytes.uint32(at: end) ?? 0) }
      end += length
    }
    frames = counts[0] > 0 ? counts[0] : nil
    self.bytes = counts[1] > 0 ? counts[1] : nil
    self.end = end
  }
}
