/// The range of the audio of an MPEG or ADTS stream between its tags, and the tags' playback
/// information.
///
/// At the start there may be any number of ID3v2 and APEv2 tags, zeros after each, and some other
/// bytes before the first frame. At the end there may be ID3v1, APEv2, Lyrics3 and ID3v2 with a
/// footer. libavformat only supports one ID3v2 tag at the start, and treats everything else as
/// audio.
package struct TagLayout: Sendable, Equatable {
  private static let maxTags = 100
  private static let maxZeros: Int64 = 1 << 20
  private static let maxJunk = 64 << 10
  private static let usualHead = 4 << 10
  private static let maxCounted: Int64 = 256 << 20
  private static let searchLength = 5_100 + 9
  /// At how many places frames are measured, and how many bytes of each are read.
  private static let samples = 8
  private static let sampleLength = 8 << 10

  /// The ID3v2 tag at the very start, which is left to libavformat; empty if there is none.
  package private(set) var firstTag: Range<Int64> = 0..<0
  /// The range between the tags.
  package private(set) var audio: Range<Int64>
  package internal(set) var fields = TagFields()
  /// The first frame, if the audio is AAC in ADTS.
  package private(set) var adts: ADTSFrame?
  /// Tags at unusual places: after another one at the start, APEv2 at the start, and ID3v2 at the
  /// end.
  package private(set) var otherTags: [Range<Int64>] = []

  /// Reads the tags of MPEG audio or ADTS.
  ///
  /// - Returns: `nil` if the bytes are neither.
  package init?(_ bytes: some RandomAccessBytes) {
    self.init(beginningOf: bytes)
    passTrailingTags(bytes)
  }

  /// Reads the tags at the beginning only.
  init?(beginningOf bytes: some RandomAccessBytes) {
    audio = 0..<bytes.size
    passLeadingTags(bytes)
    guard let junk = distanceToFrame(bytes, from: audio.lowerBound) else { return nil }
    audio = audio.lowerBound + junk..<bytes.size
  }

  /// Returns the media as a demuxer should see it; `nil` if the file needs no change.
  package func view(of size: Int64) -> MediaView? {
    guard audio.lowerBound != firstTag.upperBound || audio.upperBound != size else { return nil }
    return MediaView([.media(firstTag), .media(audio)])
  }

  /// Returns the first frames of the audio; `nil` if it is ADTS.
  package func firstFrames(_ bytes: some RandomAccessBytes) -> MPEGFrameCounter? {
    guard adts == nil else { return nil }
    let room = Int(clamping: min(Int64(Self.maxJunk), audio.upperBound - audio.lowerBound))
    let head = bytes.bytes(at: audio.lowerBound, count: room)
    var counter = MPEGFrameCounter()
    let start = head.indices.first { place in
      MPEGFrame(head, at: place).map { frame in
        MPEGFrame(head, at: place + frame.length)?.isLike(frame) ?? true
      } ?? false
    }
    head[(start ?? head.count)...].withUnsafeBytes { counter.consume($0, at: 0) }
    return counter
  }

  /// Estimates the number of frames from a few places of the audio; `nil` if these show too little.
  ///
  /// - Parameter first: The first frame, which all others resemble.
  private func estimatedFrames(_ bytes: some RandomAccessBytes, like first: MPEGFrame) -> Double? {
    let length = audio.upperBound - audio.lowerBound
    let step = length / Int64(Self.samples)
    var (density, found) = (0.0, 0)
    for number in 0..<Self.samples {
      let place = audio.lowerBound + Int64(number) * step
      let piece = bytes.bytes(at: place, count: Int(min(Int64(Self.sampleLength), step)))
      guard let average = Self.averageLength(piece, like: first) else { continue }
      (density, found) = (density + 1 / average, found + 1)
    }
    return found * 2 > Self.samples ? Double(length) * density / Double(found) : nil
  }

  /// Returns whether the header's count of frames may be right.
  package func isCountPlausible(
    _ beginning: MP3Beginning,
    _ bytes: some RandomAccessBytes
  ) -> Bool {
    guard beginning.header?.frames != nil else { return false }
    return beginning.hasPlausibleCount(
      length: audio.upperBound - audio.lowerBound,
      estimate: estimatedFrames(bytes, like: beginning.frame)
    )
  }

  static func averageLength(_ piece: [UInt8], like first: MPEGFrame) -> Double? {
    func found(at place: Int) -> MPEGFrame? {
      MPEGFrame(piece, at: place).flatMap { $0.isLike(first) ? $0 : nil }
    }
    let start = piece.indices.first { place in
      piece[place] == 0xFF
        && found(at: place).flatMap { found(at: place + $0.length) } != nil
    }
    guard let start else { return nil }
    var (place, count) = (start, 0)
    while let frame = found(at: place) { (place, count) = (place + frame.length, count + 1) }
    return Double(place - start) / Double(count)
  }

  /// Drops iTunes' sample count if it does not match the frames. If there is a count, this reads
  /// all of the audio.
  mutating func checkGapless(_ bytes: some RandomAccessBytes) {
    guard let gapless = fields.gapless else { return }
    guard let beginning = firstFrames(bytes)?.beginning,
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

  /// Returns how many other bytes come before the first frame; `nil` if there is no audio.
  private mutating func distanceToFrame(
    _ bytes: some RandomAccessBytes,
    from start: Int64
  ) -> Int64? {
    var head: [UInt8] = []
    // Usually a few bytes suffice, and over a network others may not be there yet.
    for count in [Self.usualHead, Self.maxJunk] {
      head = bytes.bytes(at: start, count: count)
      let isAll = head.count < count
      // Two frames, since one may match by chance.
      if Self.areFrames(head, at: 0, count: 2, isAll: isAll) { return 0 }
      if Self.areADTS(head, isAll: isAll) {
        adts = ADTSFrame.usual(head, at: 0)
        return 0
      }
      if isAll { break }
    }
    // Containers may hold such frames.
    guard !Self.isContainer(head) else { return nil }
    let places = head.indices.dropFirst().dropLast(4).lazy
    return places.first { place in
      // Programs have runs of bytes like frames of the other layers.
      head[place] == 0xFF && MPEGFrame(head, at: place)?.layer == 3
        && Self.areFrames(head, at: place, count: 4, isAll: false)
    }
    .map { Int64($0) }
  }

  private static func areADTS(_ head: [UInt8], isAll: Bool) -> Bool {
    guard let first = ADTSFrame.usual(head, at: 0) else { return false }
    let next = first.length
    return next + ADTSFrame.headerLength > head.count && isAll
      || ADTSFrame.usual(head, at: next)?.sampleRate == first.sampleRate
  }

  /// Returns whether this many frames follow each other.
  ///
  /// - Parameter isAll: whether fewer are enough, since the file ends after them.
  private static func areFrames(
    _ head: [UInt8],
    at start: Int,
    count: Int,
    isAll: Bool
  ) -> Bool {
    guard let first = MPEGFrame(head, at: start) else { return false }
    var place = start + first.length
    for _ in 1..<count {
      if place + 4 > head.count { return isAll }
      guard let next = MPEGFrame(head, at: place), next.isLike(first) else { return false }
      place += next.length
    }
    return true
  }

  /// Returns whether the bytes start another kind of media, or a container of MPEG streams.
  private static func isContainer(_ head: [UInt8]) -> Bool {
    let boxes = ["ftyp", "moov", "mdat", "free", "wide", "skip"]
    return AudioSignature.isKnown(head) || head.has("RIFF") || head.has("FLV")
      || head.has("nut/") || head.has(".RMF") || head.starts(with: [0, 0, 1])
      || isTransportStream(head) || boxes.contains { head.has($0, at: 4) }
  }

  /// Returns whether packets of MPEG-TS start here, with or without time codes.
  private static func isTransportStream(_ head: [UInt8]) -> Bool {
    [(start: 0, length: 188), (4, 192)].contains { start, length in
      (0..<3).allSatisfy { head.uint8(at: start + $0 * length) == 0x47 }
    }
  }

  /// Returns the media without its tags in front, if it is of another kind and a demuxer expects at
  /// most one tag, as before FLAC.
  package static func viewWithoutTags(_ bytes: some RandomAccessBytes) -> MediaView? {
    var layout = TagLayout(all: bytes.size)
    layout.passLeadingTags(bytes)
    let (first, start) = (layout.firstTag.upperBound, layout.audio.lowerBound)
    guard first > 0, start > first,
      AudioSignature.isKnown(bytes.bytes(at: start, count: AudioSignature.enough))
    else { return nil }
    return MediaView([.media(layout.audio)])
  }

  private init(all size: Int64) { audio = 0..<size }

  // MARK: At the beginning

  private mutating func passLeadingTags(_ bytes: some RandomAccessBytes) {
    var place: Int64 = 0
    for _ in 0..<Self.maxTags {
      let head = bytes.bytes(at: place, count: 32)
      let id3 = ID3TagHeader(head)?.tagLength ?? 0
      let ape = APETag(header: head, at: place)
      if id3 > 0, place + id3 < bytes.size {
        fields.readID3(bytes, at: place, length: id3)
        if place == 0 { firstTag = 0..<id3 } else { otherTags.append(place..<place + id3) }
        place += id3
      } else if let ape, ape.range.upperBound < bytes.size {
        fields.readAPE(bytes, ape)
        otherTags.append(ape.range)
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

  mutating func passTrailingTags(_ bytes: some RandomAccessBytes) {
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
      guard let tag = ID3TagHeader(Array("ID3".utf8) + tail.suffix(7)),
        end - tag.tagLength >= 0
      else { return nil }
      let start = end - tag.tagLength
      fields.readID3(bytes, at: start, length: tag.tagLength)
      otherTags.append(start..<end)
      return start
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
