/// The range of the audio of an MPEG stream between its tags, and the tags' playback information.
///
/// At the start there may be any number of ID3v2 and APEv2 tags, and zeros after each. At the end
/// there may be ID3v1, APEv2, Lyrics3 and ID3v2 with a footer. libavformat only supports one ID3v2
/// tag at the start, and treats everything else as audio.
package struct TagLayout: Sendable, Equatable {
  private static let maxTags = 100
  private static let maxZeros: Int64 = 1 << 20
  private static let maxJunk = 64 << 10
  private static let maxCounted: Int64 = 256 << 20
  private static let searchLength = 5_100 + 9

  /// The ID3v2 tag at the very start, which is left to libavformat; empty if there is none.
  package private(set) var firstTag: Range<Int64> = 0..<0
  /// The range between the tags.
  package private(set) var audio: Range<Int64>
  package private(set) var fields = TagFields()

  /// Reads the tags of MPEG audio.
  ///
  /// - Returns: `nil` if the bytes are not MPEG audio.
  package init?(_ bytes: some RandomAccessBytes) {
    audio = 0..<bytes.size
    passLeadingTags(bytes)
    guard Self.isMPEG(bytes, at: audio.lowerBound, isTagged: audio.lowerBound > 0) else {
      return nil
    }
    passTrailingTags(bytes)
  }

  /// Returns the media as a demuxer should see it; `nil` if the file needs no change.
  package func view(of size: Int64) -> MediaView? {
    guard audio.lowerBound != firstTag.upperBound || audio.upperBound != size else { return nil }
    return MediaView([.media(firstTag), .media(audio)])
  }

  /// Returns the information in the first frames of the audio; `nil` if it is not layer III.
  package func beginning(_ bytes: some RandomAccessBytes) -> MP3Beginning? {
    let head = bytes.bytes(at: audio.lowerBound, count: Self.maxJunk)
    var counter = MPEGFrameCounter()
    let start = head.indices.first { place in
      MPEGFrame(head, at: place).map { frame in
        MPEGFrame(head, at: place + frame.length)?.isLike(frame) ?? true
      } ?? false
    }
    head[(start ?? head.count)...].withUnsafeBytes { counter.consume($0, at: 0) }
    return counter.beginning
  }

  /// Drops iTunes' sample count if it does not match the frames. If there is a count, this reads
  /// all of the audio.
  mutating func checkGapless(_ bytes: some RandomAccessBytes) {
    guard let gapless = fields.gapless else { return }
    guard let beginning = beginning(bytes),
      audio.upperBound - audio.lowerBound <= Self.maxCounted
    else { return fields.dropGapless() }
    var scan = MPEGFrameScan(like: beginning.frame)
    for place in stride(from: audio.lowerBound, to: audio.upperBound, by: 1 << 20) {
      let count = Int(min(1 << 20, audio.upperBound - place))
      bytes.bytes(at: place, count: count).withUnsafeBytes { scan.consume($0) }
    }
    let frames = scan.count - (beginning.header == nil ? 0 : 1)
    if !beginning.isBelievable(gapless, frames: frames) { fields.dropGapless() }
  }

  private static func isMPEG(
    _ bytes: some RandomAccessBytes,
    at start: Int64,
    isTagged: Bool
  ) -> Bool {
    let head = bytes.bytes(at: start, count: maxJunk)
    // Two frames, since one may match by chance.
    func isFrame(at place: Int) -> Bool {
      guard let frame = MPEGFrame(head, at: place) else { return false }
      let next = place + frame.length
      return next + 4 > head.count && head.count < maxJunk
        || MPEGFrame(head, at: next).map { $0.isLike(frame) } ?? false
    }
    if isFrame(at: 0) { return true }
    return isTagged && (1..<max(head.count - 4, 1)).contains { head[$0] == 0xFF && isFrame(at: $0) }
  }

  // MARK: At the beginning

  private mutating func passLeadingTags(_ bytes: some RandomAccessBytes) {
    var place: Int64 = 0
    for _ in 0..<Self.maxTags {
      let head = bytes.bytes(at: place, count: 32)
      let id3 = ID3TagHeader(head)?.tagLength ?? 0
      let ape = APETag(header: head, at: place)
      if id3 > 0, place + id3 < bytes.size {
        fields.readID3(bytes, at: place, length: id3)
        if place == 0 { firstTag = 0..<id3 }
        place += id3
      } else if let ape, ape.range.upperBound < bytes.size {
        fields.readAPE(bytes, ape)
        place = ape.range.upperBound
      } else if place > 0, head.first == 0 {
        guard let next = Self.endOfZeros(bytes, from: place) else { break }
        place = next
      } else {
        break
      }
    }
    audio = place..<bytes.size
  }

  private static func endOfZeros(_ bytes: some RandomAccessBytes, from start: Int64) -> Int64? {
    var place = start
    while place - start < maxZeros {
      let piece = bytes.bytes(at: place, count: 4_096)
      guard !piece.isEmpty else { return nil }
      if let index = piece.firstIndex(where: { $0 != 0 }) { return place + Int64(index) }
      place += Int64(piece.count)
    }
    return nil
  }

  // MARK: At the end

  private mutating func passTrailingTags(_ bytes: some RandomAccessBytes) {
    var end = bytes.size
    for _ in 0..<Self.maxTags {
      guard let start = startOfTag(bytes, endingAt: end), start > audio.lowerBound else { break }
      end = start
    }
    audio = audio.lowerBound..<end
  }

  private mutating func startOfTag(
    _ bytes: some RandomAccessBytes,
    endingAt end: Int64
  ) -> Int64? {
    let tail = bytes.bytes(at: max(end - 355, 0), count: Int(min(end, 355)))
    func has(_ letters: String, before count: Int) -> Bool {
      tail.count >= count && tail.has(letters, at: tail.count - count)
    }
    if has("TAG", before: 128) { return has("TAG+", before: 355) ? end - 355 : end - 128 }
    if has("APETAGEX", before: 32), let tag = APETag(footer: Array(tail.suffix(32)), endingAt: end)
    {
      fields.readAPE(bytes, tag)
      return tag.range.lowerBound
    }
    if has("3DI", before: 10) {
      // The footer repeats the header with other letters.
      return ID3TagHeader(Array("ID3".utf8) + tail.suffix(7)).map { end - $0.tagLength }
    }
    if has("LYRICS200", before: 9), has("", before: 15) {
      let size = Int64(String(decoding: tail.suffix(15).prefix(6), as: UTF8.self))
      guard let start = size.map({ end - 15 - $0 }), start >= 0 else { return nil }
      return bytes.bytes(at: start, count: 11).has("LYRICSBEGIN", at: 0) ? start : nil
    }
    if has("LYRICSEND", before: 9) {
      let start = max(end - Int64(Self.searchLength), 0)
      let text = bytes.bytes(at: start, count: Int(end - start))
      let index = text.indices.last {
        text[$0] == UInt8(ascii: "L") && text.has("LYRICSBEGIN", at: $0)
      }
      return index.map { start + Int64($0) }
    }
    return nil
  }
}
