/// Reads an Ogg packet that spans many pages, and can skip parts of it.
struct OggPacket {
  private static let maximumJumps = 8

  private let media: MediaBytes
  private(set) var page: OggPage
  /// The position of the next byte, and the number of the packet's bytes left on this page.
  private var place: Int64
  private var left: Int
  private var jumps = 0
  private var walked: Int64 = 0
  private var previousLength: Int64 = 0

  /// Starts with the packet that begins on a page.
  init(_ media: MediaBytes, from page: OggPage) {
    (self.media, self.page) = (media, page)
    place = page.bodyStart
    left = Self.length(on: page)
  }

  private static func length(on page: OggPage) -> Int {
    page.segments.prefix(page.segmentsOfFirst).reduce(0) { $0 + Int($1) }
  }

  /// Whether the packet continues after this page.
  private var goesOn: Bool {
    page.segments.last == 255 && page.segmentsOfFirst == page.segments.count
  }

  /// Reads the next bytes; `nil` if the packet or the media ends before.
  mutating func read(_ count: Int) -> [UInt8]? {
    var bytes: [UInt8] = []
    while bytes.count < count {
      if left == 0 { guard goesOn, turn() else { return nil } }
      let part = media.bytes(at: place, count: min(left, count - bytes.count))
      guard !part.isEmpty else { return nil }
      bytes += part
      advance(part.count)
    }
    return bytes
  }

  /// Reads a little-endian number of four bytes.
  mutating func number() -> Int? { read(4).map { $0.reversed().reduce(0) { $0 << 8 | Int($1) } } }

  /// Skips bytes without reading the pages in between.
  ///
  /// - Returns: Whether the next bytes can be read.
  mutating func skip(_ count: Int) -> Bool {
    var count = count
    while count > left {
      guard goesOn else { return false }
      count -= left
      advance(left)
      // The pages of a long packet all have the same size.
      let body = page.header.bodyLength
      let pages = body > 0 ? (count - 1) / body : 0
      let isUsual = page.segments.count == 255 || page.length == previousLength
      if pages > 1, isUsual, jumps < Self.maximumJumps {
        jumps += 1
        let (start, isTooFar) = page.end.addingReportingOverflow(Int64(pages) * page.length)
        if !isTooFar, let far = OggPage(media, at: start), isPart(far, after: pages) {
          count -= pages * body
          move(to: far)
          continue
        }
      }
      guard turn() else { return false }
    }
    advance(count)
    return true
  }

  /// Skips the rest of the packet.
  ///
  /// - Returns: Whether the end of the packet was found.
  mutating func finish() -> Bool {
    advance(left)
    while goesOn {
      guard turn() else { return false }
      advance(left)
    }
    return true
  }

  /// Returns the data after the packet on its last page.
  func remainder() -> (segments: [UInt8], body: [UInt8])? {
    let segments = Array(page.segments.dropFirst(page.segmentsOfFirst))
    let count = segments.reduce(0) { $0 + Int($1) }
    let body = media.bytes(at: page.end - Int64(count), count: count)
    return body.count == count ? (segments, body) : nil
  }

  private mutating func turn() -> Bool {
    guard walked < media.limits.walk, let next = OggPage(media, at: page.end),
      isPart(next, after: 0)
    else { return false }
    move(to: next)
    return true
  }

  private func isPart(_ other: OggPage, after pages: Int) -> Bool {
    other.header.isContinued && other.header.serial == page.header.serial
      && other.header.sequence == page.header.sequence &+ UInt32(truncatingIfNeeded: pages + 1)
  }

  private mutating func move(to other: OggPage) {
    walked += other.length
    previousLength = page.length
    page = other
    place = other.bodyStart
    left = Self.length(on: other)
  }

  private mutating func advance(_ count: Int) {
    place += Int64(count)
    left -= count
  }
}
