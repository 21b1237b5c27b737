import PlayerKit

/// The index of an MP4: facts that libavformat and TagLib don't report, and the tables that
/// libavformat may read. libavformat creates an entry for each packet, however few bytes state
/// their number.
///
/// It also returns Nero's chapters, the padding, and the ranges that need not be fetched. Boxes are
/// clipped to their containers, as in libavformat.
package struct MP4Index {
  /// The chapters, with starts in units of 100 ns.
  package private(set) var chapters: [(start: UInt64, title: [UInt8])] = []
  /// The ranges of long tables.
  package private(set) var holes: [Range<Int64>] = []
  /// The offsets of box names that libavformat may read; see ``MP4Filter``.
  package private(set) var allowed: Set<Int64> = []
  /// Whether libavformat may not read all packets.
  package private(set) var isCut = false
  /// The end of the index. Tags are before it; fragments may follow.
  package private(set) var end: Int64?
  /// The parts of the index that state the padding of a track, and its packet count; one for each
  /// track that may state it.
  package private(set) var paddings: [(index: [UInt8], packets: UInt64)] = []
  /// For a file whose fragments were not all counted: the duration that the index states, if any.
  package private(set) var statedDuration: Duration?

  private let bytes: any RandomAccessBytes
  private let limits: Limits
  private var left = 8_192
  /// The number of packets for which libavformat may still create entries.
  private var room: UInt64
  package private(set) var hasFragments = false
  /// Whether a table states the length of all fragments. libavformat reads it.
  private var isIndexed = false
  private var fragmentNames: [Int64] = []
  private var movieHeader: [UInt8]?
  private var fragmentsLength: UInt64?

  private static let maxFragments = 400
  private static let mostNames = 1_000
  private static let deepest = 8
  private static let long: Int64 = 128 << 10
  private static let shown: Int64 = 16 << 10

  /// Walks the boxes. Reads only headers, chapters and small tables.
  ///
  /// - Parameters:
  ///   - start: where the media starts.
  ///   - limits: how much libavformat may read.
  package init(_ bytes: any RandomAccessBytes, from start: Int64, limits: Limits) {
    (self.bytes, self.limits, room) = (bytes, limits, limits.packets)
    var place = start
    var fragments = 0
    while let box = box(at: place, to: bytes.size) {
      switch box.kind {
      case "moov" where end == nil:
        walkMovie(box.body)
        end = box.body.upperBound
        if !hasFragments { place = bytes.size }
      case "sidx" where end != nil:
        isIndexed = isIndexed || reachesEnd(box.body)
      case "moof" where end != nil:
        fragments += 1
        let isFar = place - (end ?? 0) > limits.walk
        if isIndexed || isFar || fragments > Self.maxFragments || !takeFragment(box) {
          isCut = true
          place = bytes.size
        }
      default: break
      }
      place = max(place, box.body.upperBound)
    }
    if left == 0 { isCut = true }
    // An incomplete set would give a wrong length.
    if isCut { allowed.subtract(fragmentNames) }
    holes.sort { $0.lowerBound < $1.lowerBound }
  }

  /// Whether only the index can state the length, because fragments were not all counted.
  package var lacksFragments: Bool { isCut && hasFragments && !isIndexed }

  /// How much of an index libavformat may read.
  package struct Limits: Sendable {
    /// The maximum number of packets of all tracks and fragments.
    var packets: UInt64
    /// How far after the index to look for fragments, in bytes.
    var walk: Int64
    /// Whether libavformat reads the tables that only a player needs.
    var isForPlaying: Bool

    /// Returns the limits for an inspector: 13 hours of AAC.
    ///
    /// - Parameter walk: how far after the index to look for fragments, in bytes.
    package static func inspection(walk: Int64) -> Limits {
      Limits(packets: 2 << 20, walk: walk, isForPlaying: false)
    }

    /// Returns the limits for a player, which gets the index or a fragment in one piece. Each
    /// packet needs at least one byte of the media. Beyond 4 million packets, their sizes must be
    /// in the index.
    ///
    /// - Parameters:
    ///   - mediaSize: the length of the media, if known.
    ///   - indexSize: the length of the index.
    static func playing(mediaSize: Int64?, indexSize: Int64) -> Limits {
      let packets = max(
        min(4 << 20, mediaSize ?? .max),
        min(16 << 20, indexSize / 2)
      )
      return Limits(packets: UInt64(max(packets, 0)), walk: 0, isForPlaying: true)
    }
  }

  // MARK: Boxes

  private struct Box {
    let kind: String
    /// The offset of its name.
    let name: Int64
    let body: Range<Int64>

    var length: Int64 { body.upperBound - body.lowerBound }
  }

  /// Returns the box at an offset; `nil` if there is none, or too many boxes were read.
  private mutating func box(at place: Int64, to end: Int64) -> Box? {
    guard place >= 0, place <= end - 8, left > 0 else { return nil }
    left -= 1
    let head = bytes.bytes(at: place, count: 16)
    guard head.count >= 8 else { return nil }
    var (header, length) = (Int64(8), UInt64(Self.number(head, at: 0)))
    if length == 1 {
      guard head.count == 16 else { return nil }
      (header, length) = (
        16, UInt64(Self.number(head, at: 8)) << 32 | UInt64(Self.number(head, at: 12))
      )
    } else if length == 0 {
      length = UInt64(end - place)
    }
    guard length >= UInt64(header) else { return nil }
    let body = min(place + header, end)..<(place + Int64(min(length, UInt64(end - place))))
    guard body.lowerBound <= body.upperBound else { return nil }
    return Box(kind: String(decoding: head[4..<8], as: UTF8.self), name: place + 4, body: body)
  }

  private static func number(_ bytes: [UInt8], at offset: Int) -> UInt32 {
    guard offset >= 0, offset + 4 <= bytes.count else { return 0 }
    return bytes[offset..<offset + 4].reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func number(at place: Int64) -> UInt64 {
    UInt64(Self.number(bytes.bytes(at: place, count: 4), at: 0))
  }

  private func small(_ box: Box) -> [UInt8] {
    bytes.bytes(at: box.body.lowerBound, count: Int(min(box.length, 64 << 10)))
  }

  private mutating func each(in range: Range<Int64>, _ visit: (inout MP4Index, Box) -> Void) {
    var place = range.lowerBound
    while let box = box(at: place, to: range.upperBound) {
      visit(&self, box)
      place = box.body.upperBound
    }
  }

  // MARK: The index

  private mutating func walkMovie(_ range: Range<Int64>) {
    each(in: range) { index, box in
      switch box.kind {
      case "mvhd": index.movieHeader = index.small(box)
      case "trak": index.takeTrack(box.body)
      case "udta", "meta": index.walkTags(box, depth: 0)
      case "mvex":
        index.hasFragments = true
        index.each(in: box.body) { index, box in
          guard box.kind == "mehd" else { return }
          let start = box.body.lowerBound
          let high = index.number(at: start + 4)
          let isLong = index.number(at: start) >> 24 == 1
          index.fragmentsLength = isLong ? high << 32 | index.number(at: start + 8) : high
        }
      default: break
      }
    }
    stateDuration()
  }

  /// Reads the tags that TagLib does not read.
  private mutating func walkTags(_ box: Box, depth: Int) {
    guard depth < Self.deepest else { return }
    // `meta` has a version, except in QuickTime.
    let isFull = box.kind == "meta" && number(at: box.body.lowerBound + 4) != Self.handler
    let start = min(box.body.lowerBound + (isFull ? 4 : 0), box.body.upperBound)
    each(in: start..<box.body.upperBound) { index, box in
      switch box.kind {
      case "udta", "meta": index.walkTags(box, depth: depth + 1)
      case "hdlr": index.allowed.insert(box.name)
      case "keys":
        if index.number(at: box.body.lowerBound + 4) <= Self.mostNames {
          index.allowed.insert(box.name)
        }
      case "chpl": index.readChapters(box)
      // Each tag counts as a box.
      case "ilst" where index.limits.isForPlaying: index.each(in: box.body) { _, _ in }
      default: break
      }
    }
  }

  private static let handler: UInt64 = 0x6864_6C72

  private mutating func stateDuration() {
    guard let header = movieHeader, let version = header.first else { return }
    let place = version == 1 ? 20 : 12
    let rate = Self.number(header, at: place)
    var length = UInt64(Self.number(header, at: place + 4))
    if version == 1 { length = length << 32 | UInt64(Self.number(header, at: place + 8)) }
    length = fragmentsLength ?? length
    guard rate > 0, length > 0, length < 1 << 48 else { return }
    statedDuration = Duration.seconds(Double(length) / Double(rate)).ifStorable
  }

  private mutating func readChapters(_ box: Box) {
    let body = bytes.bytes(at: box.body.lowerBound, count: Int(min(box.length, 128 << 10)))
    // Version and flags, four more bytes in version 1, the count.
    var place = body.first == 1 ? 8 : 4
    guard place < body.count else { return }
    let count = Int(body[place])
    place += 1
    for _ in 0..<count {
      guard place + 9 <= body.count else { return }
      let start = body[place..<place + 8].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      let length = Int(body[place + 8])
      place += 9
      guard place + length <= body.count else { return }
      chapters.append((start, Array(body[place..<place + length])))
      place += length
    }
  }

  // MARK: Tracks

  private struct Track {
    var names: [Int64] = []
    var sizes: UInt64 = 0
    var chunks: UInt64 = 0
    var edits: UInt64 = 0
    var runs: [Box] = []
    var handlers: [[UInt8]] = []
    var times: [[UInt8]] = []
    var descriptions: [[UInt8]] = []
    var mediaHeader: [UInt8] = []
    var edit: [UInt8] = []

    /// Whether libavformat groups samples into packets, since each sample stands alone.
    var isUncompressed: Bool {
      handlers.count == 1 && handlers[0].dropFirst(8).starts(with: Array("soun".utf8))
        && times.count == 1 && MP4Index.number(times[0], at: 4) == 1
        && MP4Index.number(times[0], at: 12) == 1 && descriptions.count == 1
    }
  }

  private static let trackContainers: Set<String> = ["edts", "mdia", "minf", "stbl"]
  /// The sizes and offsets of packets, which a player needs.
  private static let tables: Set<String> = ["stsz", "stco", "co64", "stss", "ctts"]

  private mutating func takeTrack(_ range: Range<Int64>) {
    var track = Track()
    walkTrack(range, &track, depth: 0)
    var packets = track.sizes
    if track.isUncompressed { packets = pieces(of: track) }
    let (product, isTooLarge) = packets.multipliedReportingOverflow(by: max(1, track.edits))
    guard !isTooLarge, product <= room else {
      isCut = true
      return
    }
    room -= product
    allowed.formUnion(track.names)
    takePadding(of: track)
  }

  private mutating func walkTrack(_ range: Range<Int64>, _ track: inout Track, depth: Int) {
    guard depth < Self.deepest else { return }
    var found = track
    each(in: range) { index, box in
      if Self.trackContainers.contains(box.kind) {
        index.walkTrack(box.body, &found, depth: depth + 1)
      } else if box.kind == "udta" || box.kind == "meta" {
        index.walkTags(box, depth: 0)
      } else {
        index.take(box, &found)
      }
    }
    track = found
  }

  private mutating func take(_ box: Box, _ track: inout Track) {
    let start = box.body.lowerBound
    switch box.kind {
    case "stsz", "stz2":
      track.names.append(box.name)
      track.sizes &+= number(at: start + 8)
    case "stco", "co64":
      track.names.append(box.name)
      track.chunks &+= number(at: start + 4)
    case "stsc":
      track.names.append(box.name)
      track.runs.append(box)
    case "elst":
      track.names.append(box.name)
      track.edits &+= min(number(at: start + 4), UInt64(box.length) / 12)
      track.edit = small(box)
    case "stts":
      track.names.append(box.name)
      track.times.append(small(box))
    case "hdlr":
      allowed.insert(box.name)
      track.handlers.append(small(box))
    case "stss" where limits.isForPlaying && number(at: start + 4) <= UInt64(box.length) / 4,
      "ctts" where limits.isForPlaying && number(at: start + 4) <= UInt64(box.length) / 8:
      track.names.append(box.name)
    case "mdhd": track.mediaHeader = small(box)
    case "stsd": track.descriptions.append(small(box))
    default: break
    }
    if Self.tables.contains(box.kind), box.length > Self.long {
      holes.append(start + Self.shown..<box.body.upperBound)
    }
  }

  /// Returns into how many packets libavformat splits uncompressed audio: of 1,024 samples, or as
  /// few as a GSM packet has.
  private func pieces(of track: Track) -> UInt64 {
    var pieces: UInt64 = 0
    for box in track.runs {
      let count = number(at: box.body.lowerBound + 4)
      // Entries beyond the end of the box would be other boxes.
      guard count <= UInt64(max(0, box.length - 8)) / 12, count <= 100_000 else { return .max }
      var before: (chunk: UInt64, pieces: UInt64)?
      for number in 0..<Int64(count) {
        let run = bytes.bytes(at: box.body.lowerBound + 8 + number * 12, count: 8)
        let chunk = UInt64(Self.number(run, at: 0))
        if let before { pieces &+= Self.pieces(before, until: chunk) }
        before = (chunk, UInt64(Self.number(run, at: 4)) / 160 + 1)
      }
      if let before { pieces &+= Self.pieces(before, until: max(track.chunks &+ 1, before.chunk)) }
      if pieces > limits.packets { return .max }
    }
    return pieces
  }

  private static func pieces(_ run: (chunk: UInt64, pieces: UInt64), until next: UInt64) -> UInt64 {
    // Contradictory: libavformat may count differently.
    guard next >= run.chunk else { return 1 << 40 }
    let (product, isTooLarge) = (next - run.chunk).multipliedReportingOverflow(by: run.pieces)
    return isTooLarge ? 1 << 40 : min(product, 1 << 40)
  }

  private mutating func takePadding(of track: Track) {
    guard !hasFragments, let movieHeader, track.handlers.count == 1, track.times.count == 1,
      track.descriptions.count == 1, !track.edit.isEmpty
    else { return }
    func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
      let length = UInt32(truncatingIfNeeded: body.count + 8)
      return withUnsafeBytes(of: length.bigEndian) { Array($0) } + Array(kind.utf8) + body
    }
    let table = box("stsd", track.descriptions[0]) + box("stts", track.times[0])
    let media =
      box("mdhd", track.mediaHeader) + box("hdlr", track.handlers[0])
      + box("minf", box("stbl", table))
    let index =
      box("mvhd", movieHeader)
      + box("trak", box("edts", box("elst", track.edit)) + box("mdia", media))
    paddings.append((index, track.sizes))
  }

  // MARK: Fragments

  /// Reads one fragment; ``allowed`` holds the names that libavformat may read.
  ///
  /// - Returns: its packet count; `nil` if it exceeds the limit.
  mutating func readFragment(at place: Int64) -> UInt64? {
    guard let box = box(at: place, to: bytes.size), takeFragment(box) else { return nil }
    return limits.packets - room
  }

  /// Creates an index whose fragments ``readFragment(at:)`` reads.
  init(fragments bytes: any RandomAccessBytes, limits: Limits) {
    (self.bytes, self.limits, room) = (bytes, limits, limits.packets)
  }

  /// - Returns: whether libavformat may read it.
  private mutating func takeFragment(_ box: Box) -> Bool {
    var packets: UInt64 = 0
    var names = [box.name]
    each(in: box.body) { index, box in
      guard box.kind == "traf" else { return }
      index.each(in: box.body) { index, box in
        guard box.kind == "trun" else { return }
        packets &+= index.number(at: box.body.lowerBound + 4)
        names.append(box.name)
      }
    }
    guard packets <= room else { return false }
    room -= packets
    allowed.formUnion(names)
    fragmentNames += names
    return true
  }

  /// Returns whether a table of fragments extends to the end of the media, or to the table after
  /// all fragments.
  private func reachesEnd(_ body: Range<Int64>) -> Bool {
    let length = body.upperBound - body.lowerBound
    let table = bytes.bytes(at: body.lowerBound, count: Int(min(length, 64 << 10)))
    guard let version = table.first, version < 2 else { return false }
    // In that version, two numbers have eight bytes. Only the lower half of the second one is used.
    let place = version == 0 ? 16 : 24
    let count = Int(Self.number(table, at: place + 4) & 0xFFFF)
    guard count > 0, place + 8 + count * 12 <= table.count else { return false }
    var end = body.upperBound + Int64(Self.number(table, at: place))
    for entry in 0..<count {
      end += Int64(Self.number(table, at: place + 8 + entry * 12) & 0x7FFF_FFFF)
    }
    return end == bytes.size || end + Int64(number(at: bytes.size - 4)) == bytes.size
  }
}
