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
  package internal(set) var holes: [Range<Int64>] = []
  /// The offsets of box names that libavformat may read; see ``MP4Filter``.
  package internal(set) var allowed: Set<Int64> = []
  /// Whether libavformat may not read all packets.
  package internal(set) var isCut = false
  /// The end of the index. Tags are before it; fragments may follow.
  package private(set) var end: Int64?
  /// The parts of the index that state the padding of a track, and its packet count; one for each
  /// track that may state it.
  package internal(set) var paddings: [(index: [UInt8], packets: UInt64)] = []
  /// For a file whose fragments were not all counted: the duration that the index states, if any.
  package private(set) var statedDuration: Duration?

  let bytes: any RandomAccessBytes
  let limits: Limits
  private var boxes: MP4BoxReader
  /// The number of packets for which libavformat may still create entries.
  var room: UInt64
  package private(set) var hasFragments = false
  /// Whether a table states the length of all fragments. libavformat reads it.
  private var isIndexed = false
  private var fragmentNames: [Int64] = []
  private(set) var movieHeader: [UInt8]?
  private var fragmentsLength: UInt64?

  private static let maxBoxes = 8_192
  private static let maxFragments = 400
  private static let maximumNames = 1_000
  static let deepest = 8

  /// Walks the boxes. Reads only headers, chapters and small tables.
  ///
  /// - Parameters:
  ///   - start: where the media starts.
  ///   - limits: how much libavformat may read.
  package init(_ bytes: any RandomAccessBytes, from start: Int64, limits: Limits) {
    (self.bytes, self.limits, room) = (bytes, limits, limits.packets)
    boxes = MP4BoxReader(bytes, maxBoxes: Self.maxBoxes)
    var place = start
    var fragments = 0
    while let box = boxes.box(at: place, to: bytes.size) {
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
    if boxes.left == 0 { isCut = true }
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

  typealias Box = MP4BoxReader.Box

  func number(at place: Int64) -> UInt64 {
    UInt64(bytes.bytes(at: place, count: 4).uint32(at: 0) ?? 0)
  }

  func small(_ box: Box) -> [UInt8] {
    bytes.bytes(at: box.body.lowerBound, count: Int(min(box.length, 64 << 10)))
  }

  mutating func each(in range: Range<Int64>, _ visit: (inout MP4Index, Box) -> Void) {
    var place = range.lowerBound
    while let box = boxes.box(at: place, to: range.upperBound) {
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
  mutating func walkTags(_ box: Box, depth: Int) {
    guard depth < Self.deepest else { return }
    // `meta` has a version, except in QuickTime.
    let isFull = box.kind == "meta" && number(at: box.body.lowerBound + 4) != Self.handler
    let start = min(box.body.lowerBound + (isFull ? 4 : 0), box.body.upperBound)
    each(in: start..<box.body.upperBound) { index, box in
      switch box.kind {
      case "udta", "meta": index.walkTags(box, depth: depth + 1)
      case "hdlr": index.allowed.insert(box.name)
      case "keys":
        if index.number(at: box.body.lowerBound + 4) <= Self.maximumNames {
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
    let rate = header.uint32(at: place) ?? 0
    var length = header.uint32(at: place + 4).map { UInt64($0) } ?? 0
    if version == 1 { length = header.uint64(at: place + 4) ?? 0 }
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

  // MARK: Fragments

  /// Reads one fragment; ``allowed`` holds the names that libavformat may read.
  ///
  /// - Returns: its packet count; `nil` if it exceeds the limit.
  mutating func readFragment(at place: Int64) -> UInt64? {
    guard let box = boxes.box(at: place, to: bytes.size), takeFragment(box) else { return nil }
    return limits.packets - room
  }

  /// Creates an index whose fragments ``readFragment(at:)`` reads.
  init(fragments bytes: any RandomAccessBytes, limits: Limits) {
    (self.bytes, self.limits, room) = (bytes, limits, limits.packets)
    boxes = MP4BoxReader(bytes, maxBoxes: Self.maxBoxes)
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
    let count = Int((table.uint32(at: place + 4) ?? 0) & 0xFFFF)
    guard count > 0, place + 8 + count * 12 <= table.count else { return false }
    var end = body.upperBound + Int64(table.uint32(at: place) ?? 0)
    for entry in 0..<count {
      end += Int64((table.uint32(at: place + 8 + entry * 12) ?? 0) & 0x7FFF_FFFF)
    }
    return end == bytes.size || end + Int64(number(at: bytes.size - 4)) == bytes.size
  }
}
