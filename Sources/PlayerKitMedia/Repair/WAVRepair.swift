/// Rewrites WAV headers that libavformat misreads.
///
/// - It uses the number of valid bits as the sample size.
/// - libswresample refuses some channel layouts. They are replaced by the usual layout with as many
///   channels.
/// - It expects a padding byte after a chunk of odd length.
package enum WAVRepair {
  private static let maxChunks = 1_000
  private static let maxFormat = 1_024

  /// Returns the media as a demuxer should see it; `nil` if the file needs no change.
  package static func view(of bytes: some RandomAccessBytes) -> MediaView? {
    let head = bytes.bytes(at: 0, count: 12)
    guard head.has("RIFF") || head.has("RF64"), head.has("WAVE", at: 8) else { return nil }
    var place: Int64 = 12
    var format: (range: Range<Int64>, chunk: [UInt8])?
    var isUnpadded = false
    for _ in 0..<maxChunks {
      let start = bytes.bytes(at: place, count: RIFFChunk.headerLength)
      guard let chunk = RIFFChunk(start) else { return nil }
      let (size, body) = (chunk.length, place + Int64(RIFFChunk.headerLength))
      if chunk.kind == "data" {
        guard let format else { return nil }
        let repaired = repaired(format.chunk)
        let rest = body..<bytes.size
        if isUnpadded, head.has("RIFF") {
          return MediaView([.bytes(header(head, repaired, start, body)), .media(rest)])
        }
        guard repaired != format.chunk else { return nil }
        return MediaView([
          .media(0..<format.range.lowerBound), .bytes(repaired),
          .media(format.range.upperBound..<bytes.size),
        ])
      }
      if chunk.kind == "fmt ", size >= 16, size <= maxFormat {
        let whole = bytes.bytes(at: place, count: Int(size) + 8)
        guard whole.count == Int(size) + 8 else { return nil }
        format = (place..<body + size, whole)
      }
      place = body + size
      guard size & 1 == 1 else { continue }
      let next = bytes.bytes(at: place, count: 5)
      if isUnpaddedName(next) {
        isUnpadded = true
      } else {
        place += 1
      }
    }
    return nil
  }

  /// Returns the first bytes of a file with a repaired format, which keeps its length. Without the
  /// rest of the file, nothing else is repaired.
  package static func repaired(head: [UInt8]) -> [UInt8] {
    guard head.has("RIFF") || head.has("RF64"), head.has("WAVE", at: 8) else { return head }
    var (head, place) = (head, 12)
    while let size = head.uint32(at: place + 4).map({ Int($0.byteSwapped) }),
      size < head.count - place - 8
    {
      let end = place + 8 + size
      if head.has("fmt ", at: place), size >= 16, size <= maxFormat {
        head.replaceSubrange(place..<end, with: repaired(Array(head[place..<end])))
        break
      }
      place = end + size % 2
    }
    return head
  }

  /// Returns whether a chunk starts at the first of these bytes rather than at the second.
  private static func isUnpaddedName(_ bytes: [UInt8]) -> Bool {
    let isNext = isName(bytes.prefix(4))
    return isNext && (!isName(bytes.dropFirst()) || known.contains { bytes.has($0) })
  }

  private static let known = [
    "fmt ", "data", "LIST", "fact", "bext", "id3 ", "ID3 ", "JUNK", "junk", "PEAK", "cue ", "smpl",
    "inst", "iXML", "cart", "PAD ", "acid", "_PMX", "axml", "chna",
  ]

  private static func isName(_ letters: ArraySlice<UInt8>) -> Bool {
    letters.count == 4 && letters.allSatisfy { (0x20..<0x7F).contains($0) }
  }

  /// Returns the start of a file with only its format and its audio.
  private static func header(
    _ head: [UInt8],
    _ format: [UInt8],
    _ data: [UInt8],
    _ audio: Int64
  ) -> [UInt8] {
    let format = format.count.isMultiple(of: 2) ? format : format + [0]
    let removed = audio - Int64(12 + format.count + 8)
    let size = RIFFChunk(head)?.length ?? 0
    // Writers that can't seek back leave a value like this as the size.
    let isKnown = size > removed && size < 0x7FFF_0000
    let length = withUnsafeBytes(of: UInt32(isKnown ? size - removed : size).littleEndian) {
      Array($0)
    }
    return Array("RIFF".utf8) + length + Array("WAVE".utf8) + format + data
  }

  // MARK: The format

  /// - Parameter chunk: the chunk `fmt `, with its name and its size.
  private static func repaired(_ chunk: [UInt8]) -> [UInt8] {
    var chunk = chunk
    func number(_ offset: Int) -> Int { Int(chunk.uint16(at: 8 + offset)?.byteSwapped ?? 0) }
    func set(_ value: Int, _ offset: Int) {
      chunk[8 + offset] = UInt8(truncatingIfNeeded: value)
      chunk[9 + offset] = UInt8(truncatingIfNeeded: value >> 8)
    }
    let (tag, channels, block) = (number(0), number(2), number(12))
    guard channels > 0, block.isMultiple(of: channels), (1...8).contains(block / channels) else {
      return chunk
    }
    let bytes = block / channels
    let isExtended = tag == 0xFFFE && chunk.count >= 48
    // 1 is for integers, 3 for floats. Other formats count bits differently.
    guard [1, 3].contains(isExtended ? number(24) : tag) else { return chunk }
    func repairBits(_ offset: Int) {
      let bits = number(offset)
      if bits > 0, (bits + 7) / 8 != bytes { set(bytes * 8, offset) }
    }
    repairBits(14)
    guard isExtended else { return chunk }
    repairBits(18)
    let mask = UInt32(number(20)) | UInt32(number(22)) << 16
    if mask != 0, !isMixable(mask, channels) {
      let usual: [Int] = [0x4, 0x3, 0x7, 0x33, 0x37, 0x3F, 0x70F, 0x63F]
      set(channels <= usual.count ? usual[channels - 1] : 0, 20)
      set(0, 22)
    }
    return chunk
  }

  /// Returns whether libswresample can mix this layout.
  private static func isMixable(_ mask: UInt32, _ channels: Int) -> Bool {
    // Left and right in pairs: front, back, front center, side.
    mask.nonzeroBitCount == channels && mask & 0x7 != 0
      && [0x3, 0x30, 0xC0, 0x600].allSatisfy { (mask & $0).nonzeroBitCount != 1 }
  }
}
