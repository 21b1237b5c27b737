/// Detects from a file's first bytes whether libmpv can very probably open it as audio.
///
/// A wrong "no" only costs the gapless transition, so rare formats may be missing. After a wrong
/// "yes", the next track fails late, and silence is opened instead.
enum AudioSignature {
  /// How many bytes are enough. More bytes improve the result for formats without a real signature.
  static let enough = 64

  static func isKnown(_ head: [UInt8]) -> Bool {
    isTagged(head) || isContainer(head) || isMPEGAudio(head) || isADTS(head)
  }

  // MARK: Signatures

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

  /// An ID3v2 tag of an existing version, whose length has no high bits.
  private static func isTagged(_ head: [UInt8]) -> Bool {
    ID3TagHeader(head)?.isKnown == true
  }

  // MARK: Frames

  // Two sync bytes occur by chance once in some thousand files, so a second frame must follow the
  // first if there are enough bytes.

  private static func isMPEGAudio(_ head: [UInt8]) -> Bool {
    guard let frame = MPEGFrame(head, at: 0) else { return false }
    return head.count < frame.length + 4
      || MPEGFrame(head, at: frame.length)?.isLike(frame) == true
  }

  private static func isADTS(_ head: [UInt8]) -> Bool {
    guard let length = lengthOfADTS(head, at: 0) else { return false }
    return head.count < length + ADTSFrame.headerLength || lengthOfADTS(head, at: length) != nil
  }

  /// Returns the length of a frame at an offset.
  static func lengthOfADTS(_ head: [UInt8], at offset: Int) -> Int? {
    ADTSFrame.usual(head, at: offset)?.length
  }
}
