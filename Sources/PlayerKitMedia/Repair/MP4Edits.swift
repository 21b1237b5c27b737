import PlayerKit

/// An MP4 edit list that libmpv does not support: several pieces of the media, or an initial pause.
///
/// The index is rewritten for a demuxer: it lists the packets of the pieces, one piece after
/// another, without the pause. A joint between two pieces is exact to a packet, some 20 ms; the
/// total length is exact.
package struct MP4Edits: Sendable {
  private struct Edit {
    /// In ticks of the movie.
    let length: Int64
    /// In ticks of the media; below zero for a pause.
    let start: Int64
  }

  private struct Packet {
    let offset: UInt64
    let size: UInt32
    let duration: UInt32
  }

  private static let maxBoxes = 1_000
  private static let maxEdits = 10_000
  private static let maxPackets = 2 << 20

  /// The audible duration.
  package let duration: Duration
  private let edits: [Edit]
  private let movieRate: Int64
  /// The box `moov`, and its content.
  private let place: Range<Int64>
  private let index: [UInt8]
  private let track: MP4Box

  /// - Returns: `nil` if the list is simple, or can't be read.
  package init?(_ bytes: some RandomAccessBytes) {
    guard let (place, index) = Self.index(of: bytes), index[...].box("mvex") == nil else {
      return nil
    }
    let tracks = MP4Boxes(index[...]).filter { box in
      box.kind == "trak" && box.body.box("mdia", "hdlr")?.fourCharacters(at: 8) == "soun"
    }
    guard tracks.count == 1, let track = tracks.first,
      let list = track.body.box("edts", "elst"), let edits = Self.edits(list),
      edits.count > 1 || edits.first.map({ $0.start < 0 }) == true,
      let movieRate = index[...].box("mvhd").flatMap({ MP4AudioTrack.timescale($0) })
    else { return nil }
    let real = edits.filter { $0.start >= 0 && $0.length > 0 }
    let length = real.reduce(Int64(0)) { $0 + $1.length }
    guard !real.isEmpty, length < 1 << 40 else { return nil }
    (self.edits, self.movieRate) = (real, Int64(movieRate))
    (self.place, self.index, self.track) = (place, index, track)
    duration = .seconds(Double(length) / Double(movieRate))
  }

  private static func index(of bytes: some RandomAccessBytes) -> (Range<Int64>, [UInt8])? {
    var boxes = MP4BoxReader(bytes, maxBoxes: maxBoxes)
    var place: Int64 = 0
    while let box = boxes.box(at: place, to: bytes.size), box.header.boxLength != nil,
      !box.isClipped, place > 0 || box.kind == "ftyp"
    {
      place = box.body.upperBound
      guard box.kind == "moov" else { continue }
      guard box.header.length == 8, box.length <= Int64(MP4IndexFinder.largestIndex) else {
        return nil
      }
      let body = bytes.bytes(at: box.body.lowerBound, count: Int(box.length))
      return body.count == Int(box.length) ? (box.start..<place, body) : nil
    }
    return nil
  }

  private static func edits(_ list: ArraySlice<UInt8>) -> [Edit]? {
    guard let version = list.uint8(at: 0), version < 2, let count = list.uint32(at: 4) else {
      return nil
    }
    let size = version == 0 ? 12 : 20
    guard count > 0, count <= maxEdits, Int(count) * size <= list.count - 8 else { return nil }
    var edits: [Edit] = []
    for number in 0..<Int(count) {
      let at = 8 + number * size
      let (length, start): (Int64?, Int64?) =
        version == 0
        ? (
          list.uint32(at: at).map { Int64($0) },
          list.uint32(at: at + 4).map { Int64(Int32(bitPattern: $0)) }
        )
        : (
          list.uint64(at: at).map { Int64(bitPattern: $0) },
          list.uint64(at: at + 8).map { Int64(bitPattern: $0) }
        )
      guard let length, let start, length >= 0, length < 1 << 40, start < 1 << 40,
        list.uint32(at: at + size - 4) == 0x1_0000
      else { return nil }
      edits.append(Edit(length: length, start: start))
    }
    return edits
  }

  // MARK: A simple index

  /// Returns the media as a demuxer should see it; `nil` if the packets are unknown.
  package func view(of size: Int64) -> MediaView? {
    guard let table = track.body.box("mdia", "minf", "stbl"),
      let packets = packets(table, mediaSize: size),
      let mediaRate = track.body.box("mdia", "mdhd").flatMap({ MP4AudioTrack.timescale($0) }),
      let (chosen, start) = choose(packets, Int64(mediaRate))
    else { return nil }
    // The index may change its length, and so the offsets of everything after it.
    func index(movedBy delta: Int64) -> [UInt8] {
      let end = UInt64(place.upperBound)
      let moved = chosen.map { packet in
        Packet(
          offset: packet.offset >= end ? packet.offset &+ UInt64(bitPattern: delta) : packet.offset,
          size: packet.size,
          duration: packet.duration
        )
      }
      return write(moved, start)
    }
    let length = Int64(index(movedBy: 0).count)
    let delta = length - (place.upperBound - place.lowerBound)
    return MediaView([
      .media(0..<place.lowerBound), .bytes(index(movedBy: delta)),
      .media(place.upperBound..<size),
    ])
  }

  /// Returns all packets of the track.
  private func packets(_ table: ArraySlice<UInt8>, mediaSize: Int64) -> [Packet]? {
    guard let sizes = Self.sizes(table, mediaSize: mediaSize), let times = table.box("stts"),
      let chunks = table.box("stsc"), let runs = chunks.uint32(at: 4),
      let durations = Self.durations(times, count: sizes.count)
    else { return nil }
    let isLong = table.box("co64") != nil
    guard let places = table.box(isLong ? "co64" : "stco"), let count = places.uint32(at: 4),
      Int(count) <= (places.count - 8) / (isLong ? 8 : 4), Int(runs) <= (chunks.count - 8) / 12
    else { return nil }
    var packets: [Packet] = []
    packets.reserveCapacity(sizes.count)
    var run = 0
    for chunk in 0..<Int(count) {
      while run + 1 < Int(runs), let next = chunks.uint32(at: 8 + (run + 1) * 12),
        Int(next) <= chunk + 1
      {
        run += 1
      }
      guard let inside = chunks.uint32(at: 8 + run * 12 + 4),
        var place = isLong
          ? places.uint64(at: 8 + chunk * 8) : places.uint32(at: 8 + chunk * 4).map(UInt64.init),
        place < 1 << 60
      else { return nil }
      // A few bytes may state four billion.
      for _ in 0..<min(Int(inside), sizes.count - packets.count) {
        let size = sizes[packets.count]
        packets.append(Packet(offset: place, size: size, duration: durations[packets.count]))
        place += UInt64(size)
      }
      if packets.count == sizes.count { break }
    }
    return packets.isEmpty ? nil : packets
  }

  private static func sizes(_ table: ArraySlice<UInt8>, mediaSize: Int64) -> [UInt32]? {
    guard let box = table.box("stsz"), let size = box.uint32(at: 4), let count = box.uint32(at: 8),
      count > 0, count <= maxPackets
    else { return nil }
    if size > 0 {
      guard Int64(size) * Int64(count) <= mediaSize else { return nil }
      return [UInt32](repeating: size, count: Int(count))
    }
    guard Int(count) <= (box.count - 12) / 4 else { return nil }
    return (0..<Int(count)).compactMap { box.uint32(at: 12 + $0 * 4) }
  }

  private static func durations(_ times: ArraySlice<UInt8>, count: Int) -> [UInt32]? {
    guard let runs = times.uint32(at: 4), Int(runs) <= (times.count - 8) / 8 else { return nil }
    var durations: [UInt32] = []
    durations.reserveCapacity(count)
    for run in 0..<Int(runs) where durations.count < count {
      guard let packets = times.uint32(at: 8 + run * 8),
        let duration = times.uint32(at: 12 + run * 8), duration < 1 << 24
      else { return nil }
      let length = min(Int(packets), count - durations.count)
      durations += repeatElement(duration, count: length)
    }
    return durations.count == count && durations.contains { $0 > 0 } ? durations : nil
  }

  /// Returns the packets of all pieces, and how much of the first packet is before the first piece.
  private func choose(_ packets: [Packet], _ rate: Int64) -> ([Packet], Int64)? {
    var ends: [Int64] = []
    var total: Int64 = 0
    for packet in packets {
      total += Int64(packet.duration)
      ends.append(total)
    }
    var chosen: [Packet] = []
    var (skipped, length, wanted) = (Int64(0), Int64(0), Int64(0))
    for edit in edits {
      let (product, isTooLarge) = edit.length.multipliedReportingOverflow(by: rate)
      let (sum, isTooLong) = wanted.addingReportingOverflow(product / movieRate)
      guard !isTooLarge, !isTooLong else { return nil }
      wanted = sum
      // The packet in which the piece starts.
      var (low, high) = (0, ends.count)
      while low < high {
        let middle = (low + high) / 2
        if ends[middle] <= edit.start { low = middle + 1 } else { high = middle }
      }
      if chosen.isEmpty, low < ends.count {
        // A decoder needs the packet before the first one.
        low = max(low - 1, 0)
        skipped = edit.start - (ends[low] - Int64(packets[low].duration))
        length = -skipped
      }
      while low < packets.count, length < wanted {
        guard chosen.count < Self.maxPackets else { return nil }
        chosen.append(packets[low])
        length += Int64(packets[low].duration)
        low += 1
      }
    }
    return chosen.isEmpty ? nil : (chosen, skipped)
  }

  // MARK: Writing

  private static func number(_ value: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: value.bigEndian) { Array($0) }
  }

  private static func box(_ kind: String, _ body: [UInt8]) -> [UInt8] {
    number(UInt32(body.count + 8)) + Array(kind.utf8) + body
  }

  /// Returns the box `moov` with only this track.
  private func write(_ packets: [Packet], _ start: Int64) -> [UInt8] {
    let length = edits.reduce(Int64(0)) { $0 + $1.length }
    let media = packets.reduce(UInt64(0)) { $0 + UInt64($1.duration) }
    let body = MP4Boxes(index[...]).flatMap { box -> [UInt8] in
      switch box.kind {
      case "trak": box.start == track.start ? trak(packets, start, length, media) : []
      case "mvhd": Self.box("mvhd", Self.timed(box.body, UInt64(length), at: 16, 24))
      default: Self.box(box.kind, Array(box.body))
      }
    }
    return Self.box("moov", body)
  }

  /// Returns a header with another duration, whose offset depends on its version.
  private static func timed(
    _ header: ArraySlice<UInt8>,
    _ duration: UInt64,
    at short: Int,
    _ long: Int
  ) -> [UInt8] {
    var header = Array(header)
    let isLong = header.first == 1
    let value = isLong ? number(duration) : number(UInt32(clamping: duration))
    let place = isLong ? long : short
    if place + value.count <= header.count {
      header.replaceSubrange(place..<place + value.count, with: value)
    }
    return header
  }

  private func trak(
    _ packets: [Packet],
    _ start: Int64,
    _ length: Int64,
    _ media: UInt64
  ) -> [UInt8] {
    func rewrite(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
      MP4Boxes(bytes).flatMap { box -> [UInt8] in
        switch box.kind {
        case "mdia", "minf": Self.box(box.kind, rewrite(box.body))
        case "stbl": Self.box("stbl", table(box.body, packets))
        case "tkhd": Self.box("tkhd", Self.timed(box.body, UInt64(length), at: 20, 28))
        case "mdhd": Self.box("mdhd", Self.timed(box.body, media, at: 16, 24))
        case "edts":
          Self.box(
            "edts",
            Self.box(
              "elst",
              [1, 0, 0, 0] + Self.number(UInt32(1)) + Self.number(UInt64(length))
                + Self.number(UInt64(start)) + [0, 1, 0, 0]
            )
          )
        default: Self.box(box.kind, Array(box.body))
        }
      }
    }
    return Self.box("trak", rewrite(track.body))
  }

  private func table(_ table: ArraySlice<UInt8>, _ packets: [Packet]) -> [UInt8] {
    var runs: [(count: UInt32, duration: UInt32)] = []
    for packet in packets {
      if let last = runs.last, last.duration == packet.duration {
        runs[runs.count - 1].count += 1
      } else {
        runs.append((1, packet.duration))
      }
    }
    let count = Self.number(UInt32(packets.count))
    let description = MP4Boxes(table).first { $0.kind == "stsd" }.map {
      Self.box("stsd", Array($0.body))
    }
    return (description ?? [])
      + Self.box(
        "stts",
        [0, 0, 0, 0] + Self.number(UInt32(runs.count))
          + runs.flatMap { Self.number($0.count) + Self.number($0.duration) }
      )
      // Each packet is a separate chunk.
      + Self.box(
        "stsc",
        [0, 0, 0, 0] + [1, 1, 1].flatMap { Self.number(UInt32($0)) } + Self.number(UInt32(1))
      )
      + Self.box(
        "stsz",
        [UInt8](repeating: 0, count: 8) + count + packets.flatMap { Self.number($0.size) }
      )
      + Self.box("co64", [0, 0, 0, 0] + count + packets.flatMap { Self.number($0.offset) })
  }
}
