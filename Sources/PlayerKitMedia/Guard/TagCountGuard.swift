import PlayerKit

/// Counts the tags and cue marks that media declares in FLAC, Ogg, WAV and CAF. libavformat
/// compares each tag with all earlier ones, so that ten thousand or more take minutes.
///
/// Bytes may come in pieces. Only headers are read; a reader that skips them ends the count.
struct TagCountGuard: Sendable {
  private static let maxTags = 5_000
  private static let maxMarks = 10_000
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
      let count = (OggPageHeader.length(of: header) ?? 0) - header.count
      if count <= 0 {
        lookForPage(at: after)
      } else {
        look(for: .segments(page: Array(header)), at: after, count)
      }
    case .segments(let page): takePage(OggPageHeader(page + header), after)
    case .mark(let end): try takeMark(header, end)
    case .pageCount(let end):
      tags = 0
      try add(header.little32(at: 0))
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
    if let tag = ID3TagHeader(header) {
      look(for: .beginning, at: place + tag.tagLength, 12)
    } else if header.has("fLaC") {
      look(for: .block, at: place + 4, 4)
    } else if header.has("OggS") {
      lookForPage(at: place)
    } else if header.has("WAVE", at: 8) {
      lookForChunk(at: place + 12)
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
      let count = after + Int64(header.little32(at: 0) ?? 0)
      // A name that is too long must not lead past the block: the next one is read, too.
      if count + 4 <= end {
        look(for: .count(end: end), at: count, 4)
      } else {
        look(for: .block, at: end, 4)
      }
    case .count(let end):
      try add(header.little32(at: 0))
      look(for: .block, at: end, 4)
    default: break
    }
  }

  // MARK: Ogg

  /// Handles a page: continues in its body if comments may start there.
  private mutating func takePage(_ page: OggPageHeader?, _ after: Int64) {
    guard let page else { return part = .nothing }
    let end = after + Int64(page.bodyLength)
    // Later pages of a packet do not contain its start.
    if !page.isContinued, page.bodyLength >= Self.markLength {
      look(for: .mark(end: end), at: after, Self.markLength)
    } else {
      lookForPage(at: end)
    }
  }

  private mutating func lookForPage(at place: Int64) {
    look(for: .page, at: place, OggPageHeader.fixedLength)
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
    let vendor = Int64(bytes.little32(at: Int(length)) ?? 0)
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
      guard let chunk = RIFFChunk(header) else { return part = .nothing }
      let end = after + chunk.paddedLength
      switch chunk.kind {
      case "LIST": look(for: .listKind(end: end), at: after, 4)
      case "cue ": look(for: .marks(end: end), at: after, 4)
      default: lookForChunk(at: end)
      }
    case .listKind(let end):
      if header.has("INFO") {
        lookForItem(at: after, of: end)
      } else {
        lookForChunk(at: end)
      }
    case .listItem(let end):
      try add(1)
      lookForItem(at: after + (RIFFChunk(header)?.paddedLength ?? 0), of: end)
    case .marks(let end):
      try add(header.little32(at: 0), max: Self.maxMarks)
      lookForChunk(at: end)
    default: break
    }
  }

  /// An item that is too long must not lead past the list: the next chunk is read, too.
  private mutating func lookForItem(at place: Int64, of end: Int64) {
    if place + Int64(RIFFChunk.headerLength) <= end {
      look(for: .listItem(end: end), at: place, RIFFChunk.headerLength)
    } else {
      lookForChunk(at: end)
    }
  }

  private mutating func lookForChunk(at place: Int64) {
    look(for: .riffChunk, at: place, RIFFChunk.headerLength)
  }
}
