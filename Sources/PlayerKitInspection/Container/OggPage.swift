/// The header of an Ogg page.
struct OggPage {
  private static let headLength = 27

  let start: Int64
  let segments: [UInt8]
  private let head: [UInt8]

  /// `nil` if no page begins there.
  init?(_ media: MediaBytes, at start: Int64) {
    let bytes = media.bytes(at: start, count: Self.headLength + 255)
    guard bytes.count > Self.headLength, bytes.starts(with: Array("OggS".utf8)),
      bytes.count >= Self.headLength + Int(bytes[26])
    else { return nil }
    self.start = start
    head = Array(bytes.prefix(Self.headLength))
    segments = Array(bytes[Self.headLength..<Self.headLength + Int(bytes[26])])
  }

  var bodyStart: Int64 { start + Int64(Self.headLength + segments.count) }
  var bodyLength: Int { segments.reduce(0) { $0 + Int($1) } }
  var end: Int64 { bodyStart + Int64(bodyLength) }
  var length: Int64 { end - start }
  /// Whether its first packet began on an earlier page.
  var isContinued: Bool { head[5] & 1 != 0 }
  var isFirst: Bool { head[5] & 2 != 0 }
  var granule: [UInt8] { Array(head[6..<14]) }
  var serial: [UInt8] { Array(head[14..<18]) }
  var sequence: UInt32 { head[18..<22].reversed().reduce(0) { $0 << 8 | UInt32($1) } }

  /// The number of segments of the first packet.
  var segmentsOfFirst: Int { segments.firstIndex { $0 < 255 }.map { $0 + 1 } ?? segments.count }

  /// Returns pages that contain exactly one packet.
  static func pages(of packet: [UInt8], serial: [UInt8], sequence: UInt32) -> [UInt8] {
    let segments = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    var pages: [UInt8] = []
    var (place, number) = (0, sequence)
    for start in stride(from: 0, to: segments.count, by: 255) {
      let part = segments[start..<min(start + 255, segments.count)]
      let length = part.reduce(0) { $0 + Int($1) }
      pages += page(
        flags: start == 0 ? 0 : 1,
        // No packet ends on this page, so it has no time.
        granule: [UInt8](repeating: part.last == 255 ? 0xFF : 0, count: 8),
        serial: serial,
        sequence: number,
        segments: part,
        body: packet[place..<place + length]
      )
      place += length
      number &+= 1
    }
    return pages
  }

  static func page(
    flags: UInt8,
    granule: [UInt8],
    serial: [UInt8],
    sequence: UInt32,
    segments: some Collection<UInt8>,
    body: some Collection<UInt8>
  ) -> [UInt8] {
    var page = Array("OggS".utf8) + [0, flags] + granule + serial
    page += withUnsafeBytes(of: sequence.littleEndian) { Array($0) } + [0, 0, 0, 0]
    page.append(UInt8(segments.count))
    page += segments
    page += body
    let sum = checkSum(page)
    for index in 0..<4 { page[22 + index] = UInt8(truncatingIfNeeded: sum >> UInt32(8 * index)) }
    return page
  }

  private static func checkSum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
