/// The length that a file's first bytes declare, for formats whose shortness libmpv hides by
/// taking the file's own length for the truth.
enum DeclaredLength {
  /// Writers that cannot go back leave such a value in place of a length.
  private static let unknown: Int64 = 0x7FFF_0000

  /// - Parameter bytes: from the file's beginning.
  static func find(in bytes: UnsafeRawBufferPointer) -> Int64? {
    guard bytes.count >= 12 else { return nil }
    let size = bytes.loadUnaligned(fromByteOffset: 4, as: UInt32.self)
    let length: UInt32
    switch (tag(bytes, 0), tag(bytes, 8)) {
    case ("RIFF", "WAVE"): length = UInt32(littleEndian: size)
    case ("FORM", "AIFF"), ("FORM", "AIFC"): length = UInt32(bigEndian: size)
    default: return nil
    }
    return length == 0 || Int64(length) >= unknown ? nil : Int64(length) + 8
  }

  /// Whether a file is shorter than declared by more than a missing pad byte or a sloppy header.
  static func exceeds(_ declared: Int64, _ length: Int64) -> Bool {
    declared - length > 64
  }

  private static func tag(_ bytes: UnsafeRawBufferPointer, _ offset: Int) -> String {
    String(decoding: bytes[offset..<offset + 4], as: UTF8.self)
  }
}
