import PlayerKitSystem

/// Replaces the comments of an Ogg stream by a copy with shortened pictures, for parsers. Comments
/// are one packet that spans many pages, so long pictures delay everything after them.
struct OggComments {
  private static let long = 128 << 10
  private static let shown = 64 << 10
  private static let longestText = 1 << 20
  private static let maximumComments = 10_000
  private static let maximumKept = 8 << 20

  /// The range of the comments' pages, and their replacement.
  private(set) var range: Range<Int64> = 0..<0
  private(set) var pages: [UInt8] = []
  /// Whether the end of the comments was found. If not, nothing follows them.
  private(set) var isWhole = false
  /// The original lengths of pictures by their shortened lengths, which are all different.
  private var lengths: [Int: Int] = [:]
  private var kept: [[UInt8]] = []
  private var room = Self.maximumKept

  /// `nil` if there are no long pictures or the comments cannot be read.
  init?(_ media: MediaBytes, _ kind: MediaKind) {
    guard let mark = Self.mark(of: kind), let head = OggPage(media, at: 0), head.header.isFirst,
      let first = OggPage(media, at: head.end), first.header.serial == head.header.serial,
      !first.header.isContinued,
      // Otherwise the whole packet is on this page.
      first.segmentsOfFirst == first.segments.count, first.segments.last == 255
    else { return nil }
    var packet = OggPacket(media, from: first)
    guard let beginning = packet.read(mark), let vendor = Self.text(&packet),
      let count = packet.number()
    else { return nil }
    takeComments(&packet, count)
    isWhole = packet.finish()
    guard !lengths.isEmpty else { return nil }
    let comments = Self.packet(beginning, vendor, kept, kind)
    pages = OggPage.pages(
      of: comments,
      serial: head.header.serial,
      sequence: first.header.sequence
    )
    range = first.start..<(isWhole ? packet.page.end : media.mediaSize)
    guard isWhole, let rest = packet.remainder(), !rest.segments.isEmpty else { return }
    pages += OggPage.page(
      flags: 0,
      granule: packet.page.header.granule,
      serial: head.header.serial,
      sequence: packet.page.header.sequence,
      segments: rest.segments,
      body: rest.body
    )
  }

  /// Restores the original lengths of shortened pictures.
  func restore(_ pictures: inout [RawPicture]) {
    for index in pictures.indices {
      guard let length = lengths[pictures[index].count] else { continue }
      pictures[index].count = length
      pictures[index].bytes = []
    }
  }

  /// Returns the length of the data before the comments; `nil` if the stream is of another kind.
  private static func mark(of kind: MediaKind) -> Int? {
    switch kind {
    case .vorbis: 7
    case .opus: 8
    case .oggFLAC: 4
    case .speex: 0
    case .mpeg, .flac, .mp4, .asf, .aiff, .wav, .ape, .wavPack, .musepack, .tta, .matroska, .other:
      nil
    }
  }

  private static func text(_ packet: inout OggPacket) -> [UInt8]? {
    guard let count = packet.number(), count <= shown else { return nil }
    return packet.read(count)
  }

  private mutating func takeComments(_ packet: inout OggPacket, _ count: Int) {
    for _ in 0..<min(count, Self.maximumComments) {
      guard let length = packet.number(), take(&packet, length) else { return }
    }
  }

  private mutating func take(_ packet: inout OggPacket, _ length: Int) -> Bool {
    guard length > Self.long else {
      return packet.read(length).map { keep($0) } ?? false
    }
    // In base64, four letters encode three bytes.
    guard let head = packet.read(Self.shown / 3 * 4 + 1_024) else { return false }
    let rest = length - head.count
    let name = head.prefix(32).prefix { $0 != UInt8(ascii: "=") }
    let letters = head.dropFirst(name.count + 1)
    switch String(decoding: name, as: UTF8.self).uppercased() {
    case "METADATA_BLOCK_PICTURE":
      if let cut = cut(block: letters) { _ = keep(Array(name) + [0x3D] + cut) }
      return packet.skip(rest)
    case "COVERART":
      guard packet.skip(rest - 4), let end = packet.read(4) else { return false }
      let whole = (length - name.count - 1) / 4 * 3 - end.count { $0 == UInt8(ascii: "=") }
      if let cut = cut(picture: letters, whole) { _ = keep(Array(name) + [0x3D] + cut) }
      return true
    default:
      guard length <= Self.longestText else { return packet.skip(rest) }
      return packet.read(rest).map { keep(head + $0) } ?? false
    }
  }

  private mutating func keep(_ comment: [UInt8]) -> Bool {
    guard comment.count <= room else { return false }
    room -= comment.count
    kept.append(comment)
    return true
  }

  /// Shortens a FLAC picture block.
  private mutating func cut(block letters: ArraySlice<UInt8>) -> [UInt8]? {
    guard var block = Self.bytes(letters) else { return nil }
    var place = 4
    func number() -> Int? {
      guard place >= 0, place + 4 <= block.count else { return nil }
      return block[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
    }
    // Media type and description, then four numbers.
    for _ in 0..<2 {
      guard let length = number() else { return nil }
      place += 4 + length
    }
    place += 16
    guard let whole = number(), let length = lengthOfCut(block.count - place - 4, whole) else {
      return nil
    }
    for index in 0..<4 { block[place + index] = UInt8(length >> (24 - 8 * index) & 0xFF) }
    return Array(Data(block.prefix(place + 4 + length)).base64EncodedData())
  }

  private mutating func cut(picture letters: ArraySlice<UInt8>, _ whole: Int) -> [UInt8]? {
    guard let picture = Self.bytes(letters), let length = lengthOfCut(picture.count, whole) else {
      return nil
    }
    return Array(Data(picture.prefix(length)).base64EncodedData())
  }

  private mutating func lengthOfCut(_ count: Int, _ whole: Int) -> Int? {
    let length = min(count, Self.shown) - lengths.count
    guard length > 0, whole > length else { return nil }
    lengths[length] = whole
    return length
  }

  private static func bytes(_ letters: ArraySlice<UInt8>) -> [UInt8]? {
    Data(base64Encoded: Data(letters.prefix(letters.count / 4 * 4))).map { Array($0) }
  }

  private static func packet(
    _ beginning: [UInt8],
    _ vendor: [UInt8],
    _ comments: [[UInt8]],
    _ kind: MediaKind
  ) -> [UInt8] {
    func number(_ count: Int) -> [UInt8] { (0..<4).map { UInt8(count >> (8 * $0) & 0xFF) } }
    var body = number(vendor.count) + vendor + number(comments.count)
    for comment in comments { body += number(comment.count) + comment }
    switch kind {
    case .vorbis: return beginning + body + [1]
    case .oggFLAC:
      // The length of a block is in its header.
      return [beginning[0]] + number(body.count).prefix(3).reversed() + body
    default: return beginning + body
    }
  }
}
