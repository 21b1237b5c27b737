import PlayerKitMedia

/// A page of an Ogg file.
struct OggPage {
  let header: OggPageHeader
  let start: Int64

  /// `nil` if no page begins there.
  init?(_ media: MediaBytes, at start: Int64) {
    let bytes = media.bytes(at: start, count: OggPageHeader.maxHeaderLength)
    guard let header = OggPageHeader(bytes) else { return nil }
    (self.header, self.start) = (header, start)
  }

  var segments: [UInt8] { header.segments }
  var bodyStart: Int64 { start + Int64(header.headerLength) }
  var end: Int64 { start + length }
  var length: Int64 { Int64(header.length) }

  /// The number of segments of the first packet.
  var segmentsOfFirst: Int { segments.firstIndex { $0 < 255 }.map { $0 + 1 } ?? segments.count }

  /// Returns pages that contain exactly one packet.
  static func pages(of packet: [UInt8], serial: UInt32, sequence: UInt32) -> [UInt8] {
    let segments = [UInt8](repeating: 255, count: packet.count / 255) + [UInt8(packet.count % 255)]
    var pages: [UInt8] = []
    var (place, number) = (0, sequence)
    for start in stride(from: 0, to: segments.count, by: 255) {
      let part = segments[start..<min(start + 255, segments.count)]
      let length = part.reduce(0) { $0 + Int($1) }
      pages += page(
        flags: start == 0 ? 0 : 1,
        // No packet ends on this page, so it has no time.
        granule: part.last == 255 ? .max : 0,
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
    granule: UInt64,
    serial: UInt32,
    sequence: UInt32,
    segments: some Collection<UInt8>,
    body: some Collection<UInt8>
  ) -> [UInt8] {
    var page = Array("OggS".utf8) + [0, flags] + little(granule) + little(serial)
    page += little(sequence) + [0, 0, 0, 0]
    page.append(UInt8(segments.count))
    page += segments
    page += body
    let sum = checksum(page)
    page.replaceSubrange(22..<26, with: little(sum))
    return page
  }

  private static func little(_ number: some FixedWidthInteger) -> [UInt8] {
    withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    bytes.reduce(0) { sum, byte in sum << 8 ^ table[Int(sum >> 24) ^ Int(byte)] }
  }

  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte) << 24) { sum, _ in
      sum & 0x8000_0000 != 0 ? sum << 1 ^ 0x04C1_1DB7 : sum << 1
    }
  }
}
