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
    let head = bytes.bytes(at: start, count: ID3TagHeader.length)
    guard let tag = ID3TagHeader(head), tag.isKnown else { return }
    guard tag.isUnsynchronized, tag.version < 4 else {
      return readFrames(bytes, tag, start, start + length)
    }
    let whole = bytes.bytes(at: start, count: Int(min(length, Self.maxUnsynchronized)))
    var held = HeldBytes()
    held.hold(ID3Text.synchronized(whole), at: 0)
    readFrames(held, tag, 0, held.size)
  }

  private mutating func readFrames(
    _ bytes: some RandomAccessBytes,
    _ tag: ID3TagHeader,
    _ start: Int64,
    _ end: Int64
  ) {
    var relative: [(key: String, value: String)] = []
    let frames = ID3FrameReader(bytes, of: tag, at: start, to: end, maxFrames: Self.maxFrames)
    for frame in frames {
      let (name, size) = (frame.header.name, frame.header.size)
      guard size > 0 else { break }
      let isWanted = ["TXX", "COM", "RVA"].contains { name.hasPrefix($0) }
      guard isWanted, size <= Self.maxValue else { continue }
      var value = bytes.bytes(at: frame.body.lowerBound, count: Int(size))[...]
      let flags = tag.version == 4 ? frame.header.flags : frame.header.flags >> 4
      guard flags & 0x0C == 0 else { continue }
      if tag.version == 4 {
        if flags & 1 != 0 { value = value.dropFirst(4) }
        if flags & 2 != 0 { value = ID3Text.synchronized(value)[...] }
      }
      if name == "RVA2" {
        relative += Self.relativeVolume(value)
      } else if !name.hasPrefix("RVA"), let text = Self.text(value, name) {
        take(text.key, text.value)
      }
    }
    for (key, value) in relative { take(key, value) }
  }

  /// Returns the description and the text of a frame that has both.
  private static func text(
    _ body: ArraySlice<UInt8>,
    _ name: String
  ) -> (key: String, value: String)? {
    guard let encoding = body.first, encoding < 4 else { return nil }
    let bytes = body.dropFirst(name.hasPrefix("COM") ? 4 : 1)
    let texts = ID3Text.texts(bytes, encoding: encoding)
    return texts.count > 1 ? (texts[0], texts[1]) : nil
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
    for item in APEItems(bytes, of: tag, maxItems: Self.maxFrames) {
      let count = item.value.count
      guard item.isText, count <= Self.maxValue else { continue }
      // The first of several values.
      let value = bytes.bytes(at: item.value.lowerBound, count: count).prefix { $0 != 0 }
      take(item.key, String(decoding: value, as: UTF8.self))
    }
  }
}
