/// The tracks of an index: how many packets their tables make libavformat create.
extension MP4Index {
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
        && times.count == 1 && times[0].uint32(at: 4) == 1
        && times[0].uint32(at: 12) == 1 && descriptions.count == 1
    }
  }

  private static let long: Int64 = 128 << 10
  private static let shown: Int64 = 16 << 10
  private static let trackContainers: Set<String> = ["edts", "mdia", "minf", "stbl"]
  /// The sizes and offsets of packets, which a player needs.
  private static let tables: Set<String> = ["stsz", "stco", "co64", "stss", "ctts"]

  mutating func takeTrack(_ range: Range<Int64>) {
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
        let chunk = UInt64(run.uint32(at: 0) ?? 0)
        if let before { pieces &+= Self.pieces(before, until: chunk) }
        before = (chunk, UInt64(run.uint32(at: 4) ?? 0) / 160 + 1)
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
}
