/// The playback information in tags of MPEG audio: the gain, and the start and end of the audio.
///
/// The first tag with a field counts, and within a tag the first of equal fields. A user-defined
/// text takes precedence over a frame `RVA2`.
package struct TagFields: Sendable, Equatable {
  private static let maxFrames = 1_000
  private static let maxValue: Int64 = 4_096
  private static let maxUnsynchronized: Int64 = 1 << 20

  /// Fields such as `replaygain_track_gain`, with lowercase keys.
  package private(set) var gains: [String: String] = [:]
  /// The value of `iTunSMPB`.
  package private(set) var gapless: GaplessTag?

  private mutating func take(_ key: String, _ value: String) {
    let key = key.lowercased()
    if key == "itunsmpb" {
      gapless = gapless ?? GaplessTag(value)
    } else if key.hasPrefix("replaygain_") || key.hasPrefix("r128_"), gains[key] == nil {
      gains[key] = value
    }
  }

  mutating func dropGapless() { gapless = nil }

  // MARK: ID3v2

  mutating func readID3(_ bytes: some RandomAccessBytes, at start: Int64, length: Int64) {
    let head = bytes.bytes(at: start, count: 10)
    guard head.count == 10, (2...4).contains(head[3]) else { return }
    let end = start + length
    guard head[5] & 0x80 != 0, head[3] < 4 else { return readFrames(bytes, start, end, head) }
    // Unsynchronization inserts zeros throughout the tag.
    let whole = bytes.bytes(at: start, count: Int(min(length, Self.maxUnsynchronized)))
    var held = HeldBytes()
    held.hold(Self.synchronized(whole[...]), at: 0)
    readFrames(held, 0, held.size, head)
  }

  private static func synchronized(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var (result, last) = ([UInt8](), UInt8(0))
    result.reserveCapacity(bytes.count)
    for byte in bytes {
      if last != 0xFF || byte != 0 { result.append(byte) }
      last = byte
    }
    return result
  }

  private mutating func readFrames(
    _ bytes: some RandomAccessBytes,
    _ start: Int64,
    _ end: Int64,
    _ head: [UInt8]
  ) {
    let version = head[3]
    let headLength = version == 2 ? 6 : 10
    var place = start + 10
    if version > 2, head[5] & 0x40 != 0 {
      let size = bytes.bytes(at: place, count: 4).uint32(at: 0) ?? 0
      place += version == 3 ? Int64(size) + 4 : Self.sevenBits(size)
    }
    var relative: [(key: String, value: String)] = []
    for _ in 0..<Self.maxFrames {
      let frame = bytes.bytes(at: place, count: headLength)
      guard frame.count == headLength, frame[0] != 0, place < end else { break }
      let size =
        switch version {
        case 2: Int64(frame.uint32(at: 2) ?? 0) & 0xFF_FFFF
        case 3: Int64(frame.uint32(at: 4) ?? 0)
        default: Self.sevenBits(frame.uint32(at: 4) ?? 0)
        }
      let body = place + Int64(headLength)
      place = body + size
      guard size > 0, place <= end else { break }
      let isWanted = ["TXX", "COM", "RVA"].contains { frame.has($0) }
      guard isWanted, size <= Self.maxValue else { continue }
      var value = bytes.bytes(at: body, count: Int(size))[...]
      let flags = version == 4 ? frame[9] : version == 3 ? frame[9] >> 4 : 0
      guard flags & 0x0C == 0 else { continue }
      if version == 4 {
        if flags & 1 != 0 { value = value.dropFirst(4) }
        if flags & 2 != 0 { value = Self.synchronized(value)[...] }
      }
      if frame.has("RVA2") {
        relative += Self.relativeVolume(value)
      } else if frame.has("TXX") || frame.has("COM"), let text = Self.text(value, frame) {
        take(text.key, text.value)
      }
    }
    for (key, value) in relative { take(key, value) }
  }

  private static func sevenBits(_ size: UInt32) -> Int64 {
    [24, 16, 8, 0].reduce(Int64(0)) { $0 << 7 | Int64(size >> UInt32($1) & 0x7F) }
  }

  /// Returns the description and the text of a frame that has both.
  private static func text(
    _ body: ArraySlice<UInt8>,
    _ frame: [UInt8]
  ) -> (key: String, value: String)? {
    guard let encoding = body.first, encoding < 4 else { return nil }
    let texts = texts(body.dropFirst(frame.has("COM") ? 4 : 1), encoding)
    return texts.count > 1 ? (texts[0], texts[1]) : nil
  }

  private static func texts(_ bytes: ArraySlice<UInt8>, _ encoding: UInt8) -> [String] {
    switch encoding {
    case 0:
      return bytes.split(separator: 0, omittingEmptySubsequences: false).map { text in
        String(String.UnicodeScalarView(text.map { Unicode.Scalar($0) }))
      }
    case 3:
      return bytes.split(separator: 0, omittingEmptySubsequences: false).map {
        String(decoding: $0, as: UTF8.self)
      }
    default:
      let pairs = stride(from: bytes.startIndex, to: bytes.endIndex - 1, by: 2).map {
        UInt16(bytes[$0]) << 8 | UInt16(bytes[$0 + 1])
      }
      var isSwapped = false
      return pairs.split(separator: 0, omittingEmptySubsequences: false).map { text in
        if text.first == 0xFFFE { isSwapped = true }
        let marks: [UInt16] = [0xFFFE, 0xFEFF]
        let units = marks.contains(text.first ?? 0) ? text.dropFirst() : text
        return String(decoding: units.map { isSwapped ? $0.byteSwapped : $0 }, as: UTF16.self)
      }
    }
  }

  /// Returns the gain of a frame `RVA2` as ReplayGain fields.
  private static func relativeVolume(_ body: ArraySlice<UInt8>) -> [(key: String, value: String)] {
    guard let zero = body.firstIndex(of: 0) else { return [] }
    let name = String(decoding: body[..<zero], as: UTF8.self).lowercased()
    let kind = name == "album" ? "album" : "track"
    var rest = body[(zero + 1)...]
    while rest.count >= 4, let adjustment = rest.uint16(at: 1) {
      let (channel, bits) = (rest[rest.startIndex], Int(rest[rest.startIndex + 3]))
      let length = (bits + 7) / 8
      // Only the master volume counts.
      guard channel == 1 else {
        rest = rest.dropFirst(4 + length)
        continue
      }
      let gain = Double(Int16(bitPattern: adjustment)) / 512
      var found = [("replaygain_\(kind)_gain", "\(gain) dB")]
      if bits > 0, bits <= 32, rest.count >= 4 + length {
        let peak = rest.dropFirst(4).prefix(length).reduce(0.0) { $0 * 256 + Double($1) }
        let full = Double(UInt64(1) << UInt64(length * 8 - 1))
        if peak > 0 { found.append(("replaygain_\(kind)_peak", "\(peak / full)")) }
      }
      return found
    }
    return []
  }

  // MARK: APEv2

  mutating func readAPE(_ bytes: some RandomAccessBytes, _ tag: APETag) {
    var place = tag.items.lowerBound
    for _ in 0..<min(tag.count, Self.maxFrames) {
      let head = bytes.bytes(at: place, count: 8 + 256)
      guard place < tag.items.upperBound, let size = head.uint32(at: 0)?.byteSwapped,
        let flags = head.uint32(at: 4)?.byteSwapped, let zero = head[8...].firstIndex(of: 0)
      else { return }
      let start = place + Int64(zero) + 1
      place = start + Int64(size)
      guard place <= tag.items.upperBound else { return }
      guard flags & 6 == 0, Int64(size) <= Self.maxValue else { continue }
      let value = bytes.bytes(at: start, count: Int(size))
      // The first of several values.
      take(
        String(decoding: head[8..<zero], as: UTF8.self),
        String(decoding: value.prefix { $0 != 0 }, as: UTF8.self)
      )
    }
  }
}
