/// Tells by a file's first bytes whether they very probably begin audio that libmpv opens.
///
/// A "no" costs only the joint without a gap: so what is rare may be missing here. A wrong "yes" has
/// what follows fail late, and silence opened in its place.
enum AudioSignature {
  /// How many bytes are enough to tell; with more, those without a signature proper are told better.
  static let enough = 64

  static func isKnown(_ head: [UInt8]) -> Bool {
    isTagged(head) || isContainer(head) || isMPEGAudio(head) || isADTS(head)
  }

  // MARK: Signatures proper

  private static let first: [String] = [
    "fLaC", "OggS", "caff", "wvpk", "MAC ", "MPCK", "MP+", "DSD ", "TTA1", "tBaK", "#!AMR", ".snd",
  ]

  private static func isContainer(_ head: [UInt8]) -> Bool {
    if first.contains(where: { head.has($0) }) { return true }
    if head.has("WAVE", at: 8) { return head.has("RIFF") || head.has("RF64") }
    if head.has("FORM") { return head.has("AIFF", at: 8) || head.has("AIFC", at: 8) }
    if head.has("FRM8") { return head.has("DSD ", at: 12) }
    return head.has("ftyp", at: 4) || head.starts(with: matroska) || head.starts(with: asf)
  }

  private static let matroska: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3]
  private static let asf: [UInt8] = [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]

  /// An ID3v2 tag, of a version that exists, its length without high bits.
  private static func isTagged(_ head: [UInt8]) -> Bool {
    head.count >= 10 && head.has("ID3") && (2...4).contains(head[3])
      && head[6..<10].allSatisfy { $0 < 0x80 }
  }

  // MARK: Frames

  // Two bytes of sync come by chance once in some thousand files: so a second frame has to follow
  // the first, as far as there are bytes to see it.

  /// Of two channels; some more, so that the second of any is among the bytes looked at.
  private static let longestFrame = 2_048

  private static func isMPEGAudio(_ head: [UInt8]) -> Bool {
    guard let frame = MPEGFrame(head, at: 0) else { return false }
    return head.count < frame.length + 4
      || MPEGFrame(head, at: frame.length)?.isLike(frame) == true
  }

  private static func isADTS(_ head: [UInt8]) -> Bool {
    guard let length = lengthOfADTS(head, at: 0) else { return false }
    return head.count < length + 6 || lengthOfADTS(head, at: length) != nil
  }

  /// Of a frame that begins there.
  static func lengthOfADTS(_ head: [UInt8], at offset: Int) -> Int? {
    guard head.count >= offset + 6 else { return nil }
    let bytes = head[offset..<offset + 6].map { Int($0) }
    // Sync, layer 0, one of 13 sample rates.
    guard bytes[0] == 0xFF, bytes[1] & 0xF6 == 0xF0, (bytes[2] >> 2) & 0xF < 13 else { return nil }
    let length = (bytes[3] & 3) << 11 | bytes[4] << 3 | bytes[5] >> 5
    return (7...longestFrame).contains(length) ? length : nil
  }
}
