import PlayerKit
import PlayerKitSystem

/// The links of an Ogg file: consecutive streams, as written by a radio recorder.
package struct OggChain: Sendable, Equatable {
  /// One stream of the chain.
  package struct Link: Sendable, Equatable {
    /// Its start in the file's time.
    package var start = Duration.zero
    package var title: String?
    package var artist: String?
  }

  private static let maxLinks = 10_000
  private static let maxRead: Int64 = 2 << 30
  private static let pieceLength = 256 << 10
  private static let tailLength = 128 << 10
  private static let mark = Array("OggS".utf8)

  package private(set) var links: [Link] = []
  /// The total duration.
  package private(set) var duration = Duration.zero

  /// Reads the first pages and the last one, or all pages if there seem to be several streams.
  ///
  /// - Parameter readsAll: Whether all pages may be read. If not, a chain of several streams is `nil`.
  /// - Returns: `nil` if libavformat needs no help, as for a single stream of Vorbis or FLAC.
  package init?(_ bytes: some RandomAccessBytes, readsAll: Bool = true) {
    let head = bytes.bytes(at: 0, count: 64 << 10)
    guard let first = Self.serials(head), let isChained = Self.isChained(bytes, head, first)
    else { return nil }
    guard readsAll || !isChained else { return nil }
    guard isChained || head.prefix(4_096).firstRange(of: Array("OpusHead".utf8)) != nil,
      bytes.size <= Self.maxRead, first.count == 1
    else { return nil }
    var walk = OggWalk()
    if isChained {
      var comments = OggCommentReader()
      var titles: [(offset: Int64, comments: OggCommentReader.Comments)] = []
      for place in stride(from: 0, to: bytes.size, by: Self.pieceLength) {
        let piece = bytes.bytes(at: place, count: Self.pieceLength)
        walk.consume(piece)
        titles += comments.consume(Data(piece), at: place)
        guard walk.links.count <= Self.maxLinks, !piece.isEmpty else { return nil }
      }
      take(walk, titles)
    } else {
      walk.consume(head)
      // A page may begin in the head and end after it.
      let tail = bytes.size - Int64(Self.tailLength)
      if tail > head.count { walk.skip() }
      walk.consume(bytes.bytes(at: max(Int64(head.count), tail), count: Self.tailLength))
      take(walk, [])
    }
    guard duration > .zero else { return nil }
  }

  /// Returns whether there are several links, by the first pages and the last one.
  static func hasSeveralLinks(_ bytes: some RandomAccessBytes) -> Bool {
    let head = bytes.bytes(at: 0, count: 64 << 10)
    return serials(head).flatMap { isChained(bytes, head, $0) } ?? false
  }

  /// - Parameter first: the streams that start at the beginning.
  private static func isChained(
    _ bytes: some RandomAccessBytes,
    _ head: [UInt8],
    _ first: [UInt32]
  ) -> Bool? {
    guard !first.isEmpty, let last = lastPage(bytes) else { return nil }
    guard first == [last.serial] else { return !first.contains(last.serial) }
    // Copies of a file in a row have the same number, and each counts its pages from 0.
    var (count, place) = (0, 0)
    while let page = OggPageHeader(head, at: place) {
      if page.isFirst, count > 0 { return true }
      (count, place) = (count + 1, place + page.length)
    }
    let expected = (Double(last.sequence) + 1) * Double(place) / Double(max(count, 1))
    return Double(bytes.size) > expected * 1.25
  }

  private mutating func take(
    _ walk: OggWalk,
    _ titles: [(offset: Int64, comments: OggCommentReader.Comments)]
  ) {
    for link in walk.links {
      guard let length = link.duration else { continue }
      let comments = titles.first { $0.offset == link.offset }?.comments
      links.append(Link(start: duration, title: comments?.title, artist: comments?.artist))
      duration += length
    }
  }

  /// Returns the streams that start at the beginning of the file.
  private static func serials(_ head: [UInt8]) -> [UInt32]? {
    var (found, place) = ([UInt32](), 0)
    while let page = OggPageHeader(head, at: place), page.isFirst {
      found.append(page.serial)
      place += page.length
    }
    return found
  }

  private static func lastPage(_ bytes: some RandomAccessBytes) -> OggPageHeader? {
    let length = OggPageHeader.maxLength
    let tail = bytes.bytes(at: max(bytes.size - Int64(length), 0), count: length)
    let places = tail.indices.reversed().lazy.filter { tail[$0] == mark[0] }
    return places.lazy.compactMap { OggPageHeader(tail, at: $0) }.first
  }
}

/// Follows the pages of a chain, and records the starts and ends of its links. Pure.
private struct OggWalk {
  struct Link {
    let offset: Int64
    let serial: UInt32
    let rate: Int
    /// Samples before the audio.
    let skipped: Int
    /// The maximum number of samples per packet; `nil` if each packet states its own.
    let longestPacket: Int?
    var start: Int64?
    var end: Int64?

    var duration: Duration? {
      guard let start, let end, end - start > Int64(skipped), end - start < 1 << 48 else {
        return nil
      }
      return .seconds(Double(end - start - Int64(skipped)) / Double(rate))
    }
  }

  private(set) var links: [Link] = []
  private var held: [UInt8] = []
  /// The offset of ``held``.
  private var offset: Int64 = 0

  /// Prepares to continue elsewhere in the file.
  mutating func skip() { held = [] }

  mutating func consume(_ piece: [UInt8]) {
    held += piece
    var place = 0
    while place + OggPageHeader.fixedLength <= held.count {
      guard held[place] == 0x4F, held.has("OggS", at: place) else {
        place += 1
        continue
      }
      let whole = held.count - place
      guard let page = OggPageHeader(held, at: place), page.length <= whole else {
        // No page is longer, so this was not a header.
        if whole > OggPageHeader.maxLength { place += 1; continue }
        break
      }
      take(page, at: place)
      place += page.length
    }
    held.removeFirst(place)
    offset += Int64(place)
  }

  private mutating func take(_ page: OggPageHeader, at place: Int) {
    let body = place + page.headerLength
    let granule = Int64(bitPattern: page.granule)
    if page.isFirst {
      guard let link = link(page, body, at: offset + Int64(place)) else { return }
      return links.append(link)
    }
    guard let last = links.indices.last, links[last].serial == page.serial, granule > 0 else {
      return
    }
    if links[last].start == nil {
      // A late start is the start of the first page.
      let longest = links[last].longestPacket
      let packets = page.segments.count { $0 < 255 }
      let samples = longest.map { Int64(packets * $0) } ?? opusSamples(page, at: place)
      links[last].start = granule > samples ? granule - samples : 0
    }
    links[last].end = granule
  }

  /// Returns how many samples the Opus packets that end on a page have.
  private func opusSamples(_ page: OggPageHeader, at place: Int) -> Int64 {
    var (start, length, samples) = (place + page.headerLength, 0, Int64(0))
    var isContinued = page.isContinued
    for segment in page.segments {
      length += Int(segment)
      guard segment < 255 else { continue }
      if length > 0, !isContinued {
        samples += Self.opusSamples(held[start], length > 1 ? held[start + 1] : 0)
      }
      (start, length, isContinued) = (start + length, 0, false)
    }
    return samples
  }

  /// - Parameters:
  ///   - first: the first byte of a packet, with the length and number of frames.
  ///   - second: the next byte, which may contain the number of frames.
  private static func opusSamples(_ first: UInt8, _ second: UInt8) -> Int64 {
    let (kind, code) = (Int(first >> 3), first & 3)
    let frame =
      kind < 12
      ? [480, 960, 1_920, 2_880][kind & 3]
      : kind < 16 ? [480, 960][kind & 1] : [120, 240, 480, 960][kind & 3]
    return Int64(frame) * (code == 0 ? 1 : code == 3 ? Int64(second & 0x3F) : 2)
  }

  private func link(_ page: OggPageHeader, _ body: Int, at offset: Int64) -> Link? {
    func byte(_ place: Int) -> Int { Int(held[body + place]) }
    func number(_ place: Int, _ count: Int) -> Int {
      (0..<count).reversed().reduce(0) { $0 << 8 | byte(place + $1) }
    }
    let (rate, skipped, longest): (Int, Int, Int?)
    if held.has("OpusHead", at: body), page.bodyLength >= 19 {
      (rate, skipped, longest) = (48_000, number(10, 2), nil)
    } else if held.has("vorbis", at: body + 1), page.bodyLength >= 30 {
      (rate, skipped, longest) = (number(12, 4), 0, 1 << (byte(28) >> 4))
    } else if held.has("FLAC", at: body + 1), page.bodyLength >= 51 {
      // After nine bytes, the name `fLaC`, and the block header.
      (rate, skipped, longest) = (byte(27) << 12 | byte(28) << 4 | byte(29) >> 4, 0, 65_535)
    } else {
      return nil
    }
    guard rate > 0 else { return nil }
    return Link(
      offset: offset,
      serial: page.serial,
      rate: rate,
      skipped: skipped,
      longestPacket: longest
    )
  }
}
