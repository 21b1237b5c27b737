/// The length that a file's header declares, for formats in which libmpv hides truncation by
/// trusting the file's own length.
package struct DeclaredLength: Sendable, Equatable {
  package enum Finding: Sendable, Equatable {
    case declared(DeclaredLength)
    /// The header follows a tag, at this distance.
    case after(Int)
    case none
  }

  package let length: Int64
  /// The length by another way to count, which some writers use.
  package var otherLength: Int64?
  /// How much may be missing, for a pad byte or an inexact header.
  package var slack: Int64 = 64

  /// Returns whether a file of `length` was truncated.
  package func exceeds(_ length: Int64) -> Bool {
    let isOther = otherLength.map { abs($0 - length) <= slack } ?? false
    return self.length - length > slack && !isOther
  }

  /// Looks for a header in the bytes at `offset` of the file: at its start or after its tags.
  package static func find(in bytes: UnsafeRawBufferPointer, at offset: Int64) -> Finding {
    guard bytes.count >= 12 else { return .none }
    if offset == 0, let length = chunkLength(bytes) {
      return .declared(DeclaredLength(length: length))
    }
    if let tag = ID3TagHeader(bytes) { return .after(Int(tag.tagLength)) }
    guard let length = streamLength(bytes) else { return .none }
    // Some writers include the tags. An encoder's padding or omission is less than 0.3 s.
    return .declared(
      DeclaredLength(length: offset + length, otherLength: length, slack: 4_096)
    )
  }

  // MARK: RIFF, AIFF

  /// Writers that can't seek back leave a value like this as the length.
  private static let unknown: Int64 = 0x7FFF_0000

  private static func chunkLength(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    let size = bytes.uint32(at: 4)
    switch (bytes.fourCharacters(at: 0), bytes.fourCharacters(at: 8)) {
    case ("RIFF", "WAVE"): return known(size?.byteSwapped).map { $0 + 8 }
    case ("FORM", "AIFF"), ("FORM", "AIFC"): return known(size).map { $0 + 8 }
    default: return nil
    }
  }

  private static func known(_ length: UInt32?) -> Int64? {
    length.map { Int64($0) }.flatMap { $0 > 0 && $0 < unknown ? $0 : nil }
  }

  // MARK: MP3

  /// Returns the byte count that the Xing or Info header in the first MP3 frame declares.
  private static func streamLength(_ bytes: UnsafeRawBufferPointer) -> Int64? {
    guard let frame = bytes.uint32(at: 0).flatMap({ MPEGFrame(header: $0) }) else { return nil }
    return XingHeader(frame, bytes)?.bytes.flatMap { known(UInt32(exactly: $0)) }
  }
}
