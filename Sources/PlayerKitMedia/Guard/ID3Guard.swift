import PlayerKit
import PlayerKitSystem

/// Detects ID3 tags that libavformat would inflate to far more than their bytes, or that have too
/// many frames.
///
/// Tags are found anywhere: at the start, in a WAV or AIFF chunk, or between AAC frames. Frames are
/// found anywhere in a tag, since readers disagree about where one ends.
///
/// Bytes may come in pieces. A piece that throws must not reach libavformat.
struct ID3Guard: Sendable {
  private static let maxInflatedText = 1 << 20
  private static let maxInflatedPicture = 8 << 20
  /// The time that libavformat needs for each text grows with the number of texts.
  private static let maxTexts = 5_000
  private static let maxChapters = 2_000

  /// A frame header, the uncompressed length, and a zlib header.
  private static let frameLength = 16

  /// The last bytes before ``position``.
  private var carry: [UInt8] = []
  private var position: Int64 = 0
  /// The range of the tags found.
  private var tag: Range<Int64> = 0..<0
  private var version: UInt8 = 4
  private var inflatedTexts = 0
  private var inflatedPictures = 0
  private var texts = 0
  private var chapters = 0

  /// Checks a piece of media.
  ///
  /// - Throws: `unsupportedFormat` if a tag is too large when inflated.
  mutating func check(
    _ piece: UnsafeRawBufferPointer,
    at offset: Int64
  ) throws(PlayerError) {
    guard !piece.isEmpty else { return }
    if offset != position { carry = [] }
    var bytes = carry
    bytes.append(contentsOf: piece)
    let start = offset - Int64(carry.count)
    position = offset + Int64(piece.count)
    let seen = carry.count
    carry = Array(bytes.suffix(Self.frameLength - 1))
    findTags(bytes, at: start, after: seen)
    let end = min(Int64(bytes.count), tag.upperBound - start)
    let from = max(0, tag.lowerBound - start)
    guard from < end else { return }
    for letter in "TCUAGP".utf8 {
      for place in Places(of: letter, in: bytes, Int(from)..<Int(end))
      where place + Self.frameLength > seen && place + Self.frameLength <= bytes.count {
        try checkFrame(bytes[place..<place + Self.frameLength], left: tag.upperBound - start)
      }
    }
  }

  private mutating func findTags(_ bytes: [UInt8], at start: Int64, after seen: Int) {
    for place in Places(of: UInt8(ascii: "I"), in: bytes, bytes.indices)
    where place + ID3TagHeader.length > seen && place + ID3TagHeader.length <= bytes.count {
      guard let header = ID3TagHeader(bytes[place...]) else { continue }
      let lower = start + Int64(place)
      let upper = lower + header.tagLength
      // The reader may have started again.
      if lower >= tag.upperBound || lower == tag.lowerBound {
        version = header.version
        tag = lower..<upper
        (inflatedTexts, inflatedPictures, texts, chapters) = (0, 0, 0, 0)
      } else {
        tag = min(tag.lowerBound, lower)..<max(tag.upperBound, upper)
        version = min(version, header.version)
      }
    }
  }

  /// - Parameter left: the limit of the frame, relative to the same start as the indices of its
  ///   head.
  private mutating func checkFrame(
    _ head: ArraySlice<UInt8>,
    left: Int64
  ) throws(PlayerError) {
    if version == 2 { try checkOldFrame(head, left: left) }
    guard let size = head.uint32(at: 4), let flags = head.uint16(at: 8),
      head.prefix(4).allSatisfy(ID3FrameHeader.isRegular)
    else { return }
    let isText = head.has("T") || head.has("COMM") || head.has("USLT")
    // The size uses either all eight bits of a byte or seven.
    let room = UInt64(max(0, left - Int64(head.startIndex)))
    guard size > 0, UInt64(min(size, size.sevenBits)) <= room else { return }
    if isText, flags & ~0x2F == 0 { texts += 1 }
    if head.has("CHAP") { chapters += 1 }
    if flags & 0x0D == 0x09,
      let length = head.uint32(at: 10).map({ $0.isSevenBits ? $0.sevenBits : $0 }),
      Self.isCompressed(head.dropFirst(14))
    {
      if isText {
        inflatedTexts += Int(length)
      } else if ["APIC", "GEOB", "PRIV", "CHAP"].contains(where: { head.has($0) }) {
        inflatedPictures += Int(length)
      }
    }
    try checkCounts()
  }

  /// Checks a frame of version 2, which has three letters and is never compressed.
  private mutating func checkOldFrame(
    _ head: ArraySlice<UInt8>,
    left: Int64
  ) throws(PlayerError) {
    guard let frame = ID3FrameHeader(head, version: 2), frame.size > 0, frame.hasRegularName,
      frame.size <= left - Int64(head.startIndex),
      head.has("T") || head.has("COM") || head.has("ULT")
    else { return }
    texts += 1
    try checkCounts()
  }

  private func checkCounts() throws(PlayerError) {
    guard inflatedTexts <= Self.maxInflatedText, inflatedPictures <= Self.maxInflatedPicture,
      texts <= Self.maxTexts, chapters <= Self.maxChapters
    else { throw PlayerError(.unsupportedFormat, "The ID3 tag of the media is too large.") }
  }

  /// Returns whether bytes start with a zlib header.
  private static func isCompressed(_ bytes: ArraySlice<UInt8>) -> Bool {
    guard let word = bytes.uint16(at: 0) else { return false }
    return word >> 8 & 0x0F == 8 && word >> 12 < 8 && word % 31 == 0
  }
}

/// The indices of one byte among others.
struct Places: Sequence, IteratorProtocol {
  private let byte: UInt8
  private let bytes: [UInt8]
  private let end: Int
  private var index: Int

  init(of byte: UInt8, in bytes: [UInt8], _ range: Range<Int>) {
    (self.byte, self.bytes, index, end) = (byte, bytes, range.lowerBound, range.upperBound)
  }

  mutating func next() -> Int? {
    guard index < end else { return nil }
    let (start, end) = (index, end)
    let found = bytes.withUnsafeBytes { buffer -> Int? in
      guard let base = buffer.baseAddress,
        let place = memchr(base + start, Int32(byte), end - start)
      else { return nil }
      return UnsafeRawPointer(place) - base
    }
    index = found.map { $0 + 1 } ?? end
    return found
  }
}
