import PlayerKit

/// Counts the tags and cue marks that media declares in FLAC, Ogg, WAV and CAF. libavformat
/// compares each tag with all earlier ones, so that ten thousand or more take minutes.
///
/// Bytes may come in pieces. Only headers are read; a reader that skips them ends the count.
struct TagCountGuard: Sendable {
  private static let maxTags = 5_000
  private static let maxMarks = 10_000
  private static let pageLength = 27
  private static let markLength = 12

  private static let tooMany = PlayerError(.unsupportedFormat, "The media has too many tags.")

  private enum Part: Sendable {
    case beginning
    case block
    /// The length of the vendor's name in a block that ends here, then the number of comments.
    case vendor(end: Int64)
    case count(end: Int64)
    case page
    case segments(page: [UInt8])
    case mark(end: Int64)
    case pageCount(end: Int64)
    case riffChunk
    case listKind(end: Int64)
    case listItem(end: Int64)
    case marks(end: Int64)
    case cafChunk
    case strings(end: Int64)
    case nothing
  }

  private var part = Part.beginning
  /// The offset and length of the header read next, and its bytes so far.
  private var place: Int64 = 0
  private var length = 12
  private var bytes: [UInt8] = []
  private var tags = 0

  mutating func check(_ piece: UnsafeRawBufferPointer, at offset: Int64) throws(PlayerError) {
    while true {
      if case .nothing = part { return }
      let distance = place + Int64(bytes.count) - offset
      guard distance >= 0, distance < Int64(piece.count) else { return }
      bytes.append(contentsOf: piece[Int(distance)...].prefix(length - bytes.count))
      guard bytes.count == length else { return }
      let header = bytes[...]
      bytes = []
      try take(header)
    }
  }

  private mutating func look(for part: Part, at place: Int64, _ length: Int) {
    (self.part, self.place, self.length) = (part, place, length)
  }

  private mutating func take(_ header: ArraySlice<UInt8>) throws(PlayerError) {
    let after = place + Int64(header.count)
    switch part {
    case .beginning: begin(header)
    case .block, .vendor, .count: try takeComments(header, after)
    case .page:
      let count = Int(header[header.startIndex + 26])
      if count == 0 {
        lookForPage(at: after)
      } else {
        look(for: .segments(page: Array(header)), at: after, count)
      }
    case .segments(let page): takePage(page, header, after)
    case .mark(let end): try takeMark(header, end)
    case .pageCount(let end):
      let count = Self.little(header)
      tags = 0
      try add(count)
      lookForPage(at: end)
    case .riffChunk, .listKind, .listItem, .marks: try takeRIFF(header, after)
    case .cafChunk:
      let size = header.uint64(at: 4) ?? .max
      guard size < UInt64(Int64.max - after) else { return part = .nothing }
      if header.has("info") {
        look(for: .strings(end: after + Int64(size)), at: after, 4)
      } else {
        look(for: .cafChunk, at: after + Int64(size), 12)
      }
    case .strings(let end):
      try add(header.uint32(at: 0))
      look(for: .cafChunk, at: end, 12)
    case .nothing: break
    }
  }

  private mutating func begin(_ header: ArraySlice<UInt8>) {
    let tag = ID3Guard.length(header)
    if tag > 0 {
      look(for: .beginning, at: place + tag, 12)
    } else if header.has("fLaC") {
      look(for: .block, at: place + 4, 4)
    } else if header.has("OggS") {
      lookForPage(at: place)
    } else if header.has("WAVE", at: 8) {
      look(for: .riffChunk, at: place + 12, 8)
    } else if header.has("caff") {
      look(for: .cafChunk, at: place + 8, 12)
    } else {
      part = .nothing
    }
  }

  private mutating func add(_ count: UInt32?, max: Int = Self.maxTags) throws(PlayerError) {
    tags += Int(count ?? 0)
    guard tags <= max else { throw Self.tooMany }
  }

  // MARK: FLAC

  private mutating func takeComments(
    _ header: ArraySlice<UInt8>,
    _ after: Int64
  ) throws(PlayerError) {
    switch part {
    case .block:
      let end = after + (Int64(header.uint32(at: 0) ?? 0) & 0xFF_FFFF)
      if header.uint8(at: 0).map({ $0 & 0x7F }) == 4 {
        look(for: .vendor(end: end), at: after, 4)
      } else if header.uint8(at: 0).map({ $0 < 0x7F }) == true {
        look(for: .block, at: end, 4)
      } else {
        part = .nothing
      }
    case .vendor(let end):
      let count = after + Int64(Self.little(header))
      // A name that is too long must not lead past the block: the next one is read, too.
      if count + 4 <= end {
        look(for: .count(end: end), at: count, 4)
      } else {
        look(for: .block, at: end, 4)
      }
    case .count(let end):
      try add(Self.little(header))
      look(for: .block, at: end, 4)
    default: break
    }
  }

  // MARK: Ogg

  /// Handles the segment lengths of a page: continues in its body if comments may start there.
  private mutating func takePage(_ page: [UInt8], _ segments: ArraySlice<UInt8>, _ after: Int64) {
    let end = after + segments.reduce(0) { $0 + Int64($1) }
    guard page[...].has("OggS") else { return part = .nothing }
    // Later pages of a packet do not contain its start.
    if page[5] & 1 == 0, end - after >= Self.markLength {
      look(for: .mark(end: end), at: after, Self.markLength)
    } else {
      lookForPage(at: end)
    }
  }

  private mutating func lookForPage(at place: Int64) {
    look(for: .page, at: place, Self.pageLength)
  }

  private mutating func takeMark(_ bytes: ArraySlice<UInt8>, _ end: Int64) throws(PlayerError) {
    let length: Int64? =
      if bytes.has("OpusTags") {
        8
      } else if bytes.uint8(at: 0) == 3, bytes.has("vorbis", at: 1) {
        7
      } else if bytes.uint8(at: 0).map({ $0 & 0x7F }) == 4, bytes.uint8(at: 1) == 0 {
        4
      } else {
        nil
      }
    guard let length else { return lookForPage(at: end) }
    // A vendor name longer than a page is invalid.
    let vendor = Int64(Self.little(bytes.dropFirst(Int(length))))
    let count = place + length + 4 + vendor
    guard count + 4 <= end else {
      // The FLAC mark is short and may occur in other packets.
      if length == 4 { return lookForPage(at: end) }
      throw Self.tooMany
    }
    look(for: .pageCount(end: end), at: count, 4)
  }

  private mutating func takeRIFF(
    _ header: ArraySlice<UInt8>,
    _ after: Int64
  ) throws(PlayerError) {
    switch part {
    case .riffChunk:
      let size = Int64(Self.little(header.dropFirst(4)))
      let end = after + size + (size & 1)
      if header.has("LIST") {
        look(for: .listKind(end: end), at: after, 4)
      } else if header.has("cue ") {
        look(for: .marks(end: end), at: after, 4)
      } else {
        look(for: .riffChunk, at: end, 8)
      }
    case .listKind(let end):
      if header.has("INFO") {
        lookForItem(at: after, of: end)
      } else {
        look(for: .riffChunk, at: end, 8)
      }
    case .listItem(let end):
      try add(1)
      let size = Int64(Self.little(header.dropFirst(4)))
      lookForItem(at: after + size + (size & 1), of: end)
    case .marks(let end):
      try add(Self.little(header), max: Self.maxMarks)
      look(for: .riffChunk, at: end, 8)
    default: break
    }
  }

  /// An item that is too long must not lead past the list: the next chunk is read, too.
  private mutating func lookForItem(at place: Int64, of end: Int64) {
    if place + 8 <= end {
      look(for: .listItem(end: end), at: place, 8)
    } else {
      look(for: .riffChunk, at: end, 8)
    }
  }

  private static func little(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.uint32(at: 0)?.byteSwapped ?? 0
  }
}
