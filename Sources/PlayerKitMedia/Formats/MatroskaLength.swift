/// The length of Matroska and WebM whose header states none, as browsers and live encoders write
/// them. It follows from the times of the last blocks.
package enum MatroskaLength {
  private enum ID {
    static let segment: UInt32 = 0x1853_8067
    static let information: UInt32 = 0x1549_A966
    static let scale: UInt32 = 0x2AD7B1
    static let duration: UInt32 = 0x4489
    static let tracks: UInt32 = 0x1654_AE6B
    static let track: UInt32 = 0xAE
    static let delay: UInt32 = 0x56AA
    static let cluster: UInt32 = 0x1F43_B675
    static let time: UInt32 = 0xE7
    static let group: UInt32 = 0xA0
    static let block: UInt32 = 0xA1
    static let simpleBlock: UInt32 = 0xA3
    static let discarded: UInt32 = 0x75A2
  }

  /// How many of the last bytes are searched for a cluster.
  private static let searched: Int64 = 4 << 20
  private static let piece = 64 << 10
  private static let maximumElements = 100_000

  /// - Returns: `nil` if the header states the length, or if no block is found.
  package static func duration(of bytes: some RandomAccessBytes) -> Duration? {
    guard bytes.bytes(at: 0, count: 4) == [0x1A, 0x45, 0xDF, 0xA3] else { return nil }
    var ebml = EBML(bytes, maxElements: maximumElements)
    guard let head = ebml.element(at: 0, to: bytes.size),
      let segment = ebml.element(at: head.body.upperBound, to: bytes.size),
      segment.id == ID.segment, let facts = facts(&ebml, segment.body)
    else { return nil }
    let start = max(facts.media, bytes.size - searched)
    var tail: [UInt8] = []
    for place in stride(from: start, to: bytes.size, by: Int64.Stride(piece)) {
      tail += bytes.bytes(at: place, count: Int(min(Int64(piece), bytes.size - place)))
    }
    let mark: [UInt8] = [0x1F, 0x43, 0xB6, 0x75]
    for index in tail.indices.reversed()
    where tail[index] == mark[0] && tail[index...].starts(with: mark) {
      guard let blocks = Blocks(HeldBytes(tail, at: start), at: start + Int64(index)) else {
        continue
      }
      let (time, isTooLarge) = blocks.end.multipliedReportingOverflow(by: facts.scale)
      guard !isTooLarge else { return nil }
      let length = time - facts.delay - max(blocks.discarded, 0)
      return length > 0 ? .nanoseconds(length) : nil
    }
    return nil
  }

  private struct Facts {
    /// Nanoseconds per tick.
    var scale: Int64 = 1_000_000
    /// The decoder's delay in nanoseconds.
    var delay: Int64 = 0
    /// The offset of the first cluster.
    var media: Int64 = 0
  }

  /// Reads what comes before the first cluster; `nil` if that includes the length.
  private static func facts(_ ebml: inout EBML, _ segment: Range<Int64>) -> Facts? {
    var facts = Facts()
    var isStated = false
    ebml.each(in: segment) { ebml, element in
      switch element.id {
      case ID.information:
        ebml.each(in: element.body) { ebml, element in
          if element.id == ID.duration { isStated = true }
          if element.id == ID.scale { facts.scale = number(ebml, element) ?? facts.scale }
          return true
        }
      case ID.tracks:
        ebml.each(in: element.body) { ebml, track in
          guard track.id == ID.track, facts.delay == 0 else { return true }
          ebml.each(in: track.body) { ebml, element in
            if element.id == ID.delay { facts.delay = number(ebml, element) ?? 0 }
            return true
          }
          return true
        }
      case ID.cluster:
        facts.media = max(element.body.lowerBound - Int64(EBMLHeader.maxLength), 0)
        return false
      default: break
      }
      return true
    }
    return isStated || facts.media == 0 || facts.scale <= 0 ? nil : facts
  }

  private static func number(_ ebml: EBML, _ element: EBML.Element) -> Int64? {
    ebml.number(element).flatMap { $0 < 1 << 40 ? Int64($0) : nil }
  }

  /// The blocks from one cluster on.
  private struct Blocks {
    /// Where the last block ends, in ticks, if it is as long as the distance to the one before.
    private(set) var end: Int64 = 0
    /// How much of the last block is not heard, in nanoseconds.
    private(set) var discarded: Int64 = 0
    private var last: Int64?
    private var time: Int64?

    /// - Returns: `nil` if the bytes are no cluster with a block.
    init?(_ bytes: some RandomAccessBytes, at start: Int64) {
      var ebml = EBML(bytes, maxElements: maximumElements)
      guard let cluster = ebml.element(at: start, to: bytes.size) else { return nil }
      ebml.each(in: cluster.body) { ebml, element in
        if element.id == ID.time { time = MatroskaLength.number(ebml, element) }
        if element.id == ID.simpleBlock { take(bytes, element, discarded: 0) }
        guard element.id == ID.group else { return true }
        var (block, discarded) = (EBML.Element?.none, Int64(0))
        ebml.each(in: element.body) { ebml, element in
          if element.id == ID.block { block = element }
          if element.id == ID.discarded { discarded = number(ebml, element) ?? 0 }
          return true
        }
        if let block { take(bytes, block, discarded: discarded) }
        return true
      }
      guard last != nil else { return nil }
    }

    private mutating func take(
      _ bytes: some RandomAccessBytes,
      _ block: EBML.Element,
      discarded: Int64
    ) {
      // A number of the track, of usually one byte, comes before the time.
      let head = bytes.bytes(at: block.body.lowerBound, count: 4)
      guard let time, head.first.map({ $0 >= 0x80 }) == true, let relative = head.uint16(at: 1)
      else { return }
      let start = time + Int64(Int16(bitPattern: relative))
      end = start + (last.map { max(start - $0, 0) } ?? 0)
      (last, self.discarded) = (start, discarded)
    }
  }
}
