/// What an MP4's index tells beyond libavformat and TagLib: Nero's chapters. And which parts of the index
/// are long tables that need not be fetched.
struct MP4Index {
  /// In units of 100 ns.
  private(set) var chapters: [(start: UInt64, title: [UInt8])] = []
  private(set) var holes: [Range<Int64>] = []
  /// Whether the index claims more packets than any honest one has, or more boxes than are looked at.
  /// libavformat makes an entry for each packet, however few bytes the index has.
  private(set) var isHuge = false
  private var left = 4_096
  private static let mostPackets: UInt64 = 8 << 20

  /// Walks the boxes. Nothing is read but headers, and the chapters.
  init(_ bytes: MediaBytes) {
    walk(bytes, 0..<bytes.size, depth: 0)
    if left == 0 { isHuge = true }
    holes.sort { $0.lowerBound < $1.lowerBound }
  }

  private struct Box {
    let kind: String
    let header: Int64
    let length: Int64
  }

  private static let containers: Set<String> = ["moov", "trak", "mdia", "minf", "stbl", "udta"]
  /// Sizes and places of packets: who plays needs them.
  private static let tables: Set<String> = ["stsz", "stco", "co64", "stss", "ctts"]
  private static let long: Int64 = 128 << 10
  private static let shown: Int64 = 16 << 10

  private mutating func walk(_ bytes: MediaBytes, _ range: Range<Int64>, depth: Int) {
    var place = range.lowerBound
    while place + 8 <= range.upperBound, left > 0 {
      left -= 1
      let head = bytes.bytes(at: place, count: 16)
      guard let box = Self.box(head, from: place, to: range.upperBound) else { return }
      let body = place + box.header
      let end = place + box.length
      if Self.containers.contains(box.kind), depth < 6 {
        walk(bytes, body..<end, depth: depth + 1)
        if box.kind == "moov" { return }
      } else if box.kind == "chpl" {
        readChapters(bytes.bytes(at: body, count: Int(min(box.length - box.header, 128 << 10))))
      } else {
        if box.kind == "stsz" || box.kind == "stz2" { readCount(bytes.bytes(at: body, count: 12)) }
        if Self.tables.contains(box.kind), box.length > Self.long {
          holes.append(place + Self.shown..<end)
        }
      }
      place = end
    }
  }

  private mutating func readCount(_ body: [UInt8]) {
    guard body.count == 12 else { return }
    let count = body[8..<12].reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    if count > Self.mostPackets { isHuge = true }
  }

  private static func box(_ head: [UInt8], from place: Int64, to end: Int64) -> Box? {
    guard head.count >= 8 else { return nil }
    func number(_ range: Range<Int>) -> UInt64 { head[range].reduce(0) { $0 << 8 | UInt64($1) } }
    var (header, length) = (Int64(8), number(0..<4))
    if length == 1 {
      guard head.count == 16 else { return nil }
      (header, length) = (16, number(8..<16))
    } else if length == 0 {
      length = UInt64(end - place)
    }
    guard length >= UInt64(header), length <= UInt64(end - place) else { return nil }
    let kind = String(decoding: head[4..<8], as: UTF8.self)
    return Box(kind: kind, header: header, length: Int64(length))
  }

  private mutating func readChapters(_ body: [UInt8]) {
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
}
